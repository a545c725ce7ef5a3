import pg from 'pg'
import { exactlyOnce } from '../exactly-once.ts'
import { watchFastPath } from '../fast-path.ts'
import { loadEvent } from '../loader/load-event.ts'
import { type LoadedEvent, userIdOf } from '../loader/loaded-event.ts'
import { median, microseconds, percentile } from '../measure.ts'
import { metered } from '../metered.ts'
import { pgbench } from '../pgbench.ts'
import { createPlayers, type Players } from '../players.ts'
import { type Postgres, withPostgres } from '../postgres.ts'
import { withRedis } from '../redis.ts'
import { createRunningEvent } from '../running-event.ts'
import type { Finding, Scenario } from '../scenario.ts'
import type { ServerProcess } from '../server-process.ts'
import { withServers } from '../servers.ts'
import { submitRound, type SubmitRound, warmUpSubmitting } from '../submit-round.ts'
import type { SubmitJob, SubmitResult } from '@pennant/load/submit-job'
import { spawnWorker, type Worker } from '@pennant/load/worker'

/** Of pgbench, with one process and with two. */
const budgets = [
  { count: 32, least: [0.8, 0.6] },
  { count: 256, least: [1.8, 1.8] },
]
/** Of the processor time with one process, with two. */
const mostWithTwo = 1.25
const rounds = 3
const pgbenchSeconds = 4

/** The same row that a wrong answer leaves, in its own transaction. */
const scriptFor = ({ gameId, event, participationId, challengeId }: LoadedEvent): string => {
  const user = userIdOf(gameId, 0)
  const number = Number(user.slice(-12))
  return [
    `\\set team random(${participationId(0)}, ${participationId(event.teams.length - 1)})`,
    `\\set challenge random(${challengeId(0)}, ${challengeId(event.challenges.length - 1)})`,
    `\\set number random(${number}, ${number + event.users.length - 1})`,
    'insert into submission (game_id, participation_id, challenge_id, user_id, answer, status, time)',
    `values (${gameId}, :team, :challenge, ('${user.slice(0, -12)}' || lpad(:number::text, 12, '0'))::uuid,`,
    "  'flag{not_this_one}', 'WrongAnswer', now());",
  ].join('\n')
}

type Setup = {
  postgres: Postgres
  loaded: LoadedEvent
  players: Players
  worker: Worker<SubmitJob, SubmitResult>
}

const burst = async (
  { postgres, loaded, players, worker }: Setup,
  servers: readonly ServerProcess[],
  { count, least }: (typeof budgets)[number],
): Promise<Finding[]> => {
  const budget = least[servers.length - 1] ?? Number.NaN
  const script = scriptFor(loaded)
  const sites = servers.map(({ site }) => site)
  const ours: SubmitRound[] = []
  const theirs: { perSecond: number; cpuMs: number }[] = []
  for (let round = 0; round < rounds; round++) {
    const bench = await metered([postgres], () =>
      pgbench(postgres, { script, clients: count, seconds: pgbenchSeconds }),
    )
    theirs.push({ perSecond: bench.result.perSecond, cpuMs: bench.cpuMs / bench.result.rows })
    ours.push(await submitRound({ postgres, players, worker, servers }, { count, sites }))
  }
  const ratio = median(
    ours.map(({ perSecond }, round) => perSecond / (theirs[round]?.perSecond ?? Number.NaN)),
  )
  const serverMs = median(ours.map((round) => round.serverMs))
  const databaseMs = median(ours.map((round) => round.databaseMs))
  const yardstickMs = median(theirs.map(({ cpuMs }) => cpuMs))
  const tail = (share: number): string =>
    median(ours.map(({ latencies }) => percentile(latencies, share))).toFixed(0)
  const who = `${count} players, ${processes(servers)}`
  return [
    {
      what: who,
      figure: `${median(ours.map(({ perSecond }) => perSecond)).toFixed(0)} answers/s, half within ${tail(0.5)} ms, p99 ${tail(0.99)} ms`,
      yardstick: `pgbench ${median(theirs.map(({ perSecond }) => perSecond)).toFixed(0)} rows/s`,
      ratio,
      budget: `at least ${budget.toFixed(1)} ×`,
      met: ratio >= budget,
    },
    {
      what: `${who}, processor time of an answer`,
      figure: `server ${microseconds(serverMs)}, database ${microseconds(databaseMs)}`,
      yardstick: `database of pgbench ${microseconds(yardstickMs)}`,
      ratio: (serverMs + databaseMs) / yardstickMs,
      budget: 'none',
      met: null,
      cost: { value: 1000 * (serverMs + databaseMs), unit: 'µs' },
    },
  ]
}

const costWithTwo = (one: readonly Finding[], two: readonly Finding[]): Finding[] =>
  budgets.map(({ count }) => {
    const costOf = (found: readonly Finding[]): number =>
      found.find(({ what, cost }) => what.startsWith(`${count} players`) && cost !== undefined)?.cost
        ?.value ?? Number.NaN
    const ratio = costOf(two) / costOf(one)
    const isBudgeted = count === 32
    return {
      what: `${count} players, processor time of an answer with 2 processes`,
      figure: `${costOf(two).toFixed(0)} µs`,
      yardstick: `with one process ${costOf(one).toFixed(0)} µs`,
      ratio,
      budget: isBudgeted ? `at most ${mostWithTwo} ×` : 'none',
      met: isBudgeted ? ratio <= mostWithTwo : null,
    }
  })

const processes = ({ length }: readonly unknown[]): string => `${length} process${length > 1 ? 'es' : ''}`

const measure = async (setup: Setup, servers: readonly ServerProcess[]): Promise<Finding[]> => {
  const fastPath = await watchFastPath(servers)
  const found: Finding[] = []
  for (const each of budgets) found.push(...(await burst(setup, servers, each)))
  const database = new pg.Client(setup.postgres.url)
  await database.connect()
  try {
    const sites = servers.map(({ site }) => site)
    found.push(await exactlyOnce({ ...setup, who: processes(servers), database, sites }))
  } finally {
    await database.end()
  }
  return [...found, await fastPath(processes(servers))]
}

export const submitBurst: Scenario = {
  name: 'submit-burst',
  says: 'flags of many players at once, nine of ten wrong, durable on PostgreSQL, in the middle of M',
  run: () =>
    withPostgres(async (postgres) => {
      const { url } = postgres
      const worker = spawnWorker<SubmitJob, SubmitResult>('submit')
      const newSetup = async (): Promise<Setup> => {
        const loaded = await loadEvent(url, createRunningEvent())
        return { postgres, loaded, players: createPlayers(loaded), worker }
      }
      // Each in its own event, since much of the last one is solved.
      const measured = async (servers: readonly ServerProcess[]): Promise<Finding[]> => {
        await warmUpSubmitting(
          await newSetup(),
          servers.map(({ site }) => site),
        )
        return measure(await newSetup(), servers)
      }
      try {
        const one = await withServers({ database: url }, measured)
        const two = await withRedis((redis) => withServers({ count: 2, database: url, redis }, measured))
        return [...one, ...two, ...costWithTwo(one, two)]
      } finally {
        await worker.leave()
      }
    }),
}
