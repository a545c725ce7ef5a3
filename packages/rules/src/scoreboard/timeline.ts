import type { ScoreboardItem, TimeLine, TimeLineItem, TopTimeLine } from '@pennant/contract/scoreboard'
import type { Move } from './adjustment.ts'

const shown = 10

type Timelines = { of(items: readonly ScoreboardItem[]): readonly TimeLineItem[] }

/** Moves are points by hand, by the id of the team. */
export const createTimelines = (movesOf: ReadonlyMap<number, readonly Move[]>): Timelines => {
  const lines = new Map<number, { solved: ScoreboardItem['solvedChallenges']; line: TopTimeLine }>()
  let before = new Map<number, TimeLineItem>()
  let answer: readonly TimeLineItem[] = []
  let answered: readonly ScoreboardItem[] | null = null

  const lineOf = (item: ScoreboardItem): TopTimeLine => {
    const { id, name, solvedChallenges: solved } = item
    const known = lines.get(id)
    if (known?.solved === solved) return known.line
    const points = scoreOverTime(item, movesOf.get(id) ?? [])
    // A blood may move to another team without a difference in points.
    const line =
      known !== undefined && areSamePoints(known.line.items, points)
        ? known.line
        : { id, name, items: points }
    lines.set(id, { solved, line })
    return line
  }

  const timelineOf = (divisionId: number, items: readonly ScoreboardItem[]): TimeLineItem => {
    const teams = items.map(lineOf)
    const known = before.get(divisionId)
    return known !== undefined && areSame(known.teams, teams) ? known : { divisionId, teams }
  }

  return {
    of(items) {
      if (items === answered) return answer
      answered = items
      const timelines = [...bestByDivision(items)].map(([id, best]) => timelineOf(id, best))
      before = new Map(timelines.map((timeline) => [timeline.divisionId, timeline]))
      if (!areSame(answer, timelines)) answer = timelines
      return answer
    },
  }
}

/** 0 is for all teams. Divisions are in the order of their best rank. */
export const bestByDivision = <Row extends Pick<ScoreboardItem, 'divisionId' | 'rank'>>(
  items: readonly Row[],
): Map<number, Row[]> => {
  const overall: Row[] = []
  const best = new Map([[0, overall]])
  for (const item of items) {
    if (item.rank > 0 && item.rank <= shown) overall.push(item)
    if (item.divisionId === null) continue
    const division = best.get(item.divisionId)
    if (division === undefined) best.set(item.divisionId, [item])
    else if (division.length < shown) division.push(item)
  }
  return best
}

/** Moves are points by hand. */
export const scoreOverTime = (
  { solvedChallenges }: { solvedChallenges: readonly TimeLine[] },
  moves: readonly Move[],
): TimeLine[] => {
  const points: TimeLine[] = []
  let score = 0
  let next = 0
  const moveUntil = (time: number): void => {
    for (let move = moves[next]; move !== undefined && move.time < time; move = moves[++next])
      points.push({ time: move.time, score: (score += move.points) })
  }
  for (const solve of solvedChallenges) {
    moveUntil(solve.time)
    points.push({ time: solve.time, score: (score += solve.score) })
  }
  moveUntil(Number.POSITIVE_INFINITY)
  return points
}

const areSame = <T>(some: readonly T[], others: readonly T[]): boolean =>
  some.length === others.length && some.every((one, index) => one === others[index])

export const areSamePoints = (some: readonly TimeLine[], others: readonly TimeLine[]): boolean =>
  some.length === others.length &&
  some.every(({ time, score }, index) => time === others[index]?.time && score === others[index].score)
