import type pg from 'pg'
import type { LoadedEvent } from './loader/loaded-event.ts'
import type { Players } from './players.ts'
import type { Finding } from './scenario.ts'
import type { ServerProcess } from './server-process.ts'
import { askFor, openConnection } from './workers/connection.ts'
import { postRequest } from './workers/request.ts'

const atOnce = 50
const attempts = 5

type Setup = {
  database: pg.ClientBase
  loaded: LoadedEvent
  players: Players
  servers: readonly ServerProcess[]
}

export const exactlyOnce = async (setup: Setup): Promise<Finding> => {
  const faults: string[] = []
  for (let team = 0; team < attempts; team++) faults.push(...(await attempt(setup, team)))
  const { length } = setup.servers
  return {
    what: `${atOnce} identical right answers at once, ${attempts} times, ${length} process${length > 1 ? 'es' : ''}`,
    figure: faults.length === 0 ? 'all taken, each solve counted once' : faults.join('; '),
    budget: 'exactly once',
    met: faults.length === 0,
  }
}

const attempt = async (
  { database, loaded, players, servers }: Setup,
  team: number,
): Promise<readonly string[]> => {
  const { challenge, path, flag } = players.keep(team)
  const members = loaded.event.teams[team]?.members ?? []
  const connections = await Promise.all(
    Array.from({ length: atOnce }, (_, index) =>
      openConnection(servers[index % servers.length]?.port ?? 0, { keepBodies: true }),
    ),
  )
  const answers = await Promise.all(
    connections.map((connection, index) => {
      const cookie = loaded.cookie(members[index % members.length] ?? 0)
      return askFor(connection, postRequest(path, { flag }, { cookie }))
    }),
  )
  for (const connection of connections) connection.close()
  const taken = answers.filter(({ status }) => status === 200)
  const ids = new Set(taken.map(({ bytes }) => Number(bytes.toString())))

  const pair = [loaded.participationId(team), loaded.challengeId(challenge)]
  const { rows } = await database.query<{ accepted: string; solves: string; first: string }>(
    `select count(*) filter (where s.status = 'Accepted') as accepted, min(s.id) as first,
       (select count(*) from first_solve f where f.participation_id = $1 and f.challenge_id = $2
         and f.submission_id = any($3::bigint[])) as solves
     from submission s where s.participation_id = $1 and s.challenge_id = $2 and s.id = any($3::bigint[])`,
    [...pair, [...ids]],
  )
  const found = [
    [taken.length, `${taken.length} answered`],
    [ids.size, `${ids.size} ids`],
    [Number(rows[0]?.accepted), `${rows[0]?.accepted} accepted`],
  ] as const
  const solves = Number(rows[0]?.solves)
  return [
    ...found.filter(([count]) => count !== atOnce).map(([, words]) => words),
    ...(solves === 1 ? [] : [`${solves} solves`]),
  ]
}
