import type { ParticipationStatus } from '@pennant/contract/enums'
import type { GameOverview, WatchedChallenge } from '@pennant/contract/watch'
import type { GameChallenge, Game } from '../../core/game/game.ts'
import type { PublicBoard } from '../../core/game/public-board.ts'
import type { ChallengeTally, SolveTally } from './store-overview.ts'

export type Tallies = {
  submissions: readonly ChallengeTally[]
  solves: readonly SolveTally[]
  instances: readonly { challenge_id: number | null; running: number }[]
  writeups: number
}

export const presentOverview = (game: Game, board: PublicBoard['board'], tallies: Tallies): GameOverview => {
  const { submissions, solves, instances, writeups } = tallies
  const statuses = [...game.participations.values()].map(({ status }) => status)
  const having = (wanted: ParticipationStatus): number => statuses.filter((one) => one === wanted).length
  return {
    challenges: challengesOf(game, board, tallies),
    pending: having('Pending'),
    accepted: having('Accepted'),
    rejected: having('Rejected'),
    suspended: having('Suspended'),
    players: [...game.registrations.values()].filter(
      (id) => game.participations.get(id)?.status === 'Accepted',
    ).length,
    submissions: sum(submissions, (tally) => tally.submissions),
    recentSubmissions: sum(submissions, ({ recent }) => recent),
    solves: sum(solves, (tally) => tally.solves),
    cheats: sum(submissions, ({ cheats }) => cheats),
    instances: sum(instances, ({ running }) => running),
    writeups,
  }
}

const challengesOf = (
  game: Game,
  board: PublicBoard['board'],
  { submissions, solves, instances }: Tallies,
): WatchedChallenge[] => {
  const submitted = byChallenge(submissions)
  const solved = byChallenge(solves)
  const running = byChallenge(instances)
  const present = (challenge: GameChallenge): WatchedChallenge => {
    const { id, title, category, isEnabled, originalScore } = challenge
    const [tried, right] = [submitted.get(id), solved.get(id)]
    return {
      id,
      title,
      category,
      isEnabled,
      score: board.challengeOf(id)?.score ?? originalScore,
      solves: right?.solves ?? 0,
      wrong: tried?.wrong ?? 0,
      tried: tried?.tried ?? 0,
      instances: running.get(id)?.running ?? 0,
      firstSolve: right?.first.getTime() ?? null,
      lastSolve: right?.last.getTime() ?? null,
    }
  }
  const shown = board.challenges().flatMap(({ id }) => game.challenges.get(id) ?? [])
  const others = [...game.challenges.values()].filter((challenge) => !shown.includes(challenge))
  return [...shown, ...others].map(present)
}

const byChallenge = <T extends { challenge_id: number | null }>(rows: readonly T[]): Map<number | null, T> =>
  new Map(rows.map((row) => [row.challenge_id, row]))

const sum = <T>(rows: readonly T[], of: (row: T) => number): number =>
  rows.reduce((total, row) => total + of(row), 0)
