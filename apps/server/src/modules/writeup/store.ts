import type { Db } from '../../ports/database.ts'

export type StoredWriteup = {
  id: number
  division_id: number | null
  hash: string
  name: string
  at: Date
  /** Null if the file was deleted. */
  size: number | null
  team_id: number
  team_name: string
  team_bio: string | null
  team_avatar: string | null
  team_locked: boolean
}

export type OwnWriteup = Pick<StoredWriteup, 'name' | 'size'>

export const createWriteupStore = (db: Db) => ({
  /** Newest first. */
  ofGame: (gameId: number): Promise<StoredWriteup[]> =>
    db
      .selectFrom('participation as p')
      .innerJoin('team as t', 't.id', 'p.team_id')
      .leftJoin('file as f', 'f.hash', 'p.writeup_hash')
      .select(['p.id', 'p.division_id', 'f.size'])
      .select(({ ref }) => [
        ref('p.writeup_hash').$notNull().as('hash'),
        ref('p.writeup_name').$notNull().as('name'),
        ref('p.writeup_at').$notNull().as('at'),
      ])
      .select(['t.id as team_id', 't.name as team_name', 't.bio as team_bio'])
      .select(['t.avatar_hash as team_avatar', 't.locked as team_locked'])
      .where('p.game_id', '=', gameId)
      .where('p.writeup_hash', 'is not', null)
      .orderBy('p.writeup_at', 'desc')
      .orderBy('p.id', 'desc')
      .execute(),

  ofParticipation: (id: number): Promise<OwnWriteup | undefined> =>
    db
      .selectFrom('participation as p')
      .leftJoin('file as f', 'f.hash', 'p.writeup_hash')
      .select(({ ref }) => [ref('p.writeup_name').$notNull().as('name'), 'f.size'])
      .where('p.id', '=', id)
      .where('p.writeup_hash', 'is not', null)
      .executeTakeFirst(),

  /** Undefined if the user hasn't joined with it or it isn't accepted. The caller holds the game. */
  async replace(
    id: number,
    userId: string,
    { hash, name, at }: { hash: string; name: string; at: Date },
  ): Promise<{ hash: string | null } | undefined> {
    const before = await db
      .selectFrom('participation as p')
      .innerJoin('participation_member as m', 'm.participation_id', 'p.id')
      .select('p.writeup_hash as hash')
      .where('p.id', '=', id)
      .where('p.status', '=', 'Accepted')
      .where('m.user_id', '=', userId)
      .executeTakeFirst()
    if (before === undefined) return undefined
    await db
      .updateTable('participation')
      .set({ writeup_hash: hash, writeup_name: name, writeup_at: at })
      .where('id', '=', id)
      .execute()
    return before
  },

  /** Returns the files, once per team. The caller holds the game. */
  async removeAll(gameId: number): Promise<{ id: number; hash: string }[]> {
    const rows = await db
      .selectFrom('participation')
      .select(({ ref }) => ['id' as const, ref('writeup_hash').$notNull().as('hash')])
      .where('game_id', '=', gameId)
      .where('writeup_hash', 'is not', null)
      .execute()
    await db
      .updateTable('participation')
      .set({ writeup_hash: null, writeup_name: null, writeup_at: null })
      .where('game_id', '=', gameId)
      .where('writeup_hash', 'is not', null)
      .execute()
    return rows
  },

  divisions: (gameId: number): Promise<{ id: number; name: string }[]> =>
    db.selectFrom('division').select(['id', 'name']).where('game_id', '=', gameId).orderBy('id').execute(),
})
