import type { Bus } from '../../ports/bus.ts'
import type { Clock } from '../../ports/clock.ts'
import type { PostStore, StoredPost } from './store.ts'

type Needs = { store: Pick<PostStore, 'all'>; clock: Clock; bus: Bus }

export type Shelf = { posts: readonly StoredPost[]; modified: Date }

const topic = 'post.changed'
/** Names and pictures of authors change elsewhere; a minute later they show here. */
const keepMs = 60_000

/** All posts, held in memory until one changes anywhere. */
export const createShelf = ({ store, clock, bus }: Needs) => {
  let held: Promise<Shelf> | undefined
  let heldUntil = 0
  let last: Shelf | undefined

  const drop = (): void => {
    held = undefined
  }
  const stops = [bus.subscribe(topic, drop), bus.onGap(drop)]

  const load = async (): Promise<Shelf> => {
    const posts = await store.all()
    if (last !== undefined && JSON.stringify(last.posts) === JSON.stringify(posts)) return last
    // Tags go by the second: what differs must not share one.
    const after = last === undefined ? 0 : (Math.floor(last.modified.getTime() / 1000) + 1) * 1000
    last = { posts, modified: new Date(Math.max(clock.now(), after)) }
    return last
  }

  return {
    read(): Promise<Shelf> {
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
    },
    changed(): void {
      drop()
      bus.publish(topic, {})
    },
    close: (): void => stops.forEach((stop) => stop()),
  }
}

export type PostShelf = ReturnType<typeof createShelf>
