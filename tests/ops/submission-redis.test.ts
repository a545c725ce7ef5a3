import { describe, expect, it } from 'vitest'
import { withSkipReason } from '../kit/skip-reason.ts'
import type { TestRedis } from '../kit/redis.ts'
import { expectBoard, expectShown } from './board.ts'
import { createStream, flowing } from './burst.ts'
import { expectKept } from './submission-checks.ts'
import { makeGame } from './game.ts'
import { makeInstallation, severalMissing } from './installation.ts'
import { type Server, stopServer } from './server.ts'
import { readAgainAndAgain } from './watch.ts'
import { byBreadth } from '../kit/breadth.ts'

const rounds = byBreadth(1, 2, 25)
const missing = severalMissing()
const patient = { timeout: 60_000 }

type Outage = { begin(redis: TestRedis): Promise<void>; end(redis: TestRedis): Promise<void> }

const outages: Outage[] = [
  { begin: (redis) => redis.kill(), end: (redis) => redis.restart() },
  { begin: async (redis) => redis.pause(), end: async (redis) => redis.resume() },
]

const hears = ({ program }: Server): boolean => {
  const news = program.output().match(/redis \(bus\): [^"]*|drops the listening connection/g)
  return news?.at(-1)?.endsWith('connected again') ?? true
}

describe.skipIf(missing)(withSkipReason('two processes in a burst of submissions', missing), () => {
  it(`that lose Redis ${rounds} times take all, and show each other’s solves meanwhile and afterwards`, {
    timeout: 120_000 + rounds * 60_000,
  }, async () => {
    const { redis, sql, start } = await makeInstallation()
    const [one, other] = [await start(), await start()]
    const sites = [one.site, other.site]
    const game = await makeGame(one.site, { teams: 8, challenges: 20 + 10 * rounds })
    const stream = createStream(game)
    const readers = sites.map((site) => readAgainAndAgain(site, game))
    const eachAlone = async (): Promise<void> => {
      for (const site of sites) {
        const stop = stream.run(site)
        await flowing(stream)
        await stop()
        await expectShown(stream, game, ...sites)
      }
    }
    const together = async (meanwhile: () => Promise<void>): Promise<void> => {
      const stop = stream.run(...sites)
      await flowing(stream)
      await meanwhile()
      await flowing(stream)
      await stop()
    }
    for (let round = 0; round < rounds; round++) {
      const outage = outages[round % outages.length]
      if (outage === undefined) throw new Error('there is nothing to try')
      await together(() => outage.begin(redis))
      await eachAlone()
      await expect.poll(() => [one, other].map(hears), patient).toEqual([false, false])
      await eachAlone()
      await together(() => outage.end(redis))
      await expect.poll(() => [one, other].map(hears), patient).toEqual([true, true])
      await eachAlone()
    }

    expect(stream.attempts.filter(({ outcome }) => outcome?.kind !== 'taken')).toEqual([])
    await expectKept(sql, game, stream.attempts)
    await expectBoard(sql, game, ...sites)
    for (const reader of readers) await reader.stop()
    expect(readers.map((reader) => reader.faults())).toEqual([[], []])
    await Promise.all([stopServer(one), stopServer(other)])
  })
})
