import { dynamicScore, type ScoreCurve } from '@pennant/rules/scoring/dynamic-score'

export type CurvePoint = { solves: number; points: number }

const least = 12
const most = 600

/** A multiple of 4, so that its quarters are whole numbers. */
export const mostSolvesOf = ({ difficulty }: ScoreCurve): number =>
  Math.min(most, Math.max(least, Math.ceil((difficulty * 6) / 4) * 4))

export const curvePoints = (curve: ScoreCurve, mostSolves = mostSolvesOf(curve)): CurvePoint[] =>
  Array.from({ length: mostSolves + 1 }, (_, solves) => ({ solves, points: dynamicScore(curve, solves) }))

type Frame = { width: number; height: number; mostSolves: number; top: number }

export const pathOf = (points: readonly CurvePoint[], { width, height, mostSolves, top }: Frame): string =>
  points
    .map(({ solves, points: worth }, index) => {
      const x = (solves / mostSolves) * width
      const y = height - (top === 0 ? 0 : worth / top) * height
      return `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`
    })
    .join('')

const told = [1, 2, 5, 10, 20, 50, 100, 200, 500]

export const milestones = (curve: ScoreCurve): CurvePoint[] =>
  told
    .filter((solves) => solves <= Math.max(20, mostSolvesOf(curve)))
    .map((solves) => ({ solves, points: dynamicScore(curve, solves) }))
