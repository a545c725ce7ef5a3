import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Where Linux tells of them. */
export const ownCards = '/sys/class/net'

type Count = { at: number; bytes: number }

const bits = 8
const megabit = 1_000_000

/** How full the line was, as far as the machine knows what it carries. Virtual cards often don't tell. */
export const createLine = (cards: string, now: () => number = () => performance.now()) => {
  const counts = new Map<string, Count>()
  let fullest = 0

  const numberIn = async (...path: string[]): Promise<number> =>
    Number(await readFile(join(cards, ...path), 'utf8').catch(() => 'none'))

  const lookAt = async (card: string): Promise<void> => {
    const megabits = await numberIn(card, 'speed')
    if (!(megabits > 0)) return
    for (const direction of ['rx_bytes', 'tx_bytes']) {
      const bytes = await numberIn(card, 'statistics', direction)
      const name = `${card} ${direction}`
      const before = counts.get(name)
      const at = now()
      counts.set(name, { at, bytes })
      if (before === undefined || at <= before.at) continue
      const carried = ((bytes - before.bytes) * bits) / (megabits * megabit * ((at - before.at) / 1000))
      if (carried > fullest) fullest = Math.min(1, carried)
    }
  }

  return {
    async look(): Promise<void> {
      const found = await readdir(cards).catch(() => [])
      await Promise.all(found.map(lookAt))
    },
    /** From 0 to 1. */
    fullest: (): number => fullest,
  }
}
