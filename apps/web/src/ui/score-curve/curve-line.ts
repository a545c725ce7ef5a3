import { dynamicScore, type ScoreCurve } from '@pennant/rules/scoring/dynamic-score'

export type CurvePoint = { solves: number; points: number }

const least = 12
const most = 600

/** As many solves as it takes until little more is lost; a quarter of it is a whole number, too. */
export const reachOf = ({ difficulty }: ScoreCurve): number =>
  Math.min(most, Math.max(least, Math.ceil((difficulty * 6) / 4) * 4))

/** What every number of solves makes of a challenge, up to a reach. */
export const curvePoints = (curve: ScoreCurve, reach = reachOf(curve)): CurvePoint[] =>
  Array.from({ length: reach + 1 }, (_, solves) => ({ solves, points: dynamicScore(curve, solves) }))

type Frame = { width: number; height: number; reach: number; top: number }

/** The same as the path of a line in a frame, from its lower left corner. */
export const pathOf = (points: readonly CurvePoint[], { width, height, reach, top }: Frame): string =>
  points
    .map(({ solves, points: worth }, index) => {
      const x = (solves / reach) * width
      const y = height - (top === 0 ? 0 : worth / top) * height
      return `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`
    })
    .join('')

const told = [1, 2, 5, 10, 20, 50, 100, 200, 500]

/** A few of them, to be read. */
export const milestones = (curve: ScoreCurve): CurvePoint[] =>
  told
    .filter((solves) => solves <= Math.max(20, reachOf(curve)))
    .map((solves) => ({ solves, points: dynamicScore(curve, solves) }))
