import { describe, expect, it } from 'vitest'
import { concernsPlayers, endsPractice, movedTimes } from './moved-times.ts'

const now = 1_800_000_000_000
const hour = 3_600_000
const running = { start: now - hour, end: now + hour }
const over = { start: now - 2 * hour, end: now - hour }

describe('other times of a game', () => {
  it('are asked about once it has begun', () => {
    const { start, end } = running
    expect(movedTimes(running, { start, end: end + hour }, now)).toEqual({
      end: { before: end, after: end + hour },
    })
    expect(movedTimes(running, { start: start + 1, end }, now)).toEqual({
      start: { before: start, after: start + 1 },
    })
    expect(movedTimes(running, running, now)).toBeNull()
    expect(movedTimes(running, { start: null, end: null }, now)).toBeNull()
    const upcoming = { start: now + hour, end: now + 2 * hour }
    expect(movedTimes(upcoming, { start: now, end: now + hour }, now)).toBeNull()
    expect(movedTimes(over, { ...over, end: now + hour }, now)).not.toBeNull()
  })

  it('concern players while it runs, or if it runs again', () => {
    const moved = (end: number) => ({ end: { before: 0, after: end } })
    expect(concernsPlayers(running, moved(now - 1), now)).toBe(true)
    expect(concernsPlayers(over, moved(now + hour), now)).toBe(true)
    expect(concernsPlayers(over, moved(now - 1), now)).toBe(false)
  })

  it('are not what ends practice', () => {
    const practiced = { ...over, practiceMode: true }
    expect(endsPractice(practiced, { ...over, practiceMode: false }, now)).toBe(true)
    expect(endsPractice(practiced, { ...over, practiceMode: true }, now)).toBe(false)
    expect(endsPractice({ ...running, practiceMode: true }, { ...running, practiceMode: false }, now)).toBe(
      false,
    )
    expect(endsPractice(practiced, { end: now + hour, practiceMode: false }, now)).toBe(false)
  })
})
