import { LRUCache } from 'lru-cache'
import type { PostDetail, PostInfo } from '@pennant/contract/post'
import type { Core } from '../../core/core.ts'
import { presentPost, presentPostInfo } from './present.ts'
import type { PostStore } from './store.ts'

export type Posts = { all: readonly PostInfo[]; latest: readonly PostInfo[]; modified: Date }
export type CachedPost = { post: PostDetail; modified: Date }

type Held = Posts & {
  ids: ReadonlySet<string>
  authors: ReadonlySet<string | null>
  texts: LRUCache<string, Promise<CachedPost | null>>
}

const topic = 'post.changed'
// Images of authors change elsewhere and show here this much later.
const keepMs = 60_000
const latestCount = 20
const mostTexts = 200

export const createPostCache = (
  { clock, bus, lastChanged }: Pick<Core, 'bus' | 'clock' | 'lastChanged'>,
  store: Pick<PostStore, 'all' | 'find'>,
) => {
  let held: Promise<Held> | undefined
  let heldUntil = 0
  let last: Held | undefined

  const drop = (): void => {
    held = undefined
  }
  const stops = [bus.subscribe(topic, drop), bus.onGap(drop)]

  const load = async (): Promise<Held> => {
    const posts = await store.all()
    const all = posts.map(presentPostInfo)
    const modified = await lastChanged('posts', [all, posts.map(({ revised_at }) => revised_at)])
    if (last?.modified.getTime() === modified.getTime()) return last
    last = {
      all,
      latest: all.slice(0, latestCount),
      modified,
      ids: new Set(posts.map(({ id }) => id)),
      authors: new Set(posts.map(({ author_id }) => author_id)),
      texts: new LRUCache({ max: mostTexts }),
    }
    return last
  }

  const current = (): Promise<Held> => {
    const now = clock.now()
    if (held === undefined || now >= heldUntil || !bus.connected) {
      heldUntil = now + keepMs
      const loading = load()
      held = loading
      loading.catch(() => {
        if (held === loading) held = undefined
      })
    }
    return held
  }

  const readText = async (id: string): Promise<CachedPost | null> => {
    const row = await store.find(id)
    return row === undefined ? null : { post: presentPost(row), modified: row.revised_at }
  }

  return {
    read: (): Promise<Posts> => current(),

    async find(id: string): Promise<CachedPost | null> {
      const { ids, texts } = await current()
      if (!ids.has(id)) return null
      const text = texts.get(id) ?? readText(id)
      texts.set(id, text)
      text.catch(() => texts.delete(id))
      return text
    },

    changed(): void {
      drop()
      bus.publish(topic, {})
    },

    authorChanged(userId: string): void {
      if (last === undefined || last.authors.has(userId)) drop()
    },

    close: (): void => stops.forEach((stop) => stop()),
  }
}

export type PostCache = ReturnType<typeof createPostCache>
