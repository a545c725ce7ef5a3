import { describe, expect, it } from 'vitest'
import { calendarOf } from './calendar.ts'
import type { ListedGame } from './game-list.ts'

const day = 24 * 3_600_000
// A Wednesday, at noon.
const now = new Date(2026, 5, 17, 12).getTime()
const game = (id: number, start: number, end: number) => ({ id, start, end }) as ListedGame

describe('the calendar of games', () => {
  it('begins three weeks before this one, on a Monday, and has seven', () => {
    const { weeks } = calendarOf([], now)
    expect(weeks).toHaveLength(8)
    expect(weeks[0]).toBe(new Date(2026, 4, 25).getTime())
    expect(weeks[3]).toBe(new Date(2026, 5, 15).getTime())
    expect(new Set(weeks.map((at) => new Date(at).getDay()))).toEqual(new Set([1]))
  })

  it('takes a Sunday for the end of its week', () => {
    expect(calendarOf([], new Date(2026, 5, 21, 23).getTime()).weeks[3]).toBe(new Date(2026, 5, 15).getTime())
  })

  it('shows what touches these weeks, as much of it as does, the earliest first', () => {
    const { games } = calendarOf(
      [
        game(1, now, now + day),
        game(2, now - 400 * day, now + 400 * day),
        game(3, now - 40 * day, now - 30 * day),
        game(4, now + 60 * day, now + 61 * day),
      ],
      now,
    )
    expect(games.map((one) => one.game.id)).toEqual([2, 1])
    expect(games[0]).toMatchObject({ from: 0, to: 1 })
  })

  it('says where now is', () => {
    expect(calendarOf([], now).now).toBeCloseTo(23.5 / 49, 2)
  })
})
