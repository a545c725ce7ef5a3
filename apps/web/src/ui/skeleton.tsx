import classes from './skeleton.module.css'

type Props = { label: string; lines: number }

export const Skeleton = ({ label, lines }: Props) => (
  <div className={classes.skeleton} role="progressbar" aria-label={label}>
    {Array.from({ length: lines }, (_, line) => (
      <span key={line} className={classes.line} />
    ))}
  </div>
)
