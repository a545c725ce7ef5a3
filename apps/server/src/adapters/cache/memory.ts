import { LRUCache } from 'lru-cache'
import { bounded } from '../../kit/expiring-cache.ts'
import type { Cache } from '../../ports/cache.ts'
import type { Clock } from '../../ports/clock.ts'

type Entry = { value: string; until: number }

export function memoryCache(clock: Clock, capacity = 10_000): Cache {
  const entries = new LRUCache<string, Entry>(bounded(capacity))

  const alive = (key: string): Entry | null => {
    const entry = entries.get(key)
    if (entry === undefined) return null
    if (entry.until > clock.now()) return entry
    entries.delete(key)
    return null
  }

  return {
    async get(key) {
      return alive(key)?.value ?? null
    },
    async set(key, value, ttlMs) {
      if (ttlMs > 0) entries.set(key, { value, until: clock.now() + ttlMs })
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
    async increase(key, ttlMs) {
      entries.set(key, { value: String(Number(alive(key)?.value ?? 0) + 1), until: clock.now() + ttlMs })
    },
    async touch(key, ttlMs) {
      const entry = alive(key)
      if (entry === null) return
      if (ttlMs > 0) entries.set(key, { value: entry.value, until: clock.now() + ttlMs })
      else entries.delete(key)
    },
    async check() {},
  }
}
