import type { ChallengeCategory } from '@pennant/contract/enums'
import type { ChallengeInfo } from '@pennant/contract/scoreboard'
import type { Board, BoardTeam } from './board.ts'

export const sorts = ['rank', 'name', 'solves', 'last'] as const
export type Sort = (typeof sorts)[number]

/** A number is a division. */
export type Selection = 'all' | 'unranked' | number

export type Filter = { selection: Selection; text: string; sort: Sort }

export type ShownTeam = {
  team: BoardTeam
  /** In the chosen division, else overall; null: none. */
  rank: number | null
  /** Overall, if `rank` is another one. */
  overall?: number | null
}

/** Without a search, the overall board shows only ranked teams. */
export const shownTeams = (
  { teams }: Pick<Board, 'teams'>,
  { selection, text, sort }: Filter,
  collator: Intl.Collator,
): ShownTeam[] => {
  const words = text.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  const isIn = ({ rank, divisionId }: BoardTeam): boolean => {
    if (selection === 'all') return rank !== null || words.length > 0
    return selection === 'unranked' ? rank === null : divisionId === selection
  }
  const hasWords = ({ name }: BoardTeam): boolean => {
    const searched = name.toLocaleLowerCase()
    return words.every((word) => searched.includes(word))
  }
  const shown = teams.filter((team) => isIn(team) && (words.length === 0 || hasWords(team)))
  return inOrder(shown, sort, collator).map((team) =>
    typeof selection === 'number'
      ? { team, rank: team.divisionRank, overall: team.rank }
      : { team, rank: team.rank },
  )
}

// The server's order decides ties.
const inOrder = (teams: BoardTeam[], sort: Sort, collator: Intl.Collator): BoardTeam[] => {
  switch (sort) {
    case 'rank':
      return teams
    case 'name':
      return teams.toSorted((one, other) => collator.compare(one.name, other.name))
    case 'solves':
      return teams.toSorted((one, other) => other.solves - one.solves)
    case 'last':
      return teams.toSorted((one, other) => (other.lastSolveAt ?? 0) - (one.lastSolveAt ?? 0))
  }
}

export type CategoryColumns = { category: ChallengeCategory; from: number; count: number }

export type Columns = { challenges: readonly ChallengeInfo[]; categories: readonly CategoryColumns[] }

export const columnsOf = (
  { challenges }: Pick<Board, 'challenges'>,
  category: ChallengeCategory | null,
): Columns => {
  const shown = category === null ? challenges : challenges.filter((one) => one.category === category)
  const categories: CategoryColumns[] = []
  for (const [at, { category: name }] of shown.entries()) {
    const last = categories.at(-1)
    if (last?.category === name) last.count++
    else categories.push({ category: name, from: at, count: 1 })
  }
  return { challenges: shown, categories }
}

export const categoriesIn = ({ challenges }: Pick<Board, 'challenges'>): ChallengeCategory[] => [
  ...new Set(challenges.map(({ category }) => category)),
]

export const neighbors = (
  shown: readonly ShownTeam[],
  id: number,
): { previous: number | null; next: number | null } => {
  const at = shown.findIndex(({ team }) => team.id === id)
  if (at === -1) return { previous: null, next: null }
  return { previous: shown[at - 1]?.team.id ?? null, next: shown[at + 1]?.team.id ?? null }
}
