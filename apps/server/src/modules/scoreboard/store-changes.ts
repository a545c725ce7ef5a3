import { sql, type Selectable } from 'kysely'
import type { Db } from '../../ports/database.ts'
import type { AuditTable } from '../../ports/tables/audit.ts'

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

export const createChangeStore = (db: Db) => ({
  /** The oldest first. A deleted team is of no game, so those since then are looked through. */
  async list(gameId: number, since: Date): Promise<ChangeRow[]> {
    const { rows } = await sql<ChangeRow>`
      select time, action, object, object_name, before, after, reason from audit
      where game_id = ${gameId} and action = any(${actions})
        or game_id is null and time >= ${since} and action = any(${ofTeams})
          and before->'participations' @> ${JSON.stringify([{ gameId }])}::jsonb
      order by id
    `.execute(db)
    return rows
  },
})

export type ChangeStore = ReturnType<typeof createChangeStore>
