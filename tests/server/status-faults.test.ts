import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { ratePolicies } from '@pennant/contract/limit'
import { findingCodes, type SystemStatus } from '@pennant/contract/status'
import { expect, it, onTestFinished } from 'vitest'
import { createTurnstile } from '../../apps/server/src/adapters/captcha/turnstile.ts'
import { createRedaction } from '../../apps/server/src/kit/redaction.ts'
import { runCheck } from '../../apps/server/src/modules/status/checks/check.ts'
import { captchaCheck } from '../../apps/server/src/modules/status/checks/mail.ts'
import { setPolicy } from '../kit/account.ts'
import { readDocument } from '../kit/cli-document.ts'
import { createTestClock } from '../kit/clock.ts'
import { runCommand } from '../kit/command.ts'
import { startFakeSmtp } from '../kit/fake-smtp.ts'
import { startFakeTurnstile } from '../kit/fake-turnstile.ts'
import { freePort } from '../kit/free-port.ts'
import { testSecret } from '../kit/game-key.ts'
import { openRedisLine } from '../kit/redis-line.ts'
import { createTestDatabase } from '../kit/test-database.ts'
import { startTextRecords } from '../kit/text-records.ts'
import { createWorld } from '../kit/world.ts'

const dayMs = 86_400_000
const expensiveMs = 120_000
const [outside] = Object.values(networkInterfaces())
  .flatMap((all) => all ?? [])
  .filter(({ family, internal }) => family === 'IPv4' && !internal)
// What the machine that runs the tests is like is no fault of the installation.
const ofTheMachine = /^(place|disk|storage|loop|database|cache|clock|job|process)\./

it('faults of an installation are named by the status page and the doctor alike', {
  timeout: 120_000,
}, async () => {
  const records = new Map<string, string>()
  const dns = await startTextRecords(records)
  onTestFinished(dns.close)
  const smtp = await startFakeSmtp({ account: { user: 'mailer', password: 'right' } })
  onTestFinished(smtp.close)
  const turnstile = await startFakeTurnstile('the-right-secret')
  onTestFinished(turnstile.close)
  const folder = await mkdtemp(join(tmpdir(), 'pennant-faults-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'file'), '')
  const healthPort = await freePort()
  const host = outside?.address ?? 'ctf.example'
  const settings = {
    PUBLIC_URL: `http://${host}`,
    HEALTH_HOST: '0.0.0.0',
    HEALTH_PORT: String(healthPort),
    EMAIL_CONFIG__SENDER_ADDRESS: 'noreply@ctf.example',
    EMAIL_CONFIG__USER_NAME: 'mailer',
    EMAIL_CONFIG__PASSWORD: 'mistyped',
    EMAIL_CONFIG__SMTP__HOST: '127.0.0.1',
    EMAIL_CONFIG__SMTP__PORT: String(smtp.port),
    EMAIL_CONFIG__SMTP__SECURE: 'none',
    EMAIL_CONFIG__DKIM_SELECTOR: 'k1',
    EMAIL_CONFIG__PER_HOUR: '3',
    CAPTCHA_CONFIG__PROVIDER: 'CloudflareTurnstile',
    CAPTCHA_CONFIG__SITE_KEY: 'site',
    CAPTCHA_CONFIG__SECRET_KEY: 'another-secret',
    CAPTCHA_CONFIG__VERIFY_URL: turnstile.url,
  }
  const database = await createTestDatabase()
  onTestFinished(database.drop)
  const kept = { ...database, drop: async () => undefined }
  const run = (dataDir: string, env: Record<string, string>, ...argv: string[]) =>
    runCommand({ database }, argv, { env: { PENNANT_DATA_DIR: dataDir, ...env } })

  const before = await createWorld({ database: kept })
  for (const name of ['one', 'two', 'three']) await before.person('User', name)
  const backedUp = await run(
    before.dataFolder,
    { PENNANT_SECRET_KEY: testSecret, PENNANT_CONTAINER_PROVIDER__TYPE: 'None' },
    ...['backup', 'create', '--to', join(folder, 'backups')],
  )
  expect([backedUp.exit, backedUp.stderr]).toEqual([0, ''])
  await before.close()

  const secretKey = 'another-key-than-that-of-the-backup'
  const beside = { ...settings, BACKUP__TO: join(folder, 'file', 'backups') }
  const world = await createWorld({ database: kept, settings: beside, secretKey })
  onTestFinished(() => world.close())
  const admin = await world.person('Admin')
  await setPolicy(admin, { useCaptcha: true })

  const onPage = async (): Promise<string[]> => {
    const { body } = await admin.get<SystemStatus>('/api/admin/status')
    return (body.findings ?? [])
      .filter(({ code, level }) => level !== 'note' && !ofTheMachine.test(code))
      .map(({ code, level }) => `${level} ${code}`)
  }
  const byDoctor = async (): Promise<string[]> => {
    const env = Object.fromEntries(Object.entries(beside).map(([name, value]) => [`PENNANT_${name}`, value]))
    const more = {
      PENNANT_SECRET_KEY: secretKey,
      PENNANT_DISABLE_RATE_LIMIT: 'true',
      PENNANT_CONTAINER_PROVIDER__TYPE: 'None',
    }
    const { stdout } = await run(
      world.dataFolder,
      { ...env, ...more },
      ...['doctor', '--skip', 'place,proxy', '--json'],
    )
    const levels: Readonly<Record<string, string>> = { error: 'red', warning: 'yellow' }
    return readDocument(stdout)
      .findings.filter(({ code, level }) => level !== 'info' && !ofTheMachine.test(code))
      .map(({ code, level }) => `${levels[level]} ${code}`)
  }

  const ofNames = ['red mail.spf', 'yellow mail.dkim', 'yellow mail.dmarc']
  const others = [
    ...['red backup.key', 'red backup.target', 'red captcha.away', 'red limits.off', 'red mail.refused'],
    ...['red publicUrl.plain', 'yellow admins.factor', 'yellow admins.single', 'yellow mail.allowance'],
  ]
  expect((await onPage()).toSorted()).toEqual([...others, ...ofNames].toSorted())
  const found = await byDoctor()
  const isShown = (line: string): boolean => Object.hasOwn(findingCodes, line.split(' ')[1] ?? '')
  expect(found.filter(isShown).toSorted()).toEqual([...others, ...ofNames].toSorted())
  // What needs a shell.
  expect(found.filter((line) => !isShown(line))).toEqual(outside === undefined ? [] : ['red safety.health'])

  records.set('ctf.example', 'v=spf1 mx -all')
  records.set('_dmarc.ctf.example', 'v=DMARC1; p=reject')
  records.set('k1._domainkey.ctf.example', `v=DKIM1; p=${'MIIB'.repeat(100)}`)
  world.clock.advance(expensiveMs + 1)
  expect((await onPage()).toSorted()).toEqual(others.toSorted())
  world.clock.advance(2 * dayMs)
  expect(await onPage()).toContain('yellow backup.old')
})

it('addresses that are refused often are found, also venues that are too small', async () => {
  // Time stands still, so nothing is allowed again.
  const clock = createTestClock()
  const timesAsMany = 2
  const settings = { DISABLE_RATE_LIMIT: 'false', LIMITS__VENUES: `192.0.2.0/24=${4 * timesAsMany}` }
  const world = await createWorld({ clock, settings })
  onTestFinished(() => world.close())
  const admin = await world.person('Admin')
  const found = async () =>
    (await admin.get<SystemStatus>('/api/admin/status')).body.findings?.filter(({ code }) =>
      code.startsWith('limits.'),
    )
  expect(await found()).toEqual([])
  const { permits, queue } = ratePolicies.register
  // Some are neither allowed nor refused.
  const patience = new AbortController()
  onTestFinished(() => patience.abort())
  const ask = (address: string, count: number) =>
    Promise.allSettled(
      Array.from({ length: count }, () =>
        fetch(`${world.origin}/api/account/register`, {
          method: 'POST',
          headers: { 'x-forwarded-for': address, 'content-type': 'application/json' },
          body: '{}',
          signal: patience.signal,
        }),
      ),
    )
  void ask('198.51.100.1', permits + queue + 60)
  void ask('192.0.2.1', timesAsMany * (permits + queue) + 60)
  await expect
    .poll(async () => (await found())?.map(({ code, level }) => `${level} ${code}`).toSorted(), {
      // Limits count it.
      interval: 300,
    })
    .toEqual(['yellow limits.refused', 'yellow limits.venue'])
})

it('email that no server has taken for ten minutes is found', async () => {
  const smtp = await startFakeSmtp()
  onTestFinished(smtp.close)
  smtp.judge(() => ({ code: 450, text: 'come back later' }))
  const database = await createTestDatabase()
  const settings = {
    PUBLIC_URL: 'https://ctf.example',
    EMAIL_CONFIG__SENDER_ADDRESS: 'ctf@localhost',
    EMAIL_CONFIG__SMTP__HOST: '127.0.0.1',
    EMAIL_CONFIG__SMTP__PORT: String(smtp.port),
    EMAIL_CONFIG__SMTP__SECURE: 'none',
  }
  const world = await createWorld({ database, settings })
  onTestFinished(() => world.close())
  const admin = await world.person('Admin')
  await world.core.mail.enqueue('confirm', {
    ...{ to: 'player@players.example', language: 'en-US', platform: 'Pennant', userName: 'player' },
    link: 'https://ctf.example/confirm',
  } as never)
  const found = async (): Promise<(string | undefined)[]> => {
    const { body } = await admin.get<SystemStatus>('/api/admin/status')
    const env = Object.fromEntries(
      Object.entries(settings).map(([name, value]) => [`PENNANT_${name}`, value]),
    )
    const { stdout } = await runCommand({ database }, ['doctor', '--only', 'email', '--json'], {
      env: { ...env, PENNANT_DATA_DIR: world.dataFolder, PENNANT_CONTAINER_PROVIDER__TYPE: 'None' },
    })
    return [
      body.findings?.find(({ code }) => code === 'mail.waiting')?.level,
      readDocument(stdout).findings.find(({ code }) => code === 'mail.waiting')?.level,
    ]
  }
  await expect
    .poll(async () => (await database.db.selectFrom('mail').select('last_error').execute())[0])
    .toMatchObject({ last_error: expect.stringContaining('come back later') })
  expect(await found()).toEqual([undefined, undefined])
  const longAgo = new Date(Math.min(Date.now(), world.clock.now()) - 601_000)
  await database.db.updateTable('mail').set({ created_at: longAgo }).execute()
  expect(await found()).toEqual(['yellow', 'warning'])
})

it('a server whose processor is busy with something else is found', async () => {
  const world = await createWorld()
  onTestFinished(() => world.close())
  const admin = await world.person('Admin')
  const timer = setInterval(() => {
    const until = performance.now() + 300
    while (performance.now() < until);
  }, 500)
  onTestFinished(() => clearInterval(timer))
  const found = async (): Promise<readonly string[] | undefined> =>
    (await admin.get<SystemStatus>('/api/admin/status')).body.findings?.find(
      ({ code }) => code === 'loop.slow',
    )?.values
  await expect.poll(found).toEqual([expect.stringMatching(/^\d{3,}$/)])
})

it('a captcha that answers late is found', async () => {
  const secret = 'the-right-secret'
  const turnstile = await startFakeTurnstile(secret)
  onTestFinished(turnstile.close)
  const url = new URL(turnstile.url)
  const line = await openRedisLine(`redis://${url.host}`)
  onTestFinished(line.close)
  url.port = new URL(line.url).port
  const options = { siteKey: 'site', secretKey: secret, verifyUrl: url.href }
  const captcha = createTurnstile(options, { now: Date.now }, () => undefined)
  const redact = createRedaction([])
  const look = async (): Promise<string[]> => {
    const check = captchaCheck({ isUsed: () => true, check: () => captcha.check(), redact })
    return (await runCheck(check, redact)).map(({ code, level }) => `${level} ${code}`)
  }
  expect(await look()).toEqual([])
  line.slow(600)
  expect(await look()).toEqual(['yellow captcha.slow'])
})
