import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { callerOf, type LoadedEvent } from './loader/loaded-event.ts'
import { moment } from '@pennant/load/clock'
import type { Players } from './players.ts'
import type { Site } from '@pennant/load/address'
import { askFor, openConnection } from '@pennant/load/connection'
import type { Solve } from '@pennant/load/listen-child'
import { postRequest } from '@pennant/load/request'

export type SolveSetup = { loaded: LoadedEvent; players: Players; database: pg.ClientBase }

/** `from`: the first team; each has two challenges kept for it. */
export type Pace = { solves: number; everyMs: number; from?: number }

/** Each by another team, and each makes a version of the scoreboard. */
export const solveSteadily = async (
  { loaded, players, database }: SolveSetup,
  sites: readonly Site[],
  { solves, everyMs, from = 0 }: Pace,
): Promise<Solve[]> => {
  const opened = await Promise.all(
    sites.map(async (site) => ({ site, connection: await openConnection(site, { keepBodies: true }) })),
  )
  const made: Solve[] = []
  const began = moment()
  for (let each = 0; each < solves; each++) {
    await wait(Math.max(0, began + each * everyMs - moment()))
    const by = opened[each % opened.length]
    if (by === undefined) throw new Error('no server')
    const team = (from + each) % loaded.event.teams.length
    const { path, flag } = players.keep(team)
    const caller = callerOf(loaded, loaded.event.teams[team]?.members[0] ?? 0, by.site)
    const sentAt = moment()
    const { status, head } = await askFor(by.connection, postRequest(path, { flag }, caller))
    if (status !== 200) throw new Error(`a right answer was answered with ${head}`)
    // Nothing else changes the game, so this is the version of the solve.
    const { rows } = await database.query<{ version: string }>(
      'select solves as version from game_ledger where game_id = $1',
      [loaded.gameId],
    )
    made.push({ version: Number(rows[0]?.version), sentAt })
  }
  for (const { connection } of opened) connection.close()
  return made
}
