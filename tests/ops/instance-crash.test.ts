import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { dockerMissing } from '../kit/docker.ts'
import { withSkipReason } from '../kit/skip-reason.ts'
import { notLinux } from './database.ts'
import {
  echoed,
  expectNoOrphans,
  instanceEnvironment,
  makeInstanceGame,
  openDocker,
  type Outcome,
  readBoth,
  startInstance,
} from './instance.ts'
import type { Player } from './game.ts'
import { startServer, stopServer, temporaryFolder } from './server.ts'
import { embeddedSql } from './sql.ts'
import { byBreadth } from '../kit/breadth.ts'

const missing = notLinux ?? dockerMissing()
const rounds = byBreadth(1, 4, 25)
const teams = 4
const perRound = 3
const answersBefore = [3, 0, 7, 1]

describe.skipIf(missing)(withSkipReason('killing the built server', missing), () => {
  it(`${rounds} times while it starts instances leaves none behind, and loses none that was handed out`, {
    timeout: 120_000 + rounds * 40_000,
  }, async () => {
    const docker = await openDocker(['echo'])
    const dataDir = path.join(temporaryFolder(), 'data')
    const env = instanceEnvironment(docker)
    let server = await startServer({ dataDir, env })
    const services = Array.from({ length: rounds * perRound }, () => 'echo' as const)
    const game = await makeInstanceGame(server.site, { teams, services })
    const captains = game.players.filter((_, place) => place % 2 === 0)
    const handedOut: string[] = []
    let brokenOff = 0

    for (let round = 0; round < rounds; round++) {
      const challenges = game.served.slice(round * perRound, (round + 1) * perRound)
      let answered = 0
      const start = async (captain: Player, challenge: number): Promise<Outcome | null> => {
        const outcome = await startInstance(server.site, game, captain, challenge)
        answered++
        return outcome
      }
      const answers = Promise.all(
        captains.flatMap((captain) => challenges.map((challenge) => start(captain, challenge))),
      )
      const isUnderWay = async (): Promise<boolean> =>
        (await readBoth(dataDir, docker)).rows.some(({ status }) => status === 'Pending')
      await expect.poll(isUnderWay, { timeout: 30_000, interval: 20 }).toBe(true)
      // Never at the same point of the work.
      const enough = answersBefore[round % answersBefore.length] ?? 0
      await expect.poll(() => answered, { timeout: 30_000, interval: 20 }).toBeGreaterThanOrEqual(enough)
      await wait((round * 170) % 700)
      server.program.signal('SIGKILL')
      await server.program.ended
      const outcomes = (await answers).filter((outcome): outcome is Outcome => outcome !== null)
      expect(outcomes.filter(({ status }) => status !== 200)).toEqual([])
      handedOut.push(...outcomes.flatMap(({ entry }) => entry ?? []))

      const { rows } = await readBoth(dataDir, docker)
      brokenOff += rows.filter(({ status }) => status === 'Pending').length
      server = await startServer({ dataDir, env })
      // The only process must not wait for leases from before the crash.
      const waitedFor = "select id from container where status = 'Pending' and lease_until > now()"
      expect(await embeddedSql(dataDir)(waitedFor)).toEqual([])
      await expectNoOrphans(dataDir, docker)
    }

    expect(brokenOff).toBeGreaterThan(0)
    expect(handedOut.length).toBeGreaterThan(0)
    const said = await Promise.all(handedOut.map((entry) => echoed(server.site, entry, 'hello')))
    expect(said).toEqual(handedOut.map(() => 'hello'))
    const [captain] = captains
    if (captain === undefined) throw new Error('there is a team')
    for (const challenge of game.served) {
      const outcome = await startInstance(server.site, game, captain, challenge)
      expect([200, 'instance.running', 'instance.tooSoon']).toContain(outcome?.code ?? outcome?.status)
    }
    expect(await expectNoOrphans(dataDir, docker)).toBeGreaterThanOrEqual(game.served.length)
    await stopServer(server)
  })
})
