import { type RawBuilder, sql, type Selectable } from 'kysely'
import type { Db } from '../../ports/database.ts'
import type { AuditTable } from '../../ports/tables/audit.ts'
import { readMembers } from './recorded-members.ts'

export type ChangeRow = Pick<
  Selectable<AuditTable>,
  'action' | 'after' | 'before' | 'object' | 'object_name' | 'reason' | 'time'
>

/** Of these alone, so that what else a game's change log holds is not even read. */
const actions = [
  'game.update',
  'division.create',
  'division.update',
  'division.delete',
  'challenge.create',
  'challenge.update',
  'challenge.delete',
  'challenge.order',
  'planned challenges',
  'participation.join',
  'participation.edit',
  'participation.decideMany',
]
const ofTeams = ['team.delete', 'team.adminDelete']

// Texts of 100 KB would be parsed in one turn.
const membersOf = (side: 'after' | 'before') => sql`(
  select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(${sql.ref(side)})
  where key = any(${readMembers})
)`

export const createChangeStore = (db: Db) => {
  const read = async (from: RawBuilder<unknown>): Promise<ChangeRow[]> => {
    const { rows } = await sql<ChangeRow>`
      select time, action, object, object_name, reason,
        ${membersOf('before')} as before, ${membersOf('after')} as after
      from audit where ${from} order by id
    `.execute(db)
    return rows
  }
  const ofGame = (gameId: number) => sql`game_id = ${gameId} and action = any(${actions})`

  return {
    /** The oldest first. */
    list: (gameId: number): Promise<ChangeRow[]> => read(ofGame(gameId)),

    /** Also of teams deleted for good. They are of no game, so all changes since then are looked through. */
    listWithLeavers: (gameId: number, since: Date): Promise<ChangeRow[]> =>
      read(sql`${ofGame(gameId)}
        or game_id is null and time >= ${since} and action = any(${ofTeams})
          and before->'participations' @> ${JSON.stringify([{ gameId }])}::jsonb`),
  }
}

export type ChangeStore = ReturnType<typeof createChangeStore>
