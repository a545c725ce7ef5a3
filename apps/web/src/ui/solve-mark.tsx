import { bloodShapes } from './blood-mark.tsx'
import classes from './solve-mark.module.css'

type Props = {
  rank: 0 | 1 | 2 | 3
  /** At the dip, half way up the line, it says that something was received; at the top, that it is settled. */
  at: 'dip' | 'top'
  /** Goes there from the dip, once. */
  rises?: boolean
}

/** Decorative: words say the same. */
export const SolveMark = ({ rank, at, rises = false }: Props) => (
  <svg
    className={classes.mark}
    data-rank={rank}
    data-at={at}
    data-rises={rises || undefined}
    viewBox="0 0 20 60"
    aria-hidden="true"
    focusable="false"
  >
    <path d="M3.5 2v56" className={classes.line} />
    <path d={bloodShapes[rank]} className={classes.cloth} />
  </svg>
)
