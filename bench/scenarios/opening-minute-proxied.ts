import { createEvent } from '../event/create-event.ts'
import { createRandom } from '../event/random.ts'
import { sizes } from '../event/size.ts'
import { loadEvent } from '../loader/load-event.ts'
import type { LoadedEvent } from '../loader/loaded-event.ts'
import { model } from '../loader/people.ts'
import { milliseconds, percentile } from '../measure.ts'
import { withPostgres } from '../postgres.ts'
import { withProxy } from '../proxy.ts'
import { withRedis } from '../redis.ts'
import type { Finding, Scenario } from '../scenario.ts'
import type { ServerProcess } from '../server-process.ts'
import { withServers } from '../servers.ts'
import { watchLoops } from '../watch-loops.ts'
import { addressOf, comingFrom, type Site } from '@pennant/load/address'
import type { Arrival, ArriveJob, ArriveResult } from '@pennant/load/arrive-job'
import { spawnWorker } from '@pennant/load/worker'

const minute = 60_000
const size = { ...sizes.L, challenges: sizes.M.challenges, solves: 0 }
const challengesEach = 20
const budgets = { slowestMs: 2_000, p99Ms: 1_000, blockedMs: 50 }

/** Without a session they log in first. */
type Crowd = { what: string; count: number; withSession: boolean }

const crowds: readonly Crowd[] = [
  { what: '2,000 players who log in', count: 2_000, withSession: false },
  { what: '5,000 players with sessions', count: 5_000, withSession: true },
]

const arrivalsOf = (loaded: LoadedEvent, site: Site, { count, withSession }: Crowd): Arrival[] => {
  const { gameId, event, challengeId } = loaded
  const game = `/api/game/${gameId}`
  const random = createRandom(1)
  return Array.from({ length: count }, (_, user) => {
    const challenges = event.challenges
      .map((__, challenge) => ({
        path: `${game}/challenges/${challengeId(challenge)}`,
        order: random.next(),
      }))
      .toSorted((one, other) => one.order - other.order)
      .slice(0, challengesEach)
      .map(({ path }) => path)
    return {
      headers: comingFrom(addressOf(user)),
      before: [],
      who: withSession
        ? { cookie: loaded.cookie(user, site) }
        : { userName: loaded.userName(user), password: model.password },
      after: ['/api/account/profile', game, `${game}/details`, ...challenges, `${game}/notices`],
    }
  })
}

const open = async (
  url: string,
  servers: readonly ServerProcess[],
  site: Site,
  crowd: Crowd,
): Promise<Finding[]> => {
  const loaded = await loadEvent(url, createEvent({ size, start: Date.now() - minute }), { fresh: true })
  const worker = spawnWorker<ArriveJob, ArriveResult>('arrive')
  try {
    const people = arrivalsOf(loaded, site, crowd)
    const blocked = await watchLoops(servers)
    const job = { site, gameId: loaded.gameId, everyMs: minute / crowd.count, people }
    const { latencies, slowest, refused, connected } = await worker.do(job)
    const { serversMs, besideMs } = await blocked()
    const p99 = percentile(latencies, 0.99)
    return [
      {
        what: crowd.what,
        figure: `${latencies.length} requests, ${refused.length} not answered with 200${refused.length > 0 ? ` (${refused[0]})` : ''}, ${connected} live connections`,
        budget: 'no 5xx, no 429, all connected',
        met: refused.length === 0 && connected === crowd.count,
      },
      {
        what: `${crowd.what}, how long they wait`,
        figure: `p99 ${milliseconds(p99)}, at most ${milliseconds(slowest.ms)} (${slowest.what})`,
        budget: `p99 under ${milliseconds(budgets.p99Ms)}, none over ${milliseconds(budgets.slowestMs)}`,
        met: p99 < budgets.p99Ms && slowest.ms <= budgets.slowestMs,
      },
      {
        what: `${crowd.what}, event loops blocked at most`,
        figure: milliseconds(serversMs),
        yardstick: `a process beside them that does nothing ${milliseconds(besideMs)}`,
        ratio: serversMs / besideMs,
        budget: `under ${milliseconds(budgets.blockedMs)}`,
        met: serversMs < budgets.blockedMs,
      },
    ]
  } finally {
    await worker.leave()
  }
}

export const openingMinuteProxied: Scenario = {
  name: 'opening-minute-proxied',
  says: 'thousands arrive within a minute at two processes behind nginx, read the game and 20 challenges, and stay',
  run: () =>
    withPostgres(({ url }) =>
      withRedis((redis) =>
        withServers({ count: 2, database: url, redis, limited: true }, (servers) =>
          withProxy(
            servers.map(({ site }) => site),
            async ({ site }) => {
              const found: Finding[] = []
              for (const crowd of crowds) found.push(...(await open(url, servers, site, crowd)))
              return found
            },
          ),
        ),
      ),
    ),
}
