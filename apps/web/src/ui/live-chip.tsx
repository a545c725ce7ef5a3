import classes from './live-chip.module.css'

type Props = {
  state: 'live' | 'connecting' | 'offline'
  label: string
  detail?: string
  /** For a place that tells screen readers itself. */
  quiet?: boolean
}

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
