import type { Db } from '../../ports/database.ts'

export type StoredWriteup = {
  id: number
  division_id: number | null
  hash: string
  name: string
  at: Date
  /** Null when the file has been deleted. */
  size: number | null
  team_id: number
  team_name: string
  team_bio: string | null
  team_avatar: string | null
  team_locked: boolean
}

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

  divisions: (gameId: number): Promise<{ id: number; name: string }[]> =>
    db.selectFrom('division').select(['id', 'name']).where('game_id', '=', gameId).orderBy('id').execute(),
})

export type WriteupStore = ReturnType<typeof createWriteupStore>
