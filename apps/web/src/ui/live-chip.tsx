import classes from './live-chip.module.css'

type Props = {
  state: 'live' | 'connecting' | 'offline'
  /** The word for the state, and when what is shown was last good. */
  label: string
  detail?: string
  /** Somebody else tells screen readers. */
  quiet?: boolean
}

/** Says whether what is shown is as it is now. */
export const LiveChip = ({ state, label, detail, quiet = false }: Props) => {
  const Tag = quiet ? 'span' : 'output'
  return (
    <Tag className={classes.chip} data-state={state} title={detail}>
      <span className={classes.dot} aria-hidden="true" />
      {label}
      {detail !== undefined && state !== 'live' && <span className={classes.detail}>{detail}</span>}
    </Tag>
  )
}
