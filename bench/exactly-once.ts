import type pg from 'pg'
import { callerOf, type LoadedEvent } from './loader/loaded-event.ts'
import type { Players } from './players.ts'
import type { Finding } from './scenario.ts'
import type { Site } from '@pennant/load/address'
import { askFor, openConnection } from '@pennant/load/connection'
import { postRequest } from '@pennant/load/request'

const atOnce = 50
const attempts = 5

type Setup = {
  who: string
  database: pg.ClientBase
  loaded: LoadedEvent
  players: Players
  sites: readonly Site[]
}

export const exactlyOnce = async (setup: Setup): Promise<Finding> => {
  const faults: string[] = []
  for (let team = 0; team < attempts; team++) faults.push(...(await attempt(setup, team)))
  return {
    what: `${setup.who}, ${atOnce} identical right answers at once, ${attempts} times`,
    figure: faults.length === 0 ? 'all taken, each solve counted once' : faults.join('; '),
    budget: 'exactly once',
    met: faults.length === 0,
  }
}

const attempt = async (
  { database, loaded, players, sites }: Setup,
  team: number,
): Promise<readonly string[]> => {
  const { challenge, path, flag } = players.keep(team)
  const members = loaded.event.teams[team]?.members ?? []
  const opened = await Promise.all(
    Array.from({ length: atOnce / sites.length }, () => sites)
      .flat()
      .map(async (site) => ({ site, connection: await openConnection(site, { keepBodies: true }) })),
  )
  const answers = await Promise.all(
    opened.map(({ site, connection }, index) => {
      const caller = callerOf(loaded, members[index % members.length] ?? 0, site)
      return askFor(connection, postRequest(path, { flag }, caller))
    }),
  )
  for (const { connection } of opened) connection.close()
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
