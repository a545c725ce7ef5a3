import type { ListedChallenge } from './challenge-list.ts'

type Candidate = Pick<ListedChallenge, 'category' | 'closed' | 'id' | 'ours' | 'score' | 'solved'>

const none: ReadonlySet<number> = new Set()

/**
 * Where no teammate is, if there is such a challenge; then in the same category with the next higher points; otherwise
 * the one that most teams have solved.
 */
export const nextChallenge = <C extends Candidate>(
  challenges: readonly C[],
  from: Candidate,
  busy: ReadonlySet<number> = none,
): C | null => {
  const open = challenges.filter(({ id, ours, closed }) => !ours && !closed && id !== from.id)
  const free = open.filter(({ id }) => !busy.has(id))
  const candidates = free.length > 0 ? free : open
  const [harder] = candidates
    .filter(({ category, score }) => category === from.category && score > from.score)
    .toSorted((one, other) => one.score - other.score)
  const [easiest] = candidates.toSorted((one, other) => other.solved - one.solved)
  return harder ?? easiest ?? null
}
