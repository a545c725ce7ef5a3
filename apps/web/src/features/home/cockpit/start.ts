import type { OwnGame } from '@pennant/contract/game'
import { hasEnded, hasStarted } from '@pennant/rules/game/phase'

export type Start = {
  /** What stands first: a running game that the visitor plays, else one to come, else one of the last two weeks. */
  lead: { kind: 'running' | 'upcoming' | 'over'; game: OwnGame } | null
  others: readonly OwnGame[]
  /** Null when the visitor is through. `join`: the team already plays it. */
  steps: { team: boolean; game: boolean; join: OwnGame | null } | null
}

const resultsMs = 14 * 86_400_000

export const startOf = (mine: readonly OwnGame[], teams: number, now: number): Start => {
  const open = mine.filter((game) => !hasEnded(game, now))
  const own = open.filter(takesPart)
  const [running] = own
    .filter((game) => game.status === 'Accepted' && hasStarted(game, now))
    .toSorted((one, other) => one.end - other.end)
  const [upcoming] = own
    .filter((game) => game.status !== 'Suspended' && !hasStarted(game, now))
    .toSorted((one, other) => one.start - other.start)
  const [over] = mine
    .filter((one) => takesPart(one) && one.status === 'Accepted' && hasEnded(one, now))
    .filter(({ end }) => now < end + resultsMs)
    .toSorted((one, other) => other.end - one.end)
  const lead = running ?? upcoming ?? over
  const kind = lead === running ? 'running' : lead === upcoming ? 'upcoming' : 'over'
  const join = open.find((game) => !game.joined) ?? null
  const game = own.length > 0 || (join === null && mine.some(takesPart))
  const through = teams > 0 && game
  return {
    lead: lead === undefined ? null : { kind, game: lead },
    others: open.filter((one) => one !== lead && (through || one !== join)),
    steps: through ? null : { team: teams > 0, game, join },
  }
}

const takesPart = ({ joined, status }: OwnGame): boolean =>
  joined && status !== 'Rejected' && status !== 'Unsubmitted'
