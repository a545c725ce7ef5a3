import { sql, type Insertable } from 'kysely'
import type { Db, PostRow, PostTable } from '../../ports/database.ts'

type Author = { author_name: string | null; author_avatar: string | null }
export type StoredPost = PostRow & Author
/** Without its text, which may be long. */
export type ListedPost = Omit<PostRow, 'content'> & Author
export type NewPost = Insertable<PostTable>

export type PostChange = {
  title?: string
  summary?: string
  content?: string
  tags?: string[]
  is_pinned?: boolean
  author_id?: string
  updated_at?: Date
}

export const createPostStore = (db: Db) => {
  const withAuthor = () =>
    db
      .selectFrom('post')
      .leftJoin('user', 'user.id', 'post.author_id')
      .select([
        'post.id',
        'post.title',
        'post.summary',
        'post.tags',
        'post.is_pinned',
        'post.author_id',
        'post.updated_at',
        'post.revised_at',
        'user.name as author_name',
        'user.avatar_hash as author_avatar',
      ])

  return {
    all: (): Promise<ListedPost[]> =>
      withAuthor()
        .orderBy('post.is_pinned', 'desc')
        .orderBy('post.updated_at', 'desc')
        .orderBy('post.id')
        .execute(),

    find: (id: string): Promise<StoredPost | undefined> =>
      withAuthor().select('post.content').where('post.id', '=', id).executeTakeFirst(),

    /** False if the id is taken. */
    async insert(row: NewPost): Promise<boolean> {
      const result = await db
        .insertInto('post')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      return result.numInsertedOrUpdatedRows === 1n
    },

    /** Only if there is no post at all, even with concurrent calls. */
    insertFirst: (row: NewPost): Promise<boolean> =>
      db.transaction().execute(async (tx) => {
        await sql`lock table post in share row exclusive mode`.execute(tx)
        if ((await tx.selectFrom('post').select('id').limit(1).executeTakeFirst()) !== undefined) return false
        await tx.insertInto('post').values(row).execute()
        return true
      }),

    async update(id: string, changes: PostChange, now: Date): Promise<void> {
      await db
        .updateTable('post')
        .set({
          ...changes,
          // Tags count in seconds, so each change needs a second of its own.
          revised_at: sql<Date>`greatest(${now}::timestamptz, date_trunc('second', revised_at) + interval '1 second')`,
        })
        .where('id', '=', id)
        .execute()
    },

    async delete(id: string): Promise<void> {
      await db.deleteFrom('post').where('id', '=', id).execute()
    },

    atomically: <T>(work: (db: Db) => Promise<T>): Promise<T> => db.transaction().execute(work),

    /** Locks the post until the transaction ends. */
    async hold(id: string): Promise<Date | undefined> {
      const row = await db
        .selectFrom('post')
        .select('revised_at')
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst()
      return row?.revised_at
    },
  }
}

export type PostStore = ReturnType<typeof createPostStore>
