import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectRaw } from '../../kit/hub-client.ts'
import { createWorld, type Person, type World } from '../../kit/world.ts'
import { head, raw } from './raw.ts'
import { unique } from './setup.ts'

const secrets = new Map<string, string>()
const secret = (says: string, text: string | undefined): string => {
  if (text === undefined || text.length < 6) throw new Error(`there is no ${says}`)
  secrets.set(says, text)
  return text
}
const password = (says: string): string => secret(says, `Pw1${unique()}`)

let world: World
let admin: Person
beforeAll(async () => {
  world = await createWorld({ settings: { REQUEST_LOGGING: 'true' } })
  admin = await world.person('Admin')
  secret("the administrator's session", admin.cookie())
  await admin.put('/api/admin/config', { accountPolicy: { emailConfirmationRequired: true } })
})
afterAll(() => world.close())

const account = (says: string) => {
  const name = `u${unique()}`
  return { userName: name, email: `${name}@players.example`, password: password(says) }
}

const mailOf = async (to: string): Promise<{ token: string; email: string }> => {
  const { text } = await world.db
    .selectFrom('mail')
    .select('text')
    .where('recipient', '=', to)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const [, token, email = ''] = /token=([\w+/=]+)&email=([\w+/=]+)/.exec(text) ?? []
  return { token: secret('a token in a mail', token), email }
}

const live = async (): Promise<void> => {
  const one = account('a password at registration')
  const client = world.visitor()
  await client.post('/api/account/register', one)
  secret('a session after registration', client.cookie())
  await client.post('/api/account/login', { userName: one.userName, password: password('a wrong password') })
  await client.post('/api/account/login', one)
  secret('a session after login', client.cookie())
  await client.post('/api/account/register', {
    ...account('a password of a refused account'),
    email: 'nonsense',
  })
  await client.post('/api/account/register', {
    ...account('a password with a challenge'),
    challenge: secret('an answer to a captcha', `challenge-${unique()}`),
  })
  await client.put('/api/account/changepassword', {
    old: password('a wrong old password'),
    new: password('a new password in vain'),
  })
  await client.put('/api/account/changepassword', { old: one.password, new: password('a new password') })
  secret('a session after the change', client.cookie())
  await client.put('/api/account/changepassword', {
    old: one.password,
    new: secret('a new password that is too weak', `weak-${unique()}`),
  })

  await client.post('/api/account/recovery', { email: one.email })
  const reset = await mailOf(one.email)
  const wrong = secret('a wrong token', Buffer.from(unique()).toString('base64'))
  await client.post('/api/account/passwordreset', {
    rToken: wrong,
    email: reset.email,
    password: password('a password in vain'),
  })
  await client.post('/api/account/passwordreset', {
    rToken: reset.token,
    email: reset.email,
    password: password('a password by mail'),
  })
  await client.post('/api/account/verify', { token: wrong, email: reset.email })

  await admin.delete(
    `/api/admin/users/${(await admin.get<{ data: { id: string }[] }>('/api/admin/users')).body.data[1]?.id}/password`,
  )
  await admin.post('/api/admin/users', [account('a password of a batch')])
  await admin.post('/api/admin/users', [{ ...account('a password of a broken batch'), email: 'x' }])
}

const teams = async (): Promise<void> => {
  const captain = await world.person()
  const { body: team } = await captain.post<{ id: number }>('/api/team', { name: 'team' })
  const { body: code } = await captain.get<string>(`/api/team/${team.id}/invite`)
  secret('an invite', code.split(':').at(-1))
  const joiner = await world.person()
  await joiner.post(
    '/api/team/accept',
    `team:${team.id}:${secret('a wrong invite', unique().repeat(4).slice(0, 32))}`,
  )
  await joiner.post('/api/team/invitation', code)
  await joiner.post('/api/team/accept', code)
  await joiner.post('/api/team/accept', code)
  const { body: renewed } = await captain.put<string>(`/api/team/${team.id}/invite`)
  secret('a renewed invite', renewed.split(':').at(-1))
  await joiner.post('/api/team/verify', {
    teamToken: `1:${secret('a signature', unique().repeat(3))}`,
    publicKey: 'x',
  })
}

const tokens = async (): Promise<void> => {
  const { body } = await admin.post<{ token: string; info: { id: string } }>('/api/tokens', {
    name: 'a token',
  })
  const token = secret('an API token', body.token)
  secret('the signature of an API token', token.split('.')[1])
  for (const authorization of [`Bearer ${token}`, `Bearer ${token}x`, token])
    await connectRaw(world.origin, '/hub/monitor?game=1', { headers: { authorization } }).then(
      ({ socket }) => socket.terminate(),
      () => undefined,
    )
  await world.visitor({ authorization: `Bearer ${token}` }).get('/api/admin/users')
  await admin.delete(`/api/tokens/${body.info.id}`)
}

const nonsense = async (): Promise<void> => {
  const broken = `{"userName":"x","password":"${password('a password in broken JSON')}"`
  const send = (text: string, type = 'application/json') =>
    world.visitor().call('POST', '/api/account/login', { raw: { type, bytes: text } })
  await send(broken)
  await send(`${broken},}`)
  await send(broken, 'text/plain')
  await send(`"${password('a password as a text')}"`)
  await send(`{"password":["${password('a password in a list')}"],"userName":"x"}`)
  await send(`{"password":{"a":"${password('a password in an object')}"},"userName":"x"}`)
  await world
    .visitor()
    .get(
      `/api/account/login?password=${password('a password in an address')}&token=${secret('a token in an address', unique())}`,
    )
  await world.visitor().get(`/account/verify?token=${secret('a token of a link', unique())}&email=x`)
  const cookie = `Cookie: pennant_session=${secret('a session that is none', unique().repeat(5).slice(0, 43))}`
  await raw(world.origin, head('GET /api/account/profile', cookie, 'Transfer-Encoding: chunked, x'))
  await raw(world.origin, head('GET /api/account/profile', cookie, 'Bad Line'))
}

const faults = async (): Promise<void> => {
  const victim = account('a password during a fault')
  const client = world.visitor()
  await client.post('/api/account/register', victim)
  const { password_hash: hash, stamp } = await world.db
    .selectFrom('user')
    .select(['password_hash', 'stamp'])
    .where('name', '=', victim.userName)
    .executeTakeFirstOrThrow()
  secret('the hash of a password', hash?.split('$').at(-1))
  secret('the stamp of a user', stamp)
  await sql`alter table "user" add constraint forced check (bio <> 'boom' and real_name <> 'boom')`.execute(
    world.db,
  )
  await sql`alter table session add constraint forced check (agent <> 'boom')`.execute(world.db)
  await sql`alter table team add constraint forced check (name <> 'boom')`.execute(world.db)
  try {
    const answers = [
      await client.put('/api/account/update', { bio: 'boom' }),
      await world.visitor({ 'user-agent': 'boom' }).post('/api/account/login', victim),
      await admin.put(`/api/admin/users/${admin.id}`, { realName: 'boom' }),
      await admin.post('/api/admin/users', [
        { ...account('a password of a batch with a fault'), realName: 'boom' },
      ]),
      await client.post('/api/team', { name: 'boom' }),
    ]
    for (const { status, body, text } of answers) {
      expect([status, body]).toEqual([
        500,
        {
          title: expect.any(String),
          status: 500,
          code: 'server.internal',
          requestId: expect.any(String),
        },
      ])
      expect(text).not.toMatch(/boom|forced|constraint|relation/)
    }
  } finally {
    for (const table of ['"user"', 'session', 'team'])
      await sql`alter table ${sql.raw(table)} drop constraint forced`.execute(world.db)
  }
}

describe('the logs', () => {
  it('hold no password, token, invite or session, whatever was done with them', async () => {
    await live()
    await teams()
    await tokens()
    await nonsense()
    await faults()
    await admin.get('/api/admin/logs')
    const { rows } = await sql<{ record: string }>`select to_jsonb(log)::text as record from log`.execute(
      world.db,
    )
    const lines = [...world.said, ...rows.map(({ record }) => record)]
    // Shows that faults and requests were logged at all.
    expect(world.said.join('\n')).toMatch(/request failed/)
    expect(world.said.join('\n')).toMatch(/"path":"\/api\/account\/login"/)
    expect(rows.length).toBeGreaterThan(15)
    expect(secrets.size).toBeGreaterThan(30)
    for (const [says, text] of secrets)
      expect(lines.filter((line) => line.includes(text)).map((line) => `${says} in ${line}`)).toEqual([])
  })
})
