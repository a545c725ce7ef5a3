import type { BasicGameInfo } from '@pennant/contract/game'
import type { Core } from '../../core/core.ts'
import type { GameChange } from '../../core/game/change.ts'
import { prepared, type Reply } from '../../http/reply.ts'
import { presentListedGame } from './present.ts'
import { createGameStore } from './store.ts'

type Held = { games: readonly BasicGameInfo[]; pages: Map<string, Reply> }

// In case a message about a change is lost.
const keepMs = 60_000
const keepDeafMs = 1_000
const mostPages = 64

export const createGameList = ({ ledger, bus, clock, db }: Pick<Core, 'bus' | 'clock' | 'db' | 'ledger'>) => {
  const store = createGameStore(db)

  let held: Promise<Held> | undefined
  let heldSince = 0

  const drop = (): void => {
    held = undefined
  }
  const hear = ({ revision, parts }: GameChange): void => {
    if (revision === null || parts.includes('setup')) drop()
  }
  const stops = [ledger.listen(hear), bus.onGap(drop)]

  const load = async (): Promise<Held> => ({
    games: (await store.visible()).map(presentListedGame),
    pages: new Map(),
  })

  const current = (): Promise<Held> => {
    const now = clock.now()
    if (held === undefined || now - heldSince >= (bus.connected ? keepMs : keepDeafMs)) {
      heldSince = now
      const loading = load()
      held = loading
      loading.catch(() => {
        if (held === loading) held = undefined
      })
    }
    return held
  }

  return {
    games: async (): Promise<readonly BasicGameInfo[]> => (await current()).games,

    async page(count: number, skip: number): Promise<Reply> {
      const { games, pages } = await current()
      const from = Math.min(skip, games.length)
      const key = `${count}-${from}`
      const known = pages.get(key)
      if (known !== undefined) return known
      const data = games.slice(from, from + count)
      const page = prepared({ value: { data, length: data.length, total: games.length } })
      if (pages.size >= mostPages) pages.clear()
      pages.set(key, page)
      return page
    },

    close: (): void => stops.forEach((stop) => stop()),
  }
}

export type GameList = ReturnType<typeof createGameList>
