import { LRUCache } from 'lru-cache'
import type { GameNotice } from '@pennant/contract/hub'

type Page = { skip: number; count: number }

const mostPages = 16

// Organizers' notices come first, then the others, each newest first.
const inShownOrder = (notices: readonly GameNotice[]): GameNotice[] => [
  ...notices.filter(({ type }) => type === 'Normal'),
  ...notices.filter(({ type }) => type !== 'Normal'),
]

type Cached = { all: readonly GameNotice[]; pages: LRUCache<string, readonly GameNotice[]> }

/** The same page is the same object and so encoded only once. */
export const createNoticePages = () => {
  const lists = new WeakMap<readonly GameNotice[], Cached>()

  return (notices: readonly GameNotice[], { skip, count }: Page): readonly GameNotice[] => {
    const cached: Cached = lists.get(notices) ?? {
      all: inShownOrder(notices),
      pages: new LRUCache({ max: mostPages }),
    }
    const { all, pages } = cached
    lists.set(notices, cached)
    const key = `${skip} ${count}`
    const page = pages.get(key) ?? all.slice(skip, skip + count)
    pages.set(key, page)
    return page
  }
}
