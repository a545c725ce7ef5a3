import type { ChallengeCategory } from '@pennant/contract/enums'
import type { ChallengeInfo, ChallengeItem, GameDetail } from '@pennant/contract/scoreboard'
import { byLevel } from '@pennant/rules/challenge/labels'

export type ListedChallenge = ChallengeInfo & {
  solved: number
  ours: boolean
  solve: ChallengeItem | null
  later: boolean
  closed: boolean
}

export const sorts = ['category', 'unsolved', 'points', 'solves', 'newest', 'level'] as const
export type Sort = (typeof sorts)[number]

export type View = {
  text: string
  category: ChallengeCategory | null
  sort: Sort
  hideSolved: boolean
  level: string | null
  tag: string | null
}

export const challengesOf = (
  { challenges, rank, frozenAt }: Pick<GameDetail, 'challenges' | 'rank' | 'frozenAt'>,
  now: number,
): ListedChallenge[] => {
  const solves = new Map(rank.solvedChallenges.map((solve) => [solve.id, solve]))
  return Object.values(challenges)
    .flat()
    .map((challenge) => ({
      ...challenge,
      ours: solves.has(challenge.id),
      solve: solves.get(challenge.id) ?? null,
      later: frozenAt !== undefined && (solves.get(challenge.id)?.time ?? 0) >= frozenAt,
      closed: challenge.deadline !== null && now > challenge.deadline,
    }))
}

export const hasLabels = ({ level, tags }: Pick<ChallengeInfo, 'level' | 'tags'>): boolean =>
  (level ?? tags) !== undefined

const orders: Readonly<Record<Sort, (one: ListedChallenge, other: ListedChallenge) => number>> = {
  // In the order of the organizers.
  category: () => 0,
  unsolved: (one, other) => Number(one.ours) - Number(other.ours),
  points: (one, other) => other.score - one.score || one.id - other.id,
  solves: (one, other) => other.solved - one.solved || one.id - other.id,
  newest: (one, other) => other.id - one.id,
  level: byLevel,
}

export const shownIn = (
  challenges: readonly ListedChallenge[],
  { text, category, sort, hideSolved, level, tag }: View,
): ListedChallenge[] => {
  const words = text.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  const places = new Map([...new Set(challenges.map((one) => one.category))].map((name, at) => [name, at]))
  const place = (one: ListedChallenge): number => places.get(one.category) ?? 0
  return challenges
    .filter((one) => category === null || one.category === category)
    .filter((one) => !hideSolved || !one.ours)
    .filter((one) => level === null || one.level === level)
    .filter((one) => tag === null || one.tags?.includes(tag))
    .filter(({ title, category: name }) => {
      const searched = `${title} ${name}`.toLocaleLowerCase()
      return words.every((word) => searched.includes(word))
    })
    .toSorted((one, other) => orders[sort](one, other) || place(one) - place(other))
}

export type CategoryTally = {
  category: ChallengeCategory
  challenges: readonly ListedChallenge[]
  solved: number
  /** Points that the team can still earn. */
  left: number
}

export const categoriesOf = (challenges: readonly ListedChallenge[]): CategoryTally[] => {
  const found = new Map<ChallengeCategory, ListedChallenge[]>()
  for (const challenge of challenges)
    found.set(challenge.category, [...(found.get(challenge.category) ?? []), challenge])
  return [...found].map(([category, own]) => ({
    category,
    challenges: own,
    solved: own.filter(({ ours }) => ours).length,
    left: own.reduce((sum, { ours, closed, score }) => (ours || closed ? sum : sum + score), 0),
  }))
}

export const neighbors = (
  shown: readonly { id: number }[],
  id: number,
): { previous: number | null; next: number | null } => {
  const at = shown.findIndex((one) => one.id === id)
  if (at === -1) return { previous: null, next: null }
  return { previous: shown[at - 1]?.id ?? null, next: shown[at + 1]?.id ?? null }
}
