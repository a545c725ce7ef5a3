import { dashOf, lineCount } from '../line-style.ts'
import classes from './line-sample.module.css'

/** What the line of a place looks like, with the figure that stands at its end. */
export const LineSample = ({ at }: { at: number }) => (
  <svg
    className={classes.sample}
    data-line={at % lineCount}
    viewBox="0 0 44 16"
    aria-hidden="true"
    focusable="false"
  >
    <path d="M1 8h26" strokeDasharray={dashOf(at).join(' ')} />
    <text x="42" y="12.5">
      {at + 1}
    </text>
  </svg>
)
