import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { GameNotice } from '@pennant/contract/hub'
import type { Game } from '../../core/game/game.ts'
import { secondsTag, versioned, type Reply } from '../../http/reply.ts'

type Page = { skip: number; count: number }

const mostPages = 16

// Organizers' notices come first, then the others, each newest first.
const inShownOrder = (notices: readonly GameNotice[]): GameNotice[] => [
  ...notices.filter(({ type }) => type === 'Normal'),
  ...notices.filter(({ type }) => type !== 'Normal'),
]

type Cached = { version: number; all: readonly GameNotice[]; pages: LRUCache<string, Reply> }

const versionOf = (game: Game): string =>
  `${secondsTag(String(game.id), game.noticesAt)}.${game.frozen === null ? numberOf(game) : sealed(game)}`

const numberOf = ({ noticesVersion }: Game): string => noticesVersion.toString(16).toUpperCase()

// The number counts solves, also hidden ones.
const sealed = ({ settings, noticesVersion }: Game): string =>
  createHash('sha256').update(`${settings.hashSalt} notices ${noticesVersion}`).digest('hex').slice(0, 16)

/** The same page of the same version is the same reply and so encoded only once. */
export const createNoticePages = () => {
  const lists = new WeakMap<readonly GameNotice[], Cached>()

  const cachedOf = ({ notices, noticesVersion: version }: Game): Cached => {
    const known = lists.get(notices)
    if (known?.version === version) return known
    const cached: Cached = { version, all: inShownOrder(notices), pages: new LRUCache({ max: mostPages }) }
    lists.set(notices, cached)
    return cached
  }

  return (game: Game, { skip, count }: Page): Reply => {
    const { all, pages } = cachedOf(game)
    const key = `${skip}-${count}`
    const page =
      pages.get(key) ??
      versioned({
        tag: `${versionOf(game)}-${key}`,
        modified: game.noticesAt,
        value: all.slice(skip, skip + count),
      })
    pages.set(key, page)
    return page
  }
}
