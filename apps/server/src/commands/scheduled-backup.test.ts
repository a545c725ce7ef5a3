import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SystemStatus } from '@pennant/contract/status'
import { createWorld, type Person, type World } from '../../../../tests/kit/world.ts'
import { createRunBackup } from '../backup/run-backup.ts'
import { backupJob } from '../backup/schedule.ts'

let world: World
let admin: Person
const hour = 3_600_000
const { signal } = new AbortController()

beforeAll(async () => {
  world = await createWorld()
  admin = await world.person('Admin')
})
afterAll(() => world.close())

const partOf = async () => {
  const { body } = await admin.get<SystemStatus>('/api/admin/status')
  return body.parts.find(({ part }) => part === 'backup')
}

describe('the backups that a server makes', () => {
  it('begin a while after its first start, and tell a failure until one works', async () => {
    const answers = ['no room', null]
    const asked: number[] = []
    const job = backupJob(world.core, 24, async () => {
      asked.push(world.clock.now())
      return answers.shift() ?? null
    })
    await job.run(signal)
    await job.run(signal)
    expect(asked).toEqual([])
    expect((await partOf())?.state).toBe('warning')

    world.clock.advance(24 * hour)
    await expect(job.run(signal)).rejects.toThrow('no room')
    expect(await partOf()).toMatchObject({ state: 'broken', message: 'no room' })
    await job.run(signal)
    expect(asked).toHaveLength(1)

    world.clock.advance(24 * hour)
    await job.run(signal)
    expect(asked).toHaveLength(2)
    expect((await partOf())?.message).toBeNull()
  })

  it('are commands, and say what the command says', async () => {
    const program = (script: string): ReturnType<typeof createRunBackup> =>
      createRunBackup({ command: [process.execPath, '-e', script, '--'], env: {} })
    const log = 'const words = process.argv.slice(1).join(" ");'
    const works = `${log} if (!/^backup (create --slowly|prune --yes) --json$/.test(words)) process.exit(1)`
    expect(await program(works)(signal)).toBeNull()
    const document = JSON.stringify({
      findings: [
        { level: 'warning', message: 'A key.' },
        { level: 'error', message: 'A file is missing.' },
      ],
    })
    expect(await program(`console.log(${JSON.stringify(document)}); process.exitCode = 1`)(signal)).toBe(
      'A file is missing.',
    )
    expect(await program('console.error("oh"); process.exitCode = 7')(signal)).toMatch(/ended with 7\. oh/)
  })
})
