import type { ChallengeSummary } from '@pennant/contract/challenge'
import {
  challengeCategories,
  type ChallengeCategory,
  challengeTypes,
  type ChallengeType,
} from '@pennant/contract/enums'
import { byLevel } from '@pennant/rules/challenge/labels'

export const states = ['all', 'enabled', 'disabled', 'lacking'] as const
export type State = (typeof states)[number]

export const sorts = ['title', 'category', 'type', 'level', 'points', 'state'] as const
export type SortBy = (typeof sorts)[number]

export type Filter = {
  text: string
  category: ChallengeCategory | null
  type: ChallengeType | null
  state: State
}

type Order = { by: SortBy; descending: boolean }

export const isLacking = ({ lacks = [] }: ChallengeSummary): boolean => lacks.length > 0

export const shownOf = (
  challenges: readonly ChallengeSummary[],
  filter: Filter,
  order: Order | null,
): ChallengeSummary[] => {
  const found = challenges.filter((challenge) => fits(challenge, filter))
  if (order === null) return found
  const sign = order.descending ? -1 : 1
  return found.toSorted((one, other) => sign * compare[order.by](one, other) || one.id - other.id)
}

export const moved = (ids: readonly number[], id: number, to: number): number[] => {
  const others = ids.filter((one) => one !== id)
  const place = Math.min(others.length, Math.max(0, to))
  return [...others.slice(0, place), id, ...others.slice(place)]
}

export const ordered = (
  challenges: readonly ChallengeSummary[],
  ids: readonly number[],
): ChallengeSummary[] => {
  const places = new Map(ids.map((id, place) => [id, place]))
  const placeOf = ({ id }: ChallengeSummary): number => places.get(id) ?? ids.length
  return challenges.toSorted((one, other) => placeOf(one) - placeOf(other))
}

const fits = (challenge: ChallengeSummary, { text, category, type, state }: Filter): boolean => {
  if (category !== null && challenge.category !== category) return false
  if (type !== null && challenge.type !== type) return false
  if (state === 'enabled' && !challenge.isEnabled) return false
  if (state === 'disabled' && challenge.isEnabled) return false
  if (state === 'lacking' && !isLacking(challenge)) return false
  const { title, id, tags = [], authors = [] } = challenge
  const searched = [title, `#${id}`, ...tags, ...authors].join('\n').toLocaleLowerCase()
  return text
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => searched.includes(word))
}

type Compare = (one: ChallengeSummary, other: ChallengeSummary) => number

const compare: Readonly<Record<SortBy, Compare>> = {
  title: (one, other) => one.title.localeCompare(other.title),
  category: (one, other) => challengeCategories[one.category] - challengeCategories[other.category],
  type: (one, other) => challengeTypes[one.type] - challengeTypes[other.type],
  level: byLevel,
  points: (one, other) => one.score - other.score,
  state: (one, other) => Number(one.isEnabled) - Number(other.isEnabled),
}
