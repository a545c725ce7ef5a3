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

const rehearsedDays = 14

type Rehearsed = {
  startedAt: number
  version: string
  size: { teams: number }
  verdict: 'green' | 'yellow' | 'red' | 'inconclusive'
}

/** Why the last rehearsal doesn't tell that the installation holds a game, in words; null if it does. */
export const rehearsalDoubt = (
  last: Rehearsed | null,
  { now, version, teams }: { now: number; version: string; teams: number },
): string | null => {
  if (last === null || last.startedAt < now - rehearsedDays * dayMs) return 'none in 14 days'
  if (last.version !== version) return `the last one was of version ${last.version}`
  if (last.size.teams < teams) return `the last one had ${last.size.teams} teams, and ${teams} are accepted`
  return last.verdict === 'green' ? null : `the last one was ${last.verdict}`
}
