import type { Cache } from '../../ports/cache.ts'
import type { Clock } from '../../ports/clock.ts'

type Entry = { value: string; until: number }

/** The cache of a single process: the least recently used of too many entries go first. */
export function memoryCache(clock: Clock, capacity = 10_000): Cache {
  // A Map remembers the order of insertion; every use moves an entry to the end.
  const entries = new Map<string, Entry>()

  const alive = (key: string): Entry | null => {
    const entry = entries.get(key)
    if (entry === undefined) return null
    if (entry.until > clock.now()) return entry
    entries.delete(key)
    return null
  }

  const use = (key: string, entry: Entry): void => {
    entries.delete(key)
    entries.set(key, entry)
    if (entries.size <= capacity) return
    const oldest = entries.keys().next()
    if (oldest.done !== true) entries.delete(oldest.value)
  }

  return {
    async get(key) {
      const entry = alive(key)
      if (entry === null) return null
      use(key, entry)
      return entry.value
    },
    async set(key, value, ttlMs) {
      if (ttlMs > 0) use(key, { value, until: clock.now() + ttlMs })
      else entries.delete(key)
    },
    async delete(key) {
      entries.delete(key)
    },
    async take(key) {
      const entry = alive(key)
      entries.delete(key)
      return entry?.value ?? null
    },
    async touch(key, ttlMs) {
      const entry = alive(key)
      if (entry === null) return
      if (ttlMs > 0) use(key, { value: entry.value, until: clock.now() + ttlMs })
      else entries.delete(key)
    },
    async check() {},
  }
}
