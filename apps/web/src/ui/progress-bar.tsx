import classes from './progress-bar.module.css'

type Props = {
  label: string
  /** From 0 to 1; null while unknown. */
  share: number | null
  thin?: boolean
}

export const ProgressBar = ({ label, share, thin = false }: Props) => (
  <progress
    className={classes.bar}
    data-thin={thin || undefined}
    aria-label={label}
    max={1}
    {...(share === null ? {} : { value: Math.min(1, Math.max(0, share)) })}
  />
)
