import classes from './blood-mark.module.css'

type Props = { rank: 0 | 1 | 2 | 3; size?: number }

/** 0: later than third. Decorative: words say the same. */
export const BloodMark = ({ rank, size = 18 }: Props) => (
  <svg
    className={classes.mark}
    data-rank={rank}
    width={size}
    height={size}
    viewBox="0 0 20 20"
    aria-hidden="true"
    focusable="false"
  >
    <path d="M3.5 2v16" className={classes.staff} />
    <path d={bloodShapes[rank]} className={classes.cloth} />
  </svg>
)

export const bloodShapes = {
  0: 'M5 4h12l-3 4 3 4H5z',
  1: 'M5 3.5 18 8.5 5 13.500z',
  2: 'M5 3h13l-4.5 5.500L18 14H5z',
  3: 'M5 3h13l-4 3 4 2.5-4 2.5 4 3H5z',
} as const
