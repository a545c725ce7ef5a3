import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SystemStatus } from '@pennant/contract/status'
import { createSlowBackup, type SlowBackup } from '../../../../tests/kit/slow-backup.ts'
import { createWorld, type Person, type World } from '../../../../tests/kit/world.ts'
import { createBackupMail } from '../backup/backup-mail.ts'
import { createBeginBackup, type RunResult } from '../backup/make.ts'
import { createRunBackup } from '../backup/run-backup.ts'
import { backupJob } from '../backup/schedule.ts'
import { backupUnderWay } from '../core/backup/under-way.ts'
import { createRedaction } from '../kit/redaction.ts'

let world: World
let slow: SlowBackup
let admin: Person
const hour = 3_600_000
const { signal } = new AbortController()
const ignore = (): void => undefined
const full = (text: string): RunResult => ({ failure: { code: 'full', text } })

beforeAll(async () => {
  slow = await createSlowBackup()
  world = await createWorld({ program: slow.program })
  admin = await world.person('Admin')
})
afterAll(async () => {
  await world.close()
  await slow.remove()
})

const partOf = async () => {
  const { body } = await admin.get<SystemStatus>('/api/admin/status')
  return body.parts.find(({ part }) => part === 'backup')
}

const failures = async () => {
  const { body } = await admin.get<SystemStatus>('/api/admin/status')
  return body.findings?.filter(({ code }) =>
    /^backup\.(failed|full|late|stalled|temporary|unproven)$/.test(code),
  )
}

describe('the backups that a server makes', () => {
  it('begin a while after its first start, and tell a failure until one works', async () => {
    const answers: RunResult[] = [
      full('no room'),
      { failure: { code: 'unproven', text: 'no file' } },
      'skipped',
      { failure: null },
      { failure: null },
    ]
    const asked: number[] = []
    const told: (string | null)[] = []
    const begin = createBeginBackup(
      world.core,
      async () => {
        asked.push(world.clock.now())
        return answers.shift() ?? 'skipped'
      },
      async (why) => void told.push(why),
    )
    const job = backupJob(world.core, 24, begin)
    await job.run(signal)
    await job.run(signal)
    expect(asked).toEqual([])
    expect((await partOf())?.state).toBe('warning')

    world.clock.advance(24 * hour)
    await expect(job.run(signal)).rejects.toThrow('no room')
    // Its code says it all, in the reader's language.
    expect(await partOf()).toMatchObject({ state: 'broken', message: null })
    expect(await failures()).toEqual([{ code: 'backup.full', level: 'red', values: [] }])
    await job.run(signal)
    expect(asked).toHaveLength(1)

    world.clock.advance(24 * hour)
    await expect(job.run(signal)).rejects.toThrow('no file')
    world.clock.advance(24 * hour)
    await job.run(signal)
    // Of the one that somebody makes by hand, nothing is known.
    expect(asked).toHaveLength(3)
    expect(await partOf()).toMatchObject({ state: 'broken', message: 'no file' })
    expect(await failures()).toEqual([{ code: 'backup.unproven', level: 'red', values: ['no file'] }])
    expect(told).toEqual(['no room'])
    for (const count of [4, 5]) {
      world.clock.advance(24 * hour)
      await job.run(signal)
      expect(asked).toHaveLength(count)
      expect((await partOf())?.message).toBeNull()
      expect(await failures()).toEqual([])
    }
    expect(told).toEqual(['no room', null])
  })

  it('email the administrators, once when they fail and once when they work', async () => {
    await world.person('Admin', 'unconfirmed')
    await world.core.db
      .updateTable('user')
      .set({ email_confirmed: false })
      .where('name', '=', 'unconfirmed')
      .execute()
    await world.person('User', 'player')
    const tell = createBackupMail(world.core, createRedaction(['hunter2']))
    await tell('The disk <b>"a"</b> of hunter2 is full.')
    await tell(null)
    const mails = await world.core.db
      .selectFrom('mail')
      .selectAll()
      .orderBy('created_at')
      .orderBy('kind')
      .execute()
    expect(mails.map(({ kind, recipient }) => [kind, recipient])).toEqual([
      ['backupFailed', admin.email],
      ['backupWorks', admin.email],
    ])
    const [failed, works] = mails
    expect(failed?.text).toContain('The disk <b>"a"</b> of … is full.')
    expect(failed?.html).toContain('&lt;b&gt;')
    expect(failed?.text).not.toMatch(/expires|ignore/)
    expect(works?.subject).toMatch(/^Backups work again - /)
  })

  it('begin when an administrator asks for one, and tell how far they are', async () => {
    const stepNow = async () => (await admin.get<SystemStatus>('/api/admin/status')).body.backup?.step
    expect(await stepNow()).toBeUndefined()
    const ask = () => admin.post('/api/admin/status/backup/now')
    const both = await Promise.all([ask(), ask()])
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
    await expect.poll(stepNow).toBe('writing')
    expect(await ask()).toMatchObject({ status: 409, body: { title: 'A backup is already running' } })
    const scheduled = createBeginBackup(
      world.core,
      () => Promise.reject(new Error('one at a time')),
      () => Promise.reject(new Error('one at a time')),
    )
    expect(await scheduled()).toBeNull()
    expect(await stepNow()).toBe('writing')
    await slow.goOn()
    await expect.poll(stepNow).toBeUndefined()
    expect((await partOf())?.state).not.toBe('broken')
    expect((await (await world.person('Monitor')).post('/api/admin/status/backup/now')).status).toBe(403)
  })

  it('end by themselves where another one has taken their place', async () => {
    const done = async (): Promise<RunResult> => ({ failure: null })
    const begin = createBeginBackup(world.core, done, async () => undefined)
    const startedAt = async () =>
      (await backupUnderWay(world.core.settingStore, world.clock.now()))?.startedAt
    const hung = await begin()
    const hungSince = await startedAt()
    expect(await begin()).toBeNull()
    world.clock.advance(hour)
    const next = await begin()
    const beganAt = await startedAt()
    expect(beganAt).toBeGreaterThan(hungSince ?? 0)
    expect(await hung?.(signal)).toBeNull()
    expect(await startedAt()).toBe(beganAt)
    await next?.(signal)
    expect(await startedAt()).toBeUndefined()
  })

  it('are commands, and say what the command says', async () => {
    const program = (script: string): ReturnType<typeof createRunBackup> =>
      createRunBackup({ command: [process.execPath, '-e', script, '--'], env: {} })
    const log = 'const words = process.argv.slice(1).join(" ");'
    const works = `${log} if (!/^backup (create --slowly|prune --yes) --json$/.test(words)) process.exit(1)`
    expect(await program(works)(signal, ignore)).toEqual({ failure: null })
    const document = JSON.stringify({
      findings: [
        { level: 'warning', code: 'disk.full', message: 'A key.' },
        { level: 'error', code: 'backup.notProven', message: 'A file is missing.' },
        { level: 'error', code: 'backup.notProven', message: 'So is another.' },
      ],
    })
    expect(
      await program(`console.log(${JSON.stringify(document)}); process.exitCode = 1`)(signal, ignore),
    ).toEqual({ failure: { code: 'unproven', text: 'A file is missing. So is another.' } })
    const noRoom = JSON.stringify({
      findings: [{ level: 'error', code: 'temporary.full', message: 'No room.' }],
    })
    expect(
      await program(`console.log(${JSON.stringify(noRoom)}); process.exitCode = 4`)(signal, ignore),
    ).toEqual({ failure: { code: 'temporary', text: 'No room.' } })
    const other = JSON.stringify({
      findings: [{ level: 'error', code: 'backup.underWay', message: 'Another.' }],
    })
    expect(await program(`console.log(${JSON.stringify(other)}); process.exitCode = 4`)(signal, ignore)).toBe(
      'skipped',
    )
    const endless = createRunBackup(
      {
        command: [
          process.execPath,
          '-e',
          'if (process.argv.includes("create")) setInterval(() => {}, 1000)',
          '--',
        ],
        env: {},
      },
      500,
    )
    expect(await endless(signal, ignore)).toEqual({
      failure: { code: 'late', text: expect.stringContaining('took more than') },
    })
    expect(await program('console.error("oh"); process.exitCode = 7')(signal, ignore)).toEqual({
      failure: { code: 'failed', text: expect.stringMatching(/ended with 7\. oh/) },
    })
  })
})
