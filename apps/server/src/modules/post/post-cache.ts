import { LRUCache } from 'lru-cache'
import type { PostInfo } from '@pennant/contract/post'
import type { Core } from '../../core/core.ts'
import { secondsTag, versioned, type Reply } from '../../http/reply.ts'
import { presentPost, presentPostInfo, tagOfPost } from './present.ts'
import { createPostStore } from './store.ts'

type Held = {
  all: Reply
  latest: Reply
  modified: Date
  ids: ReadonlySet<string>
  authors: ReadonlySet<string | null>
  texts: LRUCache<string, Promise<Reply | null>>
}

const topic = 'post.changed'
// Images of authors change elsewhere and show here this much later.
const keepMs = 60_000
const latestCount = 20
const mostTexts = 200

export const createPostCache = ({
  clock,
  bus,
  lastChanged,
  db,
}: Pick<Core, 'bus' | 'clock' | 'db' | 'lastChanged'>) => {
  const store = createPostStore(db)

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
    const listed = (name: string, value: readonly PostInfo[]): Reply =>
      versioned({ tag: secondsTag(name, modified), modified, value })
    last = {
      all: listed('all', all),
      latest: listed('latest', all.slice(0, latestCount)),
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

  const readText = async (id: string): Promise<Reply | null> => {
    const row = await store.find(id)
    if (row === undefined) return null
    const modified = row.revised_at
    return versioned({ tag: tagOfPost(id, modified), modified, value: presentPost(row) })
  }

  return {
    read: (): Promise<Pick<Held, 'all' | 'latest'>> => current(),

    async find(id: string): Promise<Reply | null> {
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
