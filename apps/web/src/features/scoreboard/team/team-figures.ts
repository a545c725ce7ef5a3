import type { ChallengeCategory } from '@pennant/contract/enums'
import type { ChallengeInfo } from '@pennant/contract/scoreboard'
import type { Board, BoardTeam, Solve } from '../board.ts'
import type { Selection } from '../team-list.ts'

export type Standing = {
  ranked: number
  rankedInDivision: number
  /** Points to the place above; null: none above. */
  toAbove: number | null
  bloods: readonly [number, number, number]
}

export const standingOf = (
  { teams }: Pick<Board, 'teams'>,
  team: BoardTeam,
  solves: readonly Solve[],
): Standing => {
  const times = (bloodRank: number): number => solves.filter((solve) => solve.bloodRank === bloodRank).length
  const { divisionId } = team
  return {
    ranked: teams.filter(({ rank }) => rank !== null).length,
    rankedInDivision: teams.filter((other) => other.divisionId === divisionId && other.divisionRank !== null)
      .length,
    toAbove: placeIn({ teams }, team, 'all').toAbove,
    bloods: [times(1), times(2), times(3)],
  }
}

/** In the selected division, else overall. */
export const placeIn = (
  { teams }: Pick<Board, 'teams'>,
  own: BoardTeam,
  selection: Selection,
): { rank: number | null; toAbove: number | null } => {
  const inDivision = typeof selection === 'number' && own.divisionId === selection
  const rankOf = (team: BoardTeam): number | null => {
    if (!inDivision) return team.rank
    return team.divisionId === selection ? team.divisionRank : null
  }
  const rank = rankOf(own)
  const above = rank === null ? undefined : teams.find((team) => rankOf(team) === rank - 1)
  return { rank, toAbove: above === undefined ? null : above.score - own.score }
}

export type CategoryFigures = {
  category: ChallengeCategory
  solved: number
  of: number
  points: number
  /** Of the points of all challenges, without bonuses. */
  share: number
}

export const figuresByCategory = (
  challenges: readonly ChallengeInfo[],
  solves: readonly Solve[],
): CategoryFigures[] =>
  [...grouped(challenges, ({ category }) => category)].map(([category, all]) => {
    const own = solves.filter(({ challenge }) => challenge.category === category)
    const points = own.reduce((sum, solve) => sum + solve.points, 0)
    const whole = all.reduce((sum, { score }) => sum + score, 0)
    return {
      category,
      solved: own.length,
      of: all.length,
      points,
      share: whole === 0 ? 0 : Math.min(1, points / whole),
    }
  })

export type MemberFigures = { member: string | null; solved: number; points: number; share: number }

export const figuresByMember = (solves: readonly Solve[]): MemberFigures[] => {
  const whole = solves.reduce((sum, { points }) => sum + points, 0)
  return [...grouped(solves, ({ member }) => member)]
    .map(([member, own]) => {
      const points = own.reduce((sum, solve) => sum + solve.points, 0)
      return { member, solved: own.length, points, share: whole === 0 ? 0 : points / whole }
    })
    .toSorted((one, other) => other.points - one.points || other.solved - one.solved)
}

const grouped = <Thing, Key>(things: readonly Thing[], keyOf: (thing: Thing) => Key): Map<Key, Thing[]> => {
  const groups = new Map<Key, Thing[]>()
  for (const thing of things) {
    const key = keyOf(thing)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [thing])
    else group.push(thing)
  }
  return groups
}
