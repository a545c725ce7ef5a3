import type { ListedGame } from './game-list.ts'

const weeksBefore = 3
const weeksShown = 7
const daysInWeek = 7

export type Calendar = {
  /** Mondays, and the one after the last week. */
  weeks: readonly number[]
  games: readonly { game: ListedGame; from: number; to: number }[]
  /** Positions are from 0 to 1. */
  now: number
}

export const calendarOf = (games: readonly ListedGame[], now: number): Calendar => {
  const weeks = mondaysAround(now)
  const start = weeks[0] ?? now
  const end = weeks.at(-1) ?? now
  const placeOf = (at: number): number => Math.min(1, Math.max(0, (at - start) / (end - start)))
  return {
    weeks,
    games: games
      .filter((game) => game.end > start && game.start < end)
      .map((game) => ({ game, from: placeOf(game.start), to: placeOf(game.end) }))
      .toSorted((one, other) => one.game.start - other.game.start || one.game.id - other.game.id),
    now: placeOf(now),
  }
}

// By days of the calendar: a week with a clock change is an hour longer or shorter.
const mondaysAround = (now: number): number[] => {
  const today = new Date(now)
  const sinceMonday = (today.getDay() + daysInWeek - 1) % daysInWeek
  return Array.from({ length: weeksShown + 1 }, (_, week) =>
    new Date(
      today.getFullYear(),
      today.getMonth(),
      today.getDate() - sinceMonday + (week - weeksBefore) * daysInWeek,
    ).getTime(),
  )
}
