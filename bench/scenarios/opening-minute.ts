import { setTimeout as wait } from 'node:timers/promises'
import { createEvent } from '../event/create-event.ts'
import { createRandom } from '../event/random.ts'
import { sizes } from '../event/size.ts'
import { loadEvent } from '../loader/load-event.ts'
import type { LoadedEvent } from '../loader/loaded-event.ts'
import { model } from '../loader/people.ts'
import { mebibytes, microseconds, milliseconds, percentile } from '../measure.ts'
import { metered } from '../metered.ts'
import { withPostgres } from '../postgres.ts'
import type { Finding, Scenario } from '../scenario.ts'
import type { ServerProcess } from '../server-process.ts'
import { withServers } from '../servers.ts'
import { watchLoops } from '../watch-loops.ts'
import { getRequest, postRequest } from '@pennant/load/request'
import type { VisitJob, VisitResult } from '@pennant/load/visit-job'
import { spawnWorker, type Worker } from '@pennant/load/worker'

const players = 300
const minute = 60_000
const budgets = { slowestMs: 2_000, blockedMs: 50, residentBytes: 400 * 1_048_576 }

type Setup = { server: ServerProcess; loaded: LoadedEvent; worker: Worker<VisitJob, VisitResult> }

const logIn = ({ server: { site }, loaded, worker }: Setup): Promise<VisitResult> => {
  const users = loaded.event.teams.slice(0, players).map(({ members }) => members[0] ?? 0)
  const visitors = users.map((user) => ({
    site,
    requests: [
      postRequest('/api/account/login', { userName: loaded.userName(user), password: model.password }),
    ],
  }))
  return worker.do({ visitors })
}

const visit = (
  { server: { site }, loaded, worker }: Setup,
  cookies: readonly string[],
): Promise<VisitResult> => {
  const { gameId, event, challengeId } = loaded
  const game = `/api/game/${gameId}`
  const random = createRandom(1)
  const visitors = cookies.map((cookie) => {
    const challenges = event.challenges
      .map((_, challenge) => ({ path: `${game}/challenges/${challengeId(challenge)}`, order: random.next() }))
      .toSorted((one, other) => one.order - other.order)
      .map(({ path }) => path)
    const paths = ['/api/account/profile', game, `${game}/details`, ...challenges, `${game}/notices`]
    return { site, requests: paths.map((path) => getRequest(path, { cookie })) }
  })
  return worker.do({ visitors })
}

const findingsOf = async (setup: Setup): Promise<Finding[]> => {
  const { server } = setup
  const logins = await logIn(setup)
  if (logins.refused.length > 0) throw new Error(`logins were refused: ${logins.refused[0]}`)

  const blocked = await watchLoops([server])
  const { result: visits, cpuMs } = await metered([server], () => visit(setup, logins.cookies))
  const { serversMs, besideMs } = await blocked()
  await wait(2_000)
  const resident = await server.residentBytes()

  const { tookMs, latencies, slowest, refused } = visits
  const failures = refused.filter((each) => each.startsWith('5') || each.startsWith('0'))
  return [
    {
      what: `${players} logins at once`,
      figure: `all in ${milliseconds(logins.tookMs)}, the slowest ${milliseconds(logins.slowest.ms)}`,
      budget: 'none',
      met: null,
    },
    {
      what: `${latencies.length} requests of ${players} players at once`,
      figure: `${((latencies.length * 1000) / tookMs).toFixed(0)} requests/s, ${failures.length} failures${failures.length > 0 ? ` (${failures[0]})` : ''}, ${refused.length - failures.length} refusals`,
      budget: 'no 5xx and no refusal',
      met: refused.length === 0,
    },
    {
      what: 'processor time of one of them',
      figure: microseconds(cpuMs / latencies.length),
      budget: 'none',
      met: null,
      cost: { value: (1000 * cpuMs) / latencies.length, unit: 'µs' },
    },
    {
      what: 'the slowest of them',
      figure: `${milliseconds(slowest.ms)} (${slowest.request.split(' ')[1] ?? ''}), p99 ${milliseconds(percentile(latencies, 0.99))}`,
      budget: `under ${milliseconds(budgets.slowestMs)}`,
      met: slowest.ms < budgets.slowestMs,
    },
    {
      what: 'event loop of the server blocked at most',
      figure: milliseconds(serversMs),
      yardstick: `a process beside it that does nothing ${milliseconds(besideMs)}`,
      ratio: serversMs / besideMs,
      budget: `under ${milliseconds(budgets.blockedMs)}`,
      met: serversMs < budgets.blockedMs,
    },
    {
      what: 'resident memory afterward',
      figure: mebibytes(resident),
      budget: `under ${mebibytes(budgets.residentBytes)}`,
      met: resident < budgets.residentBytes,
    },
  ]
}

export const openingMinute: Scenario = {
  name: 'opening-minute',
  says: 'players log in, then read profile, game, details, every challenge and notices, all at once',
  run: () =>
    withPostgres(({ url }) =>
      withServers({ database: url }, async ([server]) => {
        if (server === undefined) throw new Error('no server')
        const size = { ...sizes.M, solves: 0, wrong: 0 }
        const event = createEvent({ size, start: Date.now() - minute })
        const loaded = await loadEvent(url, event, { fresh: true })
        const worker = spawnWorker<VisitJob, VisitResult>('visit')
        try {
          return await findingsOf({ server, loaded, worker })
        } finally {
          await worker.leave()
        }
      }),
    ),
}
