import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { loadEvent } from '../loader/load-event.ts'
import type { LoadedEvent } from '../loader/loaded-event.ts'
import { milliseconds, moment, percentile } from '../measure.ts'
import { metered } from '../metered.ts'
import { createPlayers, type Players } from '../players.ts'
import { withPostgres } from '../postgres.ts'
import { withRedis } from '../redis.ts'
import { createRunningEvent } from '../running-event.ts'
import type { Finding, Scenario } from '../scenario.ts'
import type { ServerProcess } from '../server-process.ts'
import { withServers } from '../servers.ts'
import { askFor, openConnection } from '../workers/connection.ts'
import type { ListenJob, ListenResult, Solve } from '../workers/listen-child.ts'
import { postRequest } from '../workers/request.ts'
import { spawnWorker } from '../workers/worker.ts'

const boards = 2_000
const listeners = 2
const solves = 40
const everyMs = 200
const budgetMs = 1_000

type Setup = { loaded: LoadedEvent; players: Players; database: pg.ClientBase }

const solve = async (
  { loaded, players, database }: Setup,
  servers: readonly ServerProcess[],
): Promise<Solve[]> => {
  const connections = await Promise.all(servers.map(({ port }) => openConnection(port, { keepBodies: true })))
  const made: Solve[] = []
  const began = moment()
  for (let each = 0; each < solves; each++) {
    await wait(Math.max(0, began + each * everyMs - moment()))
    const connection = connections[each % connections.length]
    if (connection === undefined) throw new Error('no server')
    const { path, flag } = players.keep(each)
    const cookie = loaded.cookie(loaded.event.teams[each]?.members[0] ?? 0)
    const sentAt = moment()
    const { status, head } = await askFor(connection, postRequest(path, { flag }, { cookie }))
    if (status !== 200) throw new Error(`a right answer was answered with ${head}`)
    // Nothing else changes the game, so this is the version of the solve.
    const { rows } = await database.query<{ version: string }>(
      'select solves as version from game_ledger where game_id = $1',
      [loaded.gameId],
    )
    made.push({ version: Number(rows[0]?.version), sentAt })
  }
  await wait(budgetMs)
  for (const connection of connections) connection.close()
  return made
}

const measure = async (setup: Setup, servers: readonly ServerProcess[]): Promise<Finding[]> => {
  const workers = Array.from({ length: listeners }, () => spawnWorker<ListenJob, ListenResult>('listen'))
  try {
    const ports = servers.map(({ port }) => port)
    const { gameId } = setup.loaded
    for (const worker of workers) await worker.do({ kind: 'open', ports, gameId, count: boards / listeners })
    const { result: made, cpuMs } = await metered(servers, () => solve(setup, servers))
    const delays: number[] = []
    for (const worker of workers)
      for (const delay of await worker.do({ kind: 'report', solves: made })) delays.push(delay)
    const p99 = percentile(delays, 0.99)
    const { length } = servers
    const who = `${boards} boards, ${solves} solves, ${length} process${length > 1 ? 'es' : ''}`
    const fresh: Finding = {
      what: who,
      figure: `p99 ${milliseconds(p99)}, half within ${milliseconds(percentile(delays, 0.5))}, all within ${milliseconds(percentile(delays, 1))}`,
      budget: `p99 under ${milliseconds(budgetMs)}`,
      met: p99 < budgetMs,
    }
    const cost: Finding = {
      what: `${who}, processor time of a solve`,
      figure: milliseconds(cpuMs / solves),
      budget: 'none',
      met: null,
      cost: { value: cpuMs / solves, unit: 'ms' },
    }
    return [fresh, cost]
  } finally {
    for (const worker of workers) await worker.leave()
  }
}

export const freshness: Scenario = {
  name: 'freshness',
  says: 'from a right answer to the moment when connected boards know that there is a new version, in M',
  run: () =>
    withPostgres(async ({ url }) => {
      const database = new pg.Client(url)
      try {
        const found: Finding[] = []
        let setup: Setup | undefined
        await withServers({ database: url }, async (servers) => {
          await database.connect()
          const loaded = await loadEvent(url, createRunningEvent())
          setup = { loaded, players: createPlayers(loaded), database }
          found.push(...(await measure(setup, servers)))
        })
        await withRedis((redis) =>
          withServers({ count: 2, database: url, redis }, async (servers) => {
            if (setup !== undefined) found.push(...(await measure(setup, servers)))
          }),
        )
        return found
      } finally {
        await database.end()
      }
    }),
}
