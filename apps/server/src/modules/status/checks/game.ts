export type GameTimes = {
  start: number
  end: number
  freeze: number | null
  /** Null: no writeups are asked for. */
  writeups: number | null
}

const dayMs = 86_400_000

/** What is not in order, in words, beside what organizers see. */
export const disorderOf = (game: GameTimes, now: number, keptDays: number): string[] => {
  const { start, end, freeze, writeups } = game
  return [
    ...(end <= now ? ['it is over'] : []),
    ...(freeze !== null && (freeze <= start || freeze >= end)
      ? ['the scoreboard freezes outside of it']
      : []),
    ...(writeups !== null && writeups - end > keptDays * dayMs
      ? ['records are deleted before writeups are due (retention.traceDays)']
      : []),
  ]
}
