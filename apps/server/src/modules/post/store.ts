import type { Insertable, Updateable } from 'kysely'
import type { Db, PostRow, PostTable } from '../../ports/database.ts'

export type StoredPost = PostRow & { author_name: string | null; author_avatar: string | null }

export const createPostStore = (db: Db) => {
  const withAuthor = () =>
    db
      .selectFrom('post')
      .leftJoin('user', 'user.id', 'post.author_id')
      .selectAll('post')
      .select(['user.name as author_name', 'user.avatar_hash as author_avatar'])

  return {
    all: (): Promise<StoredPost[]> =>
      withAuthor()
        .orderBy('post.is_pinned', 'desc')
        .orderBy('post.updated_at', 'desc')
        .orderBy('post.id')
        .execute(),

    find: (id: string): Promise<StoredPost | undefined> =>
      withAuthor().where('post.id', '=', id).executeTakeFirst(),

    async insert(row: Insertable<PostTable>): Promise<void> {
      await db.insertInto('post').values(row).execute()
    },

    async update(id: string, changes: Updateable<PostTable>): Promise<boolean> {
      const result = await db.updateTable('post').set(changes).where('id', '=', id).executeTakeFirst()
      return result.numUpdatedRows === 1n
    },

    async delete(id: string): Promise<boolean> {
      const result = await db.deleteFrom('post').where('id', '=', id).executeTakeFirst()
      return result.numDeletedRows === 1n
    },

    async isEmpty(): Promise<boolean> {
      return (await db.selectFrom('post').select('id').limit(1).executeTakeFirst()) === undefined
    },
  }
}

export type PostStore = ReturnType<typeof createPostStore>
