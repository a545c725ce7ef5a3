import type { Db } from '../../ports/database.ts'
import type { DivisionRow } from '../../ports/tables/game.ts'

/** By challenge id, ascending. */
export type Permissions = ReadonlyMap<number, number>
export type StoredDivision = DivisionRow & { permissions: Permissions }
export type DivisionValues = { name: string; invite_code: string | null; default_permissions: number }

export const createDivisionStore = (db: Db) => ({
  async find(gameId: number, id: number): Promise<StoredDivision | undefined> {
    const row = await db
      .selectFrom('division')
      .selectAll()
      .where('game_id', '=', gameId)
      .where('id', '=', id)
      .executeTakeFirst()
    if (row === undefined) return undefined
    const permissions = await db
      .selectFrom('division_challenge')
      .select(['challenge_id', 'permissions'])
      .where('division_id', '=', id)
      .orderBy('challenge_id')
      .execute()
    return { ...row, permissions: new Map(permissions.map((one) => [one.challenge_id, one.permissions])) }
  },

  async known(gameId: number, challengeIds: readonly number[]): Promise<ReadonlySet<number>> {
    if (challengeIds.length === 0) return new Set()
    const rows = await db
      .selectFrom('challenge')
      .select('id')
      .where('game_id', '=', gameId)
      .where('id', 'in', challengeIds)
      .execute()
    return new Set(rows.map(({ id }) => id))
  },

  async insert(gameId: number, values: DivisionValues): Promise<number> {
    const { id } = await db
      .insertInto('division')
      .values({ game_id: gameId, ...values })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  },

  async update(id: number, values: DivisionValues): Promise<void> {
    await db.updateTable('division').set(values).where('id', '=', id).execute()
  },

  async replacePermissions(gameId: number, id: number, permissions: Permissions): Promise<void> {
    await db.deleteFrom('division_challenge').where('division_id', '=', id).execute()
    if (permissions.size === 0) return
    await db
      .insertInto('division_challenge')
      .values(
        [...permissions].map(([challenge_id, mask]) => ({
          game_id: gameId,
          division_id: id,
          challenge_id,
          permissions: mask,
        })),
      )
      .execute()
  },

  async delete(id: number): Promise<void> {
    await db.deleteFrom('division').where('id', '=', id).execute()
  },
})

export type DivisionStore = ReturnType<typeof createDivisionStore>
