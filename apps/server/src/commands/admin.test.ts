import { setUpFactor } from '../../../../tests/kit/second-factor.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loggedIn, login, profileStatus, registrationOf } from '../../../../tests/kit/account.ts'
import { runCommand } from '../../../../tests/kit/command.ts'
import { createTestDatabase, type TestDatabase } from '../../../../tests/kit/test-database.ts'
import { createWorld, testPassword, type World } from '../../../../tests/kit/world.ts'
import { createLoginGuard } from '../modules/account/login-guard.ts'

let database: TestDatabase
let world: World
beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld({ database })
})
afterAll(() => world.close())

const run = (argv: readonly string[], given: Parameters<typeof runCommand>[2] = {}) =>
  runCommand({ database, redisUrl: world.redisUrl }, argv, given)
const roleOf = async (name: string): Promise<string | undefined> =>
  (await database.db.selectFrom('user').select('role').where('name', '=', name).executeTakeFirst())?.role
const lastRow = () =>
  database.db.selectFrom('audit').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
const expectRow = async (action: string, object: string): Promise<void> => {
  const row = await lastRow()
  expect(row).toMatchObject({ action, object, actor_name: 'shell:tester', actor_id: null, address: null })
}

describe('without an administrator', () => {
  it('prints the link that creates the first one, and not anymore after that', async () => {
    const { exit, stdout } = await run(['admin', 'setup-link'])
    expect(exit).toBe(0)
    await expectRow('setup.link', 'setting')
    const token = new URL(stdout.trim()).searchParams.get('token')
    const claim = await world.visitor().post('/api/setup', { token, ...registrationOf('the-first') })
    expect(claim.status).toBe(200)
    const again = await run(['admin', 'setup-link'])
    expect([again.exit, again.stdout]).toEqual([1, ''])
    expect(again.stderr).toContain('already complete')
  })
})

describe('admin create', () => {
  it('creates an administrator who logs in with the one line on standard output', async () => {
    const { exit, stdout, said } = await run(['admin', 'create', 'Ada', '--email', 'ada@players.example'])
    expect(exit).toBe(0)
    const password = stdout.replace(/\n$/, '')
    expect(password).toMatch(/^\S{16}$/)
    expect(said).not.toContain(password)
    const ada = await loggedIn(world, 'Ada', password)
    const { body } = await ada.get<{ userId: string; role: string }>('/api/account/profile')
    expect(body.role).toBe('Admin')
    await expectRow('setup.administrator', `user:${body.userId}`)
    expect(JSON.stringify(await lastRow())).not.toContain(password)
  })

  it('takes a password from standard input and prints none', async () => {
    const argv = ['admin', 'create', 'Grace', '--email', 'grace@players.example', '--password-stdin']
    const { exit, stdout } = await run(argv, { stdin: 'Str0ngEnough\n' })
    expect([exit, stdout]).toEqual([0, 'Administrator Grace created.\n'])
    await loggedIn(world, 'Grace', 'Str0ngEnough')
  })

  it.each([
    ['a weak password', ['Weak', '--email', 'weak@players.example', '--password-stdin'], 1, '6 characters'],
    ['a name that is taken', ['ADA', '--email', 'other@players.example'], 1, 'taken'],
    ['no email address', ['Nobody'], 2, '--email'],
    ['a broken email address', ['Nobody', '--email', 'x'], 1, 'email'],
    ['no name', ['--email', 'x@players.example'], 2, 'NAME'],
  ])('refuses %s', async (_what, rest, exit, why) => {
    const before = await lastRow()
    const refused = await run(['admin', 'create', ...rest], { stdin: 'weak' })
    expect([refused.exit, refused.stdout]).toEqual([exit, ''])
    expect(refused.stderr).toContain(why)
    expect(await lastRow()).toEqual(before)
  })
})

describe('a running server', () => {
  it('forgets the sessions and the password that a command replaced', async () => {
    const person = await world.person()
    expect(await profileStatus(person)).toBe(200)
    const { exit, stdout } = await run(['admin', 'password', person.userName, '--yes'])
    expect(exit).toBe(0)
    await expect.poll(() => profileStatus(person)).toBe(401)
    await expectRow('user.resetPassword', `user:${person.id}`)
    expect((await login(world.visitor(), person.userName, testPassword)).status).toBe(401)
    await loggedIn(world, person.userName, stdout.trim())
  })

  it('ends the sessions of who is logged out, by name in any case, and by address', async () => {
    for (const nameOf of [
      ({ userName }: { userName: string }) => userName.toUpperCase(),
      ({ email }: { email: string }) => email,
    ]) {
      const person = await world.person()
      expect(await profileStatus(person)).toBe(200)
      expect((await run(['admin', 'logout', nameOf(person), '--yes'])).exit).toBe(0)
      await expect.poll(() => profileStatus(person)).toBe(401)
      await expectRow('user.endSessions', `user:${person.id}`)
    }
  })

  it('knows a new role at once', async () => {
    const person = await world.person()
    expect((await person.get('/api/admin/users')).status).toBe(403)
    const { exit, stdout } = await run(['admin', 'role', person.userName, 'admin', '--yes'])
    expect([exit, stdout]).toEqual([0, `${person.userName} has the role Admin.\n`])
    await expect.poll(async () => (await person.get('/api/admin/users')).status).toBe(200)
    await expectRow('user.update', `user:${person.id}`)
  })

  it('lets in who is unlocked', async () => {
    const person = await world.person()
    const guard = createLoginGuard(world.core, { delay: async () => undefined })
    for (let at = 0; at < 12; at += 1) await guard.attempt([person.id], '127.0.0.1', async () => false)
    expect((await login(world.visitor(), person.userName)).status).toBe(429)
    expect((await run(['admin', 'unlock', person.userName])).exit).toBe(0)
    await expect.poll(async () => (await login(world.visitor(), person.userName)).status).toBe(200)
    await expectRow('user.unlock', `user:${person.id}`)
  })

  it('removes a second factor, and tells its owner', async () => {
    const person = await world.person()
    await setUpFactor(world, person)
    expect((await login(world.visitor(), person.userName)).status).toBe(401)
    const flags = ['--second-factor', '--yes']
    expect((await run(['admin', 'unlock', person.userName, ...flags])).exit).toBe(0)
    expect((await login(world.visitor(), person.userName)).status).toBe(200)
    const rows = await database.db
      .selectFrom('audit')
      .select('action')
      .where('object', '=', `user:${person.id}`)
      .orderBy('id')
      .execute()
    expect(rows.map(({ action }) => action)).toEqual(['user.removeFactor', 'user.unlock'])
    const { kind } = await world.db
      .selectFrom('mail')
      .select('kind')
      .where('recipient', '=', person.email)
      .executeTakeFirstOrThrow()
    expect(kind).toBe('factorRemoved')
    expect((await run(['admin', 'unlock', person.userName, ...flags])).exit).toBe(1)
  })

  it.skipIf(process.env['PENNANT_TEST_REDIS'] === '1')(
    'hears commands again after it lost the connection that hears them',
    async () => {
      const person = await world.person()
      expect(await profileStatus(person)).toBe(200)
      const { rows } = await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query = 'listen pennant'
      `.execute(database.db)
      expect(rows).toHaveLength(1)
      expect((await run(['admin', 'logout', person.userName, '--yes'])).exit).toBe(0)
      await expect.poll(() => profileStatus(person)).toBe(401)
    },
  )
})

describe('what takes something from someone', () => {
  it('is refused without a terminal, naming the flag, before anything is opened', async () => {
    const env = { DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' }
    for (const words of [
      ['password', 'Ada'],
      ['role', 'Ada', 'User'],
      ['logout', 'Ada'],
      ['token', 'revoke', '01a21b09-f212-70cb-bc92-df01499770c1'],
    ]) {
      const refused = await run(['admin', ...words], { env })
      expect([refused.exit, refused.stdout]).toEqual([4, ''])
      expect(refused.stderr).toContain('--yes')
    }
  })

  it('asks at a terminal, and does nothing without a yes', async () => {
    const person = await world.person()
    const asked: string[] = []
    const answer = (yes: boolean) => async (question: string) => {
      asked.push(question)
      return yes
    }
    const argv = ['admin', 'role', person.userName, 'Banned']
    expect((await run(argv, { confirm: answer(false) })).exit).toBe(1)
    expect(await roleOf(person.userName)).toBe('User')
    expect((await run(argv, { confirm: answer(true) })).exit).toBe(0)
    expect(await roleOf(person.userName)).toBe('Banned')
    expect(asked).toEqual(Array.from({ length: 2 }, () => `Give "${person.userName}" the role Banned?`))
  })

  it('is never taken from the last administrator', async () => {
    await database.db.updateTable('user').set({ role: 'User' }).where('name', '!=', 'Ada').execute()
    const { exit, stderr } = await run(['admin', 'role', 'Ada', 'User', '--yes'])
    expect(exit).toBe(1)
    expect(stderr).toContain('only administrator')
    expect(await roleOf('Ada')).toBe('Admin')
  })
})

describe('admin token', () => {
  const call = async (token: string): Promise<number> =>
    (await world.visitor({ authorization: `Bearer ${token}` }).get('/api/admin/users')).status

  it('creates a token for the only administrator, lists it, and revokes it', async () => {
    const create = ['admin', 'token', 'create', '--name', 'Script', '--scopes', 'read', '--days', '3']
    const created = await run(create)
    expect(created.exit).toBe(0)
    const token = created.stdout.trim()
    expect(await call(token)).toBe(200)
    const [, id = ''] = /Token (\S+) of Ada/.exec(created.said) ?? []
    await expectRow('token.create', `token:${id}`)

    const list = await run(['admin', 'token', 'list'])
    expect(list.stdout).toMatch(new RegExp(`^${id} .* Ada  Read  Script$`, 'm'))
    expect(list.stdout).not.toContain(token)
    expect((await run(['admin', 'token', 'revoke', id, '--yes'])).exit).toBe(0)
    await expectRow('token.revoke', `token:${id}`)
    expect(await call(token)).toBe(401)
    expect((await run(['admin', 'token', 'list'])).stdout).toContain('revoked')
  })

  it('asks whom it acts for if there are several', async () => {
    const other = await world.person('Admin')
    const create = ['admin', 'token', 'create', '--name', 'Script', '--scopes', 'Everything']
    const refused = await run(create)
    expect([refused.exit, refused.stdout]).toEqual([2, ''])
    expect(refused.stderr).toContain('--user')
    const { exit, stdout } = await run([...create, '--user', other.userName])
    expect(exit).toBe(0)
    expect(await call(stdout.trim())).toBe(200)
  })
})
