import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PartState, StatusPart, SystemStatus, TriedPart } from '@pennant/contract/status'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { createTestClock } from '../../../../../tests/kit/clock.ts'
import { insertGame } from '../../../../../tests/kit/factories.ts'
import { createFakeContainers } from '../../../../../tests/kit/fake-containers.ts'
import { type FakeSmtp, startFakeSmtp } from '../../../../../tests/kit/fake-smtp.ts'
import { type FakeTurnstile, startFakeTurnstile } from '../../../../../tests/kit/fake-turnstile.ts'
import { createWorld, type Person, type World, type WorldOptions } from '../../../../../tests/kit/world.ts'
import { thisMachine } from '../../kit/machine.ts'

type Part = SystemStatus['parts'][number]
type Verdict = { ok: boolean; milliseconds: number; message: string | null }

const dayMs = 86_400_000
const secret = 'the-secret-key-of-turnstile'
const password = 'the-password-of-the-mail-server'

const opened: { close(): Promise<unknown> }[] = []
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
})
const open = async (options: WorldOptions): Promise<{ world: World; admin: Person }> => {
  const world = await createWorld(options)
  opened.unshift(world)
  return { world, admin: await world.person('Admin') }
}

const read = async (admin: Person): Promise<SystemStatus> => {
  const answer = await admin.get<SystemStatus>('/api/admin/status')
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}
const partOf = ({ parts }: SystemStatus, wanted: StatusPart): Part => {
  const found = parts.find(({ part }) => part === wanted)
  if (found === undefined) throw new Error(`there is no ${wanted}`)
  return found
}
const figure = (part: Part, name: string): number | undefined =>
  part.figures.find((one) => one.name === name)?.value
const codes = ({ warnings }: SystemStatus): string[] => warnings.map(({ code }) => code)
const tryIt = async (admin: Person, part: TriedPart, language = 'en-US'): Promise<Verdict> => {
  const answer = await admin.call<Verdict>('POST', '/api/admin/status/try', {
    body: { part },
    headers: { 'accept-language': language },
  })
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}
const states = ({ parts }: SystemStatus): [StatusPart, PartState][] =>
  parts.map(({ part, state }) => [part, state])

describe('the status of a plain installation', () => {
  const clock = createTestClock()
  let world: World
  let admin: Person
  beforeAll(async () => {
    world = await createWorld({ clock, settings: { DATABASE_POOL: '4' } })
    admin = await world.person('Admin')
  })
  afterAll(() => world.close())

  it('is for administrators alone', async () => {
    const monitor = await world.person('Monitor')
    for (const client of [world.visitor(), await world.person(), monitor])
      expect((await client.get('/api/admin/status')).status).toBeGreaterThanOrEqual(401)
  })

  it('tells what runs, part by part', async () => {
    const status = await read(admin)
    expect(status.version).toMatch(/^\d+\.\d+\.\d+/)
    expect(status.node).toBe(process.versions.node)
    expect(status.database).toMatch(/^PostgreSQL \d+/)
    expect([status.now, status.lastBackup]).toEqual([clock.now(), null])
    expect(states(status)).toEqual([
      ['database', expect.stringMatching(/^(well|warning)$/)],
      ['cache', 'well'],
      ['storage', expect.stringMatching(/^(well|warning)$/)],
      ['provider', 'off'],
      ['mail', 'off'],
      ['captcha', 'off'],
      ['jobs', 'well'],
      ['process', expect.stringMatching(/^(well|warning)$/)],
      ['backup', 'warning'],
    ])
    expect(partOf(status, 'cache').kind).toBe(inject('redisUrl') === null ? 'Memory' : 'Redis')
    const database = partOf(status, 'database')
    expect(figure(database, 'poolSize')).toBe(4)
    expect(figure(database, 'bytes')).toBeGreaterThan(1_000_000)
    const storage = partOf(status, 'storage')
    expect(storage.kind).toBe('Local')
    expect(figure(storage, 'bytesFree')).toBeGreaterThan(0)
    expect(figure(storage, 'bytesTotal')).toBeGreaterThan(figure(storage, 'bytesFree') ?? Infinity)
  })

  it('says what should be done', async () => {
    expect(codes(await read(admin))).toEqual(
      expect.arrayContaining([
        ...['database.embedded', 'provider.missing', 'mail.missing', 'captcha.off'],
        ...['backup.never', 'publicUrl.missing', 'key.inData'],
      ]),
    )
  })

  it('reminds of games that have ended and are still frozen', async () => {
    const at = (ms: number) => new Date(clock.now() + ms)
    const times = { start_at: at(-2 * dayMs), end_at: at(-dayMs) }
    await insertGame(world.db, { ...times, title: 'Frozen', freeze_at: at(-dayMs) })
    await insertGame(world.db, { ...times, title: 'Thawed' })
    await insertGame(world.db, { ...times, end_at: at(dayMs), title: 'Running', freeze_at: at(0) })
    const { warnings } = await read(admin)
    expect(warnings.filter(({ code }) => code === 'board.frozen')).toEqual([
      { code: 'board.frozen', values: ['Frozen'] },
    ])
  })

  it('names this process, who does the recurring work, and when each piece was done', async () => {
    await expect
      .poll(async () => (await read(admin)).processes, { timeout: 20_000 })
      .toMatchObject([{ elected: true, memoryMb: expect.any(Number), hubClients: 0 }])
    await expect
      .poll(async () => (await read(admin)).processes[0]?.load)
      .toEqual({
        readP99Ms: expect.any(Number),
        writeP99Ms: expect.any(Number),
        hashWaitMs: 0,
        poolWaiting: expect.any(Number),
        poolWaitMs: expect.any(Number),
        commitMs: expect.any(Number),
        requests: expect.any(Number),
        connections: expect.any(Number),
        openFiles: await thisMachine().openFiles(),
        memoryBytes: thisMachine().memoryBytes(),
      })
    await expect
      .poll(async () => (await read(admin)).jobs.find(({ name }) => name === 'early games'), {
        timeout: 20_000,
      })
      .toMatchObject({ lastRun: expect.any(Number), milliseconds: expect.any(Number), failed: null })
    const { jobs } = await read(admin)
    expect(jobs.map(({ name }) => name)).toEqual(expect.arrayContaining(['sessions', 'files', 'instances']))
  })

  it('tells of a job that failed, until it is done', async () => {
    await world.app.modules.status.noteRun({
      job: 'mail',
      begun: 1,
      milliseconds: 2,
      error: new Error('no luck'),
    })
    const failed = await read(admin)
    expect(failed.jobs).toContainEqual({ name: 'mail', lastRun: 1, milliseconds: 2, failed: 'no luck' })
    expect(partOf(failed, 'jobs')).toMatchObject({ state: 'warning', message: 'no luck' })
    expect(failed.warnings).toContainEqual({ code: 'job.failed', values: ['mail'] })
    await world.app.modules.status.noteRun({ job: 'mail', begun: 3, milliseconds: 4, error: undefined })
    expect(codes(await read(admin))).not.toContain('job.failed')
  })

  it('tells when files cannot be kept', async () => {
    const folder = join(world.dataFolder, 'files')
    await rm(folder, { recursive: true })
    await writeFile(folder, 'in the way')
    const status = await read(admin)
    expect(partOf(status, 'storage')).toMatchObject({ state: 'broken', message: expect.any(String) })
    expect(codes(status)).toContain('storage.broken')
    expect(await tryIt(admin, 'storage')).toMatchObject({ ok: false, message: expect.any(String) })
  })
})

describe('a noted backup', () => {
  it('stands there with its name, is old after a day, and too old after a week', async () => {
    const clock = createTestClock()
    const { world, admin } = await open({ clock, settings: { SESSION_DAYS: '365' } })
    const noted = clock.now()
    const { body } = await admin.post<{ token: string }>('/api/tokens', {
      name: 'backup',
      scopes: ['Platform'],
    })
    const script = world.visitor({ authorization: `Bearer ${body.token}` })
    expect((await script.post('/api/admin/status/backup/now')).status).toBe(409)
    expect((await script.post('/api/admin/status/backup', { name: 'nightly.dump' })).status).toBe(200)
    clock.advance(dayMs)
    const fresh = await read(admin)
    expect([fresh.lastBackup, codes(fresh).filter((code) => code.startsWith('backup'))]).toEqual([noted, []])
    expect(partOf(fresh, 'backup')).toMatchObject({ state: 'well', kind: 'nightly.dump' })
    clock.advance(dayMs)
    const aged = await read(admin)
    expect(aged.warnings).toContainEqual({ code: 'backup.old', values: ['2'] })
    expect(aged.findings).toContainEqual({ code: 'backup.old', level: 'yellow', values: ['2'] })
    clock.advance(6 * dayMs)
    expect((await read(admin)).findings).toContainEqual({ code: 'backup.old', level: 'red', values: ['8'] })
  })
})

describe('several processes', () => {
  it('are seen by each other, and are too many without what they share', async () => {
    const { world, admin } = await open({})
    const other = await world.another()
    await expect.poll(async () => (await read(admin)).processes.length).toBe(2)
    for (const { load } of (await read(admin)).processes) expect(load?.hashWaitMs).toBe(0)
    expect(codes(await read(admin)).includes('cache.missing')).toBe(inject('redisUrl') === null)
    await other.close()
    expect((await read(admin)).processes).toHaveLength(1)
  })
})

describe('a provider of containers', () => {
  it('is shown with what it has to do', async () => {
    const fakeContainers = createFakeContainers()
    const { admin } = await open({ containers: fakeContainers })
    opened.push({ close: () => fakeContainers.end() })
    const status = await read(admin)
    expect(partOf(status, 'provider')).toMatchObject({ state: 'well', message: null })
    expect(figure(partOf(status, 'provider'), 'queued')).toBe(0)
    expect(await tryIt(admin, 'provider')).toMatchObject({ ok: true, message: null })
  })

  it('warns of what instances are refused and not kept from, each with the reason', async () => {
    const limits = { isolated: 'no right', unreachable: 'no way', unguarded: 'no rules' }
    const fakeContainers = createFakeContainers({ limits })
    opened.push({ close: () => fakeContainers.end() })
    const warned = async (mapping: string): Promise<unknown> => {
      const settings = { CONTAINER_PROVIDER__PORT_MAPPING_TYPE: mapping }
      const status = await read((await open({ containers: fakeContainers, settings })).admin)
      expect(partOf(status, 'provider')).toMatchObject({ state: 'warning' })
      return status.warnings.filter(({ code }) => code.startsWith('instances.'))
    }
    const isolated = { code: 'instances.isolatedRefused', values: ['no right'] }
    const unguarded = { code: 'instances.unguarded', values: ['no rules'] }
    expect(await warned('PlatformProxy')).toEqual([
      { code: 'instances.refused', values: ['no way'] },
      unguarded,
      isolated,
    ])
    expect(await warned('Default')).toEqual([unguarded, isolated])
  })

  it('looks after what separates instances for as long as a process runs', async () => {
    const fakeContainers = createFakeContainers()
    opened.push({ close: () => fakeContainers.end() })
    const world = await createWorld({ containers: fakeContainers })
    expect(fakeContainers.guards).toBe(1)
    await world.close()
    expect(fakeContainers.guards).toBe(0)
  })

  it('is on the host of the site once an administrator has entered that', async () => {
    const fakeContainers = createFakeContainers()
    const { admin } = await open({ containers: fakeContainers })
    opened.push({ close: () => fakeContainers.end() })
    expect(codes(await read(admin))).not.toContain('instances.sameHost')
    const entered = await admin.put('/api/admin/config/address', { address: 'https://ctf.example' })
    expect(entered.status).toBe(200)
    expect((await read(admin)).warnings).toContainEqual({
      code: 'instances.sameHost',
      values: ['ctf.example'],
    })
  })

  it('tells no password that it quotes', async () => {
    const passwords = ['password-of-the-daemon', 'password-of-the-registry']
    const fakeContainers = createFakeContainers()
    const { admin } = await open({
      settings: {
        CONTAINER_PROVIDER__DOCKER_CONFIG__USER_NAME: 'somebody',
        CONTAINER_PROVIDER__DOCKER_CONFIG__PASSWORD: passwords[0] ?? '',
        REGISTRIES__REGISTRY__USER_NAME: 'somebody',
        REGISTRIES__REGISTRY__PASSWORD: passwords[1] ?? '',
      },
      containers: { ...fakeContainers, check: () => Promise.reject(new Error(`no: ${passwords.join(' ')}`)) },
    })
    opened.push({ close: () => fakeContainers.end() })
    expect(partOf(await read(admin), 'provider')).toMatchObject({ state: 'broken', message: 'no: … …' })
    expect(await tryIt(admin, 'provider')).toMatchObject({ ok: false, message: 'no: … …' })
  })
})

describe('trying a part', () => {
  const mailed = (port: number): Record<string, string> => ({
    EMAIL_CONFIG__SENDER_ADDRESS: 'ctf@event.example',
    EMAIL_CONFIG__SENDER_NAME: 'The event',
    EMAIL_CONFIG__SMTP__HOST: '127.0.0.1',
    EMAIL_CONFIG__SMTP__PORT: String(port),
    EMAIL_CONFIG__SMTP__SECURE: 'none',
  })

  it('writes a mail to anyone who asks for it, in their language', async () => {
    const smtp: FakeSmtp = await startFakeSmtp()
    const { admin } = await open({ settings: mailed(smtp.port) })
    opened.push(smtp)
    expect(await tryIt(admin, 'mail', 'de-AT,de;q=0.9,en;q=0.5')).toMatchObject({ ok: true, message: null })
    const [mail] = await smtp.received(1)
    expect(mail?.to).toEqual([admin.email])
    expect(mail?.header('subject')).toMatch(/^Test-E-Mail - /)
    expect(partOf(await read(admin), 'mail')).toMatchObject({ state: 'well', kind: 'SMTP' })
  })

  it('says why mail cannot be sent, but never the password', async () => {
    const smtp = await startFakeSmtp({ account: { user: 'mailer', password: 'another' } })
    smtp.judge(() => ({ code: 550, text: `${password} is not welcome` }))
    const account = { EMAIL_CONFIG__USER_NAME: 'mailer', EMAIL_CONFIG__PASSWORD: password }
    const { admin, world } = await open({ settings: { ...mailed(smtp.port), ...account } })
    opened.push(smtp)
    const verdict = await tryIt(admin, 'mail')
    expect(verdict).toMatchObject({ ok: false, message: expect.any(String) })
    expect(JSON.stringify([verdict, world.said])).not.toContain(password)
  })

  it('tells a wrong secret of the captcha from a right one', async () => {
    const turnstile: FakeTurnstile = await startFakeTurnstile(secret)
    const settings = {
      CAPTCHA_CONFIG__PROVIDER: 'CloudflareTurnstile',
      CAPTCHA_CONFIG__SITE_KEY: 'site',
      CAPTCHA_CONFIG__VERIFY_URL: turnstile.url,
    }
    const right = await open({ settings: { ...settings, CAPTCHA_CONFIG__SECRET_KEY: secret } })
    const wrong = await open({ settings: { ...settings, CAPTCHA_CONFIG__SECRET_KEY: `not ${secret}` } })
    opened.push(turnstile)
    expect(await tryIt(right.admin, 'captcha')).toMatchObject({ ok: true, message: null })
    const verdict = await tryIt(wrong.admin, 'captcha')
    expect(verdict).toMatchObject({ ok: false, message: 'Turnstile rejects the secret key' })
    turnstile.behave({ kind: 'answers', status: 500, body: 'oops' })
    expect(await tryIt(right.admin, 'captcha')).toMatchObject({ ok: false, message: expect.any(String) })
    expect((await tryIt(right.admin, 'captcha')).message).not.toContain(secret)
  })

  it('says of what is not there that it is not', async () => {
    const { admin } = await open({})
    for (const part of ['mail', 'captcha', 'provider'] as const)
      expect(await tryIt(admin, part)).toMatchObject({ ok: false, message: expect.any(String) })
    expect(await tryIt(admin, 'cache')).toMatchObject({ ok: true, message: null })
    expect(await tryIt(admin, 'storage')).toMatchObject({ ok: true, message: null })
  })

  it('has nothing to object to in work that is checked here', async () => {
    const { admin } = await open({ settings: { CAPTCHA_CONFIG__PROVIDER: 'HashPow' } })
    expect(await tryIt(admin, 'captcha')).toMatchObject({ ok: true, message: null })
  })

  it('cannot be done without end', async () => {
    const { admin } = await open({ settings: { DISABLE_RATE_LIMIT: 'false' } })
    const answers = await Promise.all(
      Array.from({ length: 25 }, () => admin.post('/api/admin/status/try', { part: 'cache' })),
    )
    const refused = answers.filter(({ status }) => status === 429)
    expect([answers.length - refused.length, refused.length]).toEqual([20, 5])
  })
})
