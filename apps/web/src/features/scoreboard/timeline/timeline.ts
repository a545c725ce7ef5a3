import type { TimeLineItem, TopTimeLine } from '@pennant/contract/scoreboard'

const dayMs = 86_400_000
const longMs = 14 * dayMs
const recentMs = 7 * dayMs

type Times = { start: number; end: number }

export type Range = { from: number; to: number }

/** `division` null: all. */
export const timelineIn = (
  timelines: readonly TimeLineItem[],
  division: number | null,
): readonly TopTimeLine[] =>
  (timelines.find(({ divisionId }) => divisionId === (division ?? 0))?.teams ?? []).filter(
    ({ items }) => items.length > 0,
  )

export const wholeRange = ({ start, end }: Times, now: number): Range => ({
  from: start,
  to: Math.max(start + 1, Math.min(end, now)),
})

export const firstRange = (game: Times, now: number): Range => {
  const whole = wholeRange(game, now)
  const runs = now <= game.end
  return runs && game.end - game.start > longMs && whole.to - whole.from > recentMs
    ? { from: whole.to - recentMs, to: whole.to }
    : whole
}

export type Lines = {
  times: number[]
  scores: number[][]
}

/** Practice adds nothing. The range in sight ends in moments of its own, so heights follow from moments. */
export const linesOf = (teams: readonly TopTimeLine[], whole: Range, inSight: Range = whole): Lines => {
  const { from, to } = whole
  const moments = teams.flatMap(({ items }) => items.map(({ time }) => time))
  const within = [...moments, inSight.from, inSight.to].filter((time) => time > from && time < to)
  const times = [...new Set([from, ...within, to])].toSorted((one, other) => one - other)
  return { times, scores: teams.map(({ items }) => scoresAt(items, times)) }
}

const scoresAt = (items: TopTimeLine['items'], times: readonly number[]): number[] => {
  let next = 0
  let score = 0
  return times.map((time) => {
    for (let item = items[next]; item !== undefined && item.time <= time; item = items[++next])
      score = item.score
    return score
  })
}

export const momentsIn = ({ from, to }: Range, parts: number): number[] =>
  Array.from({ length: parts }, (_, part) => from + ((to - from) * (part + 1)) / parts)

export const scoreAt = (items: TopTimeLine['items'], moment: number): number =>
  items.findLast(({ time }) => time <= moment)?.score ?? 0

const rounds = 60

export const spread = (places: readonly number[], gap: number, bottom: number): number[] => {
  const order = [...places.keys()].toSorted((one, other) => (places[one] ?? 0) - (places[other] ?? 0))
  const found = order.map((at) => places[at] ?? 0)
  for (let round = 0; round < rounds; round++)
    for (let at = 1; at < found.length; at++) {
      const [above = 0, below = 0] = [found[at - 1], found[at]]
      const overlap = gap - (below - above)
      if (overlap <= 0) continue
      found[at - 1] = above - overlap / 2
      found[at] = below + overlap / 2
    }
  let limit = bottom
  for (let at = found.length - 1; at >= 0; at--) {
    found[at] = Math.min(found[at] ?? 0, limit)
    limit = (found[at] ?? 0) - gap
  }
  const spreadOut = [...places]
  for (const [at, place] of order.entries()) spreadOut[place] = found[at] ?? 0
  return spreadOut
}

export const zoomed = ({ from, to }: Range, factor: number, bounds: Range): Range => {
  const middle = (from + to) / 2
  const half = Math.max(30_000, ((to - from) * factor) / 2)
  return { from: Math.max(bounds.from, middle - half), to: Math.min(bounds.to, middle + half) }
}
