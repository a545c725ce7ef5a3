import { sql, type Insertable } from 'kysely'
import type { Db } from '../../ports/database.ts'
import type { AttachmentTable, NewChallengeRow } from '../../ports/tables/challenge.ts'
import type { NewGameRow } from '../../ports/tables/game.ts'

export type NewAttachment = Insertable<AttachmentTable>
export type NewDivision = { name: string; invite_code: string | null; default_permissions: number }

const insertedAtOnce = 1000

export const createImportStore = (db: Db) => ({
  async game(values: NewGameRow): Promise<number> {
    const { id } = await db.insertInto('game').values(values).returning('id').executeTakeFirstOrThrow()
    return id
  },

  async challenge(values: NewChallengeRow): Promise<number> {
    const { id } = await db.insertInto('challenge').values(values).returning('id').executeTakeFirstOrThrow()
    return id
  },

  /** Returns ids in the order of the flags, in which they are drawn. */
  async flags(challengeId: number, flags: readonly string[]): Promise<number[]> {
    if (flags.length === 0) return []
    const { rows } = await sql<{ id: number }>`
      insert into flag (challenge_id, flag)
      select ${challengeId}, t.flag from unnest(${flags}::text[]) with ordinality as t (flag, place)
      order by t.place
      returning id
    `.execute(db)
    return rows.map(({ id }) => id).toSorted((a, b) => a - b)
  },

  async attachments(rows: readonly NewAttachment[]): Promise<void> {
    for (let first = 0; first < rows.length; first += insertedAtOnce)
      await db
        .insertInto('attachment')
        .values(rows.slice(first, first + insertedAtOnce))
        .execute()
  },

  async division(
    gameId: number,
    values: NewDivision,
    permissions: readonly (readonly [challengeId: number, mask: number])[],
  ): Promise<void> {
    const { id } = await db
      .insertInto('division')
      .values({ game_id: gameId, ...values })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (permissions.length === 0) return
    await db
      .insertInto('division_challenge')
      .values(
        permissions.map(([challenge_id, mask]) => ({
          game_id: gameId,
          division_id: id,
          challenge_id,
          permissions: mask,
        })),
      )
      .execute()
  },

  atomically: <T>(work: (tx: Db) => Promise<T>): Promise<T> => db.transaction().execute(work),
})

export type ImportStore = ReturnType<typeof createImportStore>
