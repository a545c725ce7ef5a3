import type { ScoreboardItem, TimeLine, TimeLineItem, TopTimeLine } from '@pennant/contract/scoreboard'

const shown = 10

type Timelines = { of(items: readonly ScoreboardItem[]): readonly TimeLineItem[] }

/** How the best came to their score. Remembers the answers of last time for those who have not moved. */
export const createTimelines = (): Timelines => {
  const lines = new WeakMap<ScoreboardItem['solvedChallenges'], TopTimeLine>()
  let before = new Map<number, TimeLineItem>()
  let answer: readonly TimeLineItem[] = []

  const lineOf = (item: ScoreboardItem): TopTimeLine => {
    const known = lines.get(item.solvedChallenges)
    if (known !== undefined) return known
    const line = { id: item.id, name: item.name, items: risingScore(item) }
    lines.set(item.solvedChallenges, line)
    return line
  }

  const timelineOf = (divisionId: number, items: readonly ScoreboardItem[]): TimeLineItem => {
    const teams = items.map(lineOf)
    const known = before.get(divisionId)
    return known !== undefined && areSame(known.teams, teams) ? known : { divisionId, teams }
  }

  return {
    of(items) {
      const timelines = [...bestByDivision(items)].map(([id, best]) => timelineOf(id, best))
      before = new Map(timelines.map((timeline) => [timeline.divisionId, timeline]))
      if (!areSame(answer, timelines)) answer = timelines
      return answer
    },
  }
}

/** Under 0 the best of all; then the divisions, in the order in which the ranking comes to them. */
const bestByDivision = (items: readonly ScoreboardItem[]): Map<number, ScoreboardItem[]> => {
  const overall: ScoreboardItem[] = []
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

const risingScore = ({ solvedChallenges }: ScoreboardItem): TimeLine[] => {
  let score = 0
  return solvedChallenges.map((solve) => ({ time: solve.time, score: (score += solve.score) }))
}

const areSame = <T>(some: readonly T[], others: readonly T[]): boolean =>
  some.length === others.length && some.every((one, index) => one === others[index])
