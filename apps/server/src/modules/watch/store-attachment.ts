import type { Db } from '../../ports/database.ts'

export type HandedOut = { hash: string; game_id: number; challenge_id: number; name: string | null }

export const createAttachmentStore = (db: Db) => ({
  handedOut: (hashes: readonly string[]): Promise<HandedOut[]> =>
    db
      .selectFrom('attachment as a')
      .innerJoin('challenge as c', 'c.id', 'a.challenge_id')
      .select((is) => [
        is.ref('a.file_hash').$notNull().as('hash'),
        'c.game_id',
        'a.challenge_id',
        is.fn.coalesce('a.file_name', 'c.file_name').as('name'),
      ])
      .distinctOn(['a.file_hash', 'a.challenge_id'])
      .where('a.file_hash', 'in', hashes)
      .orderBy('a.file_hash')
      .orderBy('a.challenge_id')
      .orderBy('a.id')
      .execute(),
})
