import { type ScoreCurve as Curve, dynamicScore } from '@pennant/rules/scoring/dynamic-score'
import { curvePoints, milestones, pathOf, mostSolvesOf } from './curve-line.ts'
import classes from './score-curve.module.css'

type Props = {
  curve: Curve
  /** Solves at which the curve is marked; null: no mark. */
  solves: number | null
  label: string
  labels: { solves: string; points: string }
}

const size = { width: 560, height: 220 }
const edge = { left: 52, right: 16, top: 14, bottom: 34 }
const inner = { width: size.width - edge.left - edge.right, height: size.height - edge.top - edge.bottom }

export const ScoreCurve = ({ curve, solves, label, labels }: Props) => {
  const mostSolves = Math.max(mostSolvesOf(curve), Math.ceil((solves ?? 0) / 4) * 4)
  const top = curve.originalScore
  const floor = Math.floor(top * curve.minScoreRate)
  const yOf = (points: number): number => inner.height - (top === 0 ? 0 : points / top) * inner.height
  const xOf = (count: number): number => (count / mostSolves) * inner.width
  const steps = [0, 0.25, 0.5, 0.75, 1]
  const now = solves === null ? null : { x: xOf(solves), points: dynamicScore(curve, solves) }
  return (
    <div className={classes.root} dir="ltr">
      <svg
        className={classes.chart}
        viewBox={`0 0 ${size.width} ${size.height}`}
        role="img"
        aria-label={label}
      >
        <g transform={`translate(${edge.left} ${edge.top})`}>
          {steps.map((step) => (
            <g key={step} className={classes.grid}>
              <line x1={0} x2={inner.width} y1={yOf(top * step)} y2={yOf(top * step)} />
              <text x={-8} y={yOf(top * step) + 4} textAnchor="end">
                {Math.round(top * step)}
              </text>
              <text x={step * inner.width} y={inner.height + 18} textAnchor="middle">
                {Math.round(mostSolves * step)}
              </text>
            </g>
          ))}
          <line className={classes.floor} x1={0} x2={inner.width} y1={yOf(floor)} y2={yOf(floor)} />
          <path
            className={classes.line}
            d={pathOf(curvePoints(curve, mostSolves), { ...inner, mostSolves, top })}
          />
          {now !== null && <circle className={classes.now} cx={now.x} cy={yOf(now.points)} r={5} />}
        </g>
      </svg>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{labels.solves}</th>
            <th scope="col">{labels.points}</th>
          </tr>
        </thead>
        <tbody>
          {milestones(curve).map(({ solves: count, points }) => (
            <tr key={count}>
              <td>{count}</td>
              <td>{points}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
