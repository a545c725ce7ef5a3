import type { ScoreboardItem, TimeLine } from '@pennant/contract/scoreboard'
import { scoreOverTime } from '@pennant/rules/scoreboard/timeline'

type Span = { start: number; end: number }

/** From the start to the end. Points by hand, whose times a line does not tell, come at the end. */
export const pointsOverTime = (
  { solvedChallenges, adjustment = 0 }: Pick<ScoreboardItem, 'adjustment' | 'solvedChallenges'>,
  { start, end }: Span,
): TimeLine[] => {
  const moves = adjustment === 0 ? [] : [{ time: end, points: adjustment }]
  const points = scoreOverTime({ solvedChallenges }, moves)
  const last = points.at(-1)
  if (points.every(({ score }) => score === 0)) return []
  return [{ time: start, score: 0 }, ...points, { time: end, score: last?.score ?? 0 }]
}

/** The path of a line that steps up with each point. */
export const stepsOf = (
  points: readonly TimeLine[],
  { start, end, width, height }: Span & { width: number; height: number },
): string => {
  const top = Math.max(1, ...points.map(({ score }) => score))
  const bottom = Math.min(0, ...points.map(({ score }) => score))
  const x = (time: number): number => round(((time - start) / Math.max(1, end - start)) * width)
  const y = (score: number): number => round(height - 2 - ((score - bottom) / (top - bottom)) * (height - 4))
  return points
    .map(({ time, score }, index) => (index === 0 ? `M${x(time)} ${y(score)}` : `H${x(time)}V${y(score)}`))
    .join('')
}

const round = (value: number): number => Math.round(value * 10) / 10
