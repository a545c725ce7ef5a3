import { dashOf, lineCount } from './timeline-line.ts'
import classes from './line-sample.module.css'

const figureWidth = 7.2

type Props = {
  at: number
  label: string
  apart?: boolean
}

export const LineSample = ({ at, label, apart = false }: Props) => (
  <svg
    className={classes.sample}
    data-line={apart ? 'apart' : at % lineCount}
    viewBox="0 0 44 16"
    aria-hidden="true"
    focusable="false"
  >
    <path
      d={`M1 8h${Math.max(4, 40 - figureWidth * Math.max(2, label.length))}`}
      strokeDasharray={apart ? undefined : dashOf(at).join(' ')}
    />
    <text x="42" y="12.5">
      {label}
    </text>
  </svg>
)
