import path from 'node:path'
import type { Provider } from '@pennant/contract/instance'
import { describe, expect, it } from 'vitest'
import { dockerMissing } from '../kit/docker.ts'
import { withSkipReason } from '../kit/skip-reason.ts'
import { notLinux } from './database.ts'
import { callOk } from './game.ts'
import {
  echoed,
  expectNoOrphans,
  instanceEnvironment,
  makeInstanceGame,
  openDocker,
  type Outcome,
  readBoth,
  readRows,
  startInstance,
} from './instance.ts'
import { startServer, stopServer, temporaryFolder } from './server.ts'
import { embeddedSql } from './sql.ts'

const missing = notLinux ?? dockerMissing()
type Line = { msg: string; level: string }

const swept = async (dataDir: string, job = 'instance sweep'): Promise<void> => {
  const since = Date.now()
  const lastRun = async (): Promise<number> => {
    const [run] = await embeddedSql(dataDir)<{ begun: number }>(
      'select begun_at as begun from job_run where name = $1',
      [job],
    )
    return run?.begun ?? 0
  }
  await expect.poll(lastRun, { timeout: 150_000, interval: 250 }).toBeGreaterThan(since)
}

const honest = ['instance.unavailable', 'instance.startFailed', 'instance.cancelled']

describe.skipIf(missing)(withSkipReason('a Docker daemon that goes away under a server', missing), () => {
  it('takes no instance along that lives on, refuses starts, and is used again when it is back', async () => {
    const docker = await openDocker(['echo'], { 'live-restore': true })
    const dataDir = path.join(temporaryFolder(), 'data')
    const env = { ...instanceEnvironment(docker), PENNANT_CONTAINERPROVIDER__STARTSATONCE: '2' }
    const server = await startServer({ dataDir, env })
    const { site } = server
    const game = await makeInstanceGame(site, { teams: 8, services: ['echo', 'echo', 'echo', 'echo'] })
    const captains = game.players.filter((_, place) => place % 2 === 0)
    const [first, second, third, fourth] = game.served
    const start = (place: number, challenge = 0): Promise<Outcome | null> => {
      const captain = captains[place]
      if (captain === undefined) throw new Error(`there is no team ${place}`)
      return startInstance(site, game, captain, challenge)
    }
    const provider = (): Promise<Provider> =>
      callOk('GET', `${site}/api/admin/instances/provider`, game.admin)

    const running = await Promise.all([start(0, first), start(1, first)])
    const entries = running.map((outcome) => outcome?.entry ?? '')
    const before = (await readBoth(dataDir, docker)).rows
    expect(before).toHaveLength(2)
    expect(await provider()).toMatchObject({ kind: 'docker', working: true, message: null })

    for (const mode of ['stop', 'kill'] as const) {
      const challenge = mode === 'stop' ? second : third
      const starts = captains.map((_, place) => start(place, challenge))
      await Promise.race(starts)
      await docker.end(mode)
      const outcomes = await Promise.all(starts)
      expect(outcomes.map((outcome) => outcome?.code ?? outcome?.status)).toEqual(
        outcomes.map(() => expect.toBeOneOf([200, ...honest])),
      )
      expect(outcomes.some((outcome) => outcome?.status !== 200)).toBe(true)

      expect((await start(0, fourth))?.code).toBe('instance.unavailable')
      expect((await fetch(`${site}/api/config`)).status).toBe(200)
      const { working, message } = await provider()
      expect([working, message]).toEqual([false, expect.stringContaining('reach')])
      // The sweep has run since, so it does not take running instances for gone.
      await swept(dataDir)
      for (const entry of entries) expect(await echoed(site, entry, 'hello')).toBe('hello')
      const rows = await readRows(dataDir)
      expect(rows.filter(({ id }) => before.some((one) => one.id === id))).toEqual(before)

      await docker.restart()
      await expect.poll(async () => (await provider()).working, { timeout: 30_000 }).toBe(true)
      for (const entry of entries) expect(await echoed(site, entry, 'hello')).toBe('hello')
    }

    expect((await start(0, fourth))?.status).toBe(200)
    await expectNoOrphans(dataDir, docker, 90_000)
    const { rows } = await readBoth(dataDir, docker)
    expect(rows.filter(({ id }) => before.some((one) => one.id === id))).toEqual(before)
    await stopServer(server)
  })

  it('ends its instances with one line each, and raises no other alarm; nor does an ordinary expiry', async () => {
    const docker = await openDocker(['echo'])
    const dataDir = path.join(temporaryFolder(), 'data')
    const server = await startServer({ dataDir, env: instanceEnvironment(docker) })
    const { site } = server
    const game = await makeInstanceGame(site, { teams: 7, services: ['echo', 'echo'] })
    const captains = game.players.filter((_, place) => place % 2 === 0)
    const startAll = async (challenge = 0): Promise<void> => {
      const outcomes = await Promise.all(
        captains.map((captain) => startInstance(site, game, captain, challenge)),
      )
      expect(outcomes.map((outcome) => outcome?.status)).toEqual(captains.map(() => 200))
    }
    const lines = async (): Promise<string[]> => {
      const all = await callOk<Line[]>('GET', `${site}/api/admin/logs?count=1000`, game.admin)
      return all.flatMap(({ msg, level }) =>
        /nstance|container/.test(msg) && !/ started$/.test(msg)
          ? [
              `${level}: ${(msg.split('\n')[0] ?? '').replace(/ [0-9a-f]{12} \([0-9a-f]{64}\).*(?= expired)/, '')}`,
            ]
          : [],
      )
    }
    const gone = (): Promise<void> =>
      expect.poll(() => readRows(dataDir), { timeout: 60_000, interval: 250 }).toEqual([])

    await startAll(game.served[0])
    await embeddedSql(dataDir)("update container set expect_stop_at = now() - interval '1 second'")
    await gone()
    await swept(dataDir, 'instances')
    expect(await lines()).toEqual(captains.map(() => 'Information: Instance expired'))

    await startAll(game.served[1])
    await docker.end('stop')
    await docker.restart()
    await gone()
    await swept(dataDir, 'instances')
    const after = (await lines()).filter((line) => !line.endsWith('expired'))
    const ended = after.filter((line) => /^Warning: Instance of challenge .* ended on its own: /.test(line))
    expect(ended).toHaveLength(captains.length)
    const allowed = [
      'Information: Instances can be managed again',
      "Warning: Couldn't manage instances: the container provider isn't responding",
    ]
    expect(after.filter((line) => !ended.includes(line) && !allowed.includes(line))).toEqual([])
    await expectNoOrphans(dataDir, docker)
    await stopServer(server)
  }, 400_000)
})
