import { randomBytes } from 'node:crypto'
import type { PostEdit } from '@pennant/contract/post'
import { Problem } from '@pennant/contract/problem'
import type { Principal } from '../../http/bind.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Journal } from '../../telemetry/journal.ts'
import type { PostStore, StoredPost } from './store.ts'

type Needs = { store: PostStore; clock: Clock; journal: Journal; onChange: () => void }
type Caller = { principal: Principal; address: string | null }

const newId = (): string => randomBytes(4).toString('hex')

export const createPosts = ({ store, clock, journal, onChange }: Needs) => {
  const note = (message: string, { principal, address }: Caller): void => {
    onChange()
    journal.write({ message, status: 'Success', name: principal.userName, address })
  }

  return {
    async create(sent: PostEdit, caller: Caller): Promise<string> {
      const id = newId()
      const now = new Date(clock.now())
      const blank = { id, title: '', summary: '', content: '', tags: null, updated_at: now, revised_at: now }
      const pinOnly = sent.isPinned != null
      await store.insert(
        pinOnly
          ? { ...blank, is_pinned: sent.isPinned ?? false, author_id: null }
          : {
              ...blank,
              title: sent.title ?? '',
              summary: sent.summary ?? '',
              content: sent.content ?? '',
              tags: sent.tags ?? null,
              is_pinned: false,
              author_id: caller.principal.userId,
            },
      )
      note(`Post ${id} created`, caller)
      return id
    },

    /** With `isPinned` only the pin changes; otherwise what is null stays. */
    async edit(id: string, sent: PostEdit, caller: Caller): Promise<StoredPost> {
      const post = await store.find(id)
      if (post === undefined) throw new Problem('post.notFound')
      const now = new Date(clock.now())
      // Tags go by the second: what differs must not share one.
      const revised = new Date(Math.max(now.getTime(), (Math.floor(post.revised_at.getTime() / 1000) + 1) * 1000))
      await store.update(
        id,
        sent.isPinned != null
          ? { is_pinned: sent.isPinned, revised_at: revised }
          : {
              title: sent.title ?? post.title,
              summary: sent.summary ?? post.summary,
              content: sent.content ?? post.content,
              tags: sent.tags ?? post.tags,
              author_id: caller.principal.userId,
              updated_at: now,
              revised_at: revised,
            },
      )
      note(`Post ${id} changed`, caller)
      const edited = await store.find(id)
      if (edited === undefined) throw new Problem('post.notFound')
      return edited
    },

    async remove(id: string, caller: Caller): Promise<void> {
      if (!(await store.delete(id))) throw new Problem('post.notFound')
      note(`Post ${id} deleted`, caller)
    },

    /** A new installation has something to read. */
    async welcome(): Promise<void> {
      if (!(await store.isEmpty())) return
      const now = new Date(clock.now())
      await store.insert({
        id: newId(),
        title: 'Welcome',
        summary: 'This installation is ready.',
        content:
          'This installation is ready. Administrators can write posts, change this one or delete it, ' +
          'and set the title of the platform on the settings page.',
        tags: null,
        is_pinned: false,
        author_id: null,
        updated_at: now,
        revised_at: now,
      })
      onChange()
    },
  }
}

export type Posts = ReturnType<typeof createPosts>
