import { describe, expect, it } from 'vitest'
import { createTestClock } from '../../../../tests/kit/clock.ts'
import { createExpiringCache } from './expiring-cache.ts'

describe('an expiring cache', () => {
  it('keeps an entry for its time by the clock it was given, and reading does not prolong that', () => {
    const clock = createTestClock()
    const cache = createExpiringCache<string, number>({ clock, keepMs: 100, most: 10 })
    cache.set('one', 1)
    clock.advance(99)
    expect([cache.get('one'), cache.has('one')]).toEqual([1, true])
    clock.advance(1)
    expect([cache.get('one'), cache.has('one')]).toEqual([undefined, false])
    cache.set('one', 2)
    clock.advance(99)
    expect(cache.get('one')).toBe(2)
    cache.delete('one')
    expect(cache.has('one')).toBe(false)
  })

  it('drops what was unused for longest when there are too many', () => {
    const clock = createTestClock()
    const cache = createExpiringCache<number, string>({ clock, keepMs: 100, most: 2 })
    cache.set(1, 'one')
    cache.set(2, 'two')
    cache.get(1)
    cache.set(3, 'three')
    expect([1, 2, 3].map((key) => cache.has(key))).toEqual([true, false, true])
  })
})
