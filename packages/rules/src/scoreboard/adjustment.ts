import type { BoardInput } from './board-input.ts'

export type Move = { time: number; points: number }

const none: readonly Move[] = []

/** By participation, in the order of time, one for each moment. */
export const movesByTeam = ({
  adjustments,
  until,
}: Pick<BoardInput, 'adjustments' | 'until'>): ((participationId: number) => readonly Move[]) => {
  if (adjustments.length === 0) return () => none
  const sums = new Map<number, Map<number, number>>()
  const note = (participationId: number, time: number, points: number): void => {
    if (until !== null && time >= until) return
    const ofTeam = sums.get(participationId) ?? new Map<number, number>()
    sums.set(participationId, ofTeam.set(time, (ofTeam.get(time) ?? 0) + points))
  }
  for (const { participationId, points, time, revokedAt } of adjustments) {
    note(participationId, time, points)
    if (revokedAt !== null) note(participationId, revokedAt, -points)
  }
  const moves = new Map([...sums].map(([participationId, ofTeam]) => [participationId, inOrder(ofTeam)]))
  return (participationId) => moves.get(participationId) ?? none
}

const inOrder = (sums: ReadonlyMap<number, number>): Move[] =>
  [...sums]
    .flatMap(([time, points]) => (points === 0 ? [] : [{ time, points }]))
    .toSorted((one, other) => one.time - other.time)

export const sumOf = (moves: readonly Move[]): number => moves.reduce((sum, { points }) => sum + points, 0)
