import type { CacheFacts } from '../../../ports/cache.ts'
import { type Check, found, foundIf, type PageFinding } from './check.ts'
import { difference, trips } from './database.ts'
import { judgeClock, judgeRedisTrip } from './level.ts'

type Needs = {
  now: () => number
  processes: () => Promise<number>
  /** Null: each process has its own. */
  open: (() => Promise<CacheFacts>) | null
}

export const cacheCheck = ({ now, processes, open }: Needs): Check<PageFinding> => ({
  id: 'cache',
  async run() {
    const count = await processes()
    if (open === null) return count > 1 ? [found('red', 'cache.missing', count)] : []
    let cache: CacheFacts
    try {
      cache = await open()
    } catch {
      return [found(count > 1 ? 'red' : 'yellow', 'cache.away')]
    }
    try {
      if (await cache.isCluster()) return [found('red', 'cache.cluster')]
      const ms = Math.round((await trips(cache.ping)) * 10) / 10
      const [policy, off, isHeard] = [
        await cache.evicts(),
        await difference(cache.clock, now),
        await cache.echo(),
      ]
      return [
        ...foundIf(judgeRedisTrip(ms), 'cache.slow', ms),
        ...(policy === null ? [] : [found('yellow', 'cache.evicts', policy)]),
        ...foundIf(judgeClock(off), 'clock.redis', off),
        ...(isHeard ? [] : [found('red', 'cache.away')]),
      ]
    } finally {
      await cache.close()
    }
  },
})
