import { randomBytes } from 'node:crypto'
import type { PostEdit } from '@pennant/contract/post'
import { Problem } from '@pennant/contract/problem'
import type { Core } from '../../core/core.ts'
import type { Editor } from '../../core/identity/caller.ts'
import { expectTag } from '../../kit/edit-tag.ts'
import type { Db } from '../../ports/database.ts'
import { presentPost, tagOfPost } from './present.ts'
import { createPostStore, type NewPost, type PostChange, type PostStore, type StoredPost } from './store.ts'

const newId = (): string => randomBytes(4).toString('hex')

export const createPosts = (core: Pick<Core, 'audit' | 'clock' | 'db' | 'journal'>, onChange: () => void) => {
  const { audit, clock, journal } = core
  const store = createPostStore(core.db)

  const note = (message: string, caller: Editor): void => {
    onChange()
    journal.done(caller, message)
  }

  const log = (
    db: Db,
    action: 'post.create' | 'post.edit' | 'post.delete',
    caller: Editor,
    before: StoredPost | null = null,
    after: StoredPost | null = null,
  ): Promise<void> =>
    audit.record(db, caller, action, {
      id: (after ?? before)?.id ?? null,
      name: (after ?? before)?.title ?? null,
      before: before && stateOf(before),
      after: after && stateOf(after),
    })

  const blank = (now: Date): NewPost => ({
    id: newId(),
    title: '',
    summary: '',
    content: '',
    tags: null,
    is_pinned: false,
    author_id: null,
    updated_at: now,
    revised_at: now,
  })

  return {
    async create(sent: PostEdit, caller: Editor): Promise<string> {
      const now = new Date(clock.now())
      const changes = changesOf(sent, caller, now)
      for (;;) {
        const row = { ...blank(now), ...changes }
        // Ids are short, so one may be taken.
        const inserted = await store.atomically(async (db) => {
          if (!(await createPostStore(db).insert(row))) return false
          await log(db, 'post.create', caller, null, await createPostStore(db).find(row.id))
          return true
        })
        if (!inserted) continue
        note(`Post ${row.id} created`, caller)
        return row.id
      }
    },

    async edit(id: string, sent: PostEdit, caller: Editor): Promise<StoredPost> {
      const now = new Date(clock.now())
      const edited = await store.atomically(async (db) => {
        const tx = createPostStore(db)
        await expectUnedited(id, caller, tx)
        const before = await tx.find(id)
        await tx.update(id, changesOf(sent, caller, now), now)
        const after = await tx.find(id)
        await log(db, 'post.edit', caller, before, after)
        return after
      })
      if (edited === undefined) throw new Problem('post.notFound')
      note(`Post ${id} changed`, caller)
      return edited
    },

    async remove(id: string, caller: Editor): Promise<void> {
      await store.atomically(async (db) => {
        const tx = createPostStore(db)
        await expectUnedited(id, caller, tx)
        await log(db, 'post.delete', caller, await tx.find(id), null)
        await tx.delete(id)
      })
      note(`Post ${id} deleted`, caller)
    },

    async welcome(): Promise<void> {
      const welcome = {
        ...blank(new Date(clock.now())),
        title: 'Welcome',
        summary: 'This installation is ready.',
        content:
          'This installation is ready. Administrators can write posts, change this one or delete it, ' +
          'and set the title of the platform on the settings page.',
      }
      if (await store.insertFirst(welcome)) onChange()
    },
  }
}

export type Posts = ReturnType<typeof createPosts>

// Without its author, who is somebody else.
const stateOf = (post: StoredPost) => {
  const { authorName: _, authorAvatar: __, ...state } = presentPost(post)
  return state
}

// Locks the post until the transaction ends.
const expectUnedited = async (id: string, { ifMatch }: Editor, tx: PostStore): Promise<void> => {
  const revised = await tx.hold(id)
  if (revised === undefined) throw new Problem('post.notFound')
  expectTag(ifMatch, () => tagOfPost(id, revised))
}

// With `isPinned` only the pin changes; otherwise null or absent keeps the value.
const changesOf = (
  { isPinned, title, summary, content, tags }: PostEdit,
  { principal }: Editor,
  now: Date,
): PostChange => {
  if (isPinned != null) return { is_pinned: isPinned }
  return {
    ...(title == null ? {} : { title }),
    ...(summary == null ? {} : { summary }),
    ...(content == null ? {} : { content }),
    ...(tags == null ? {} : { tags }),
    author_id: principal.userId,
    updated_at: now,
  }
}
