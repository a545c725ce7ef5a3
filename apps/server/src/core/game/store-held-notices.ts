import { sql } from 'kysely'
import type { Db } from '../../ports/database.ts'

/** Bloods since the freeze are held. True if any is shown now that was not, or the reverse. */
export const holdNotices = async (db: Db, gameId: number, freezeAt: Date | null): Promise<boolean> => {
  // The number of a notice that is shown follows those shown before.
  const shown = await sql`
    update notice set held = false, id = default
    where game_id = ${gameId} and held and (${freezeAt}::timestamptz is null or time < ${freezeAt})
  `.execute(db)
  const held = await sql`
    update notice set held = true
    where game_id = ${gameId} and not held and type in ('FirstBlood', 'SecondBlood', 'ThirdBlood')
      and time >= ${freezeAt}::timestamptz
  `.execute(db)
  return (shown.numAffectedRows ?? 0n) + (held.numAffectedRows ?? 0n) > 0n
}
