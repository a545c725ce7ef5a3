import classes from './switch.module.css'

type Props = {
  label: string
  /** Only for those who see it; `label` is for screen readers. */
  text?: string
  on: boolean
  /** Shows the old state until the server has answered. */
  pending?: boolean
  disabled?: boolean
  onChange: (on: boolean) => void
}

export const Switch = ({ label, text, on, pending = false, disabled = false, onChange }: Props) => {
  const control = (
    <button
      type="button"
      role="switch"
      aria-checked={on}
      aria-label={label}
      aria-disabled={pending || undefined}
      title={label}
      disabled={disabled}
      className={classes.switch}
      data-pending={pending || undefined}
      onClick={() => {
        if (!pending) onChange(!on)
      }}
    >
      <span className={classes.knob} />
    </button>
  )
  return text === undefined ? (
    control
  ) : (
    <span className={classes.worded}>
      {control}
      <span aria-hidden="true">{text}</span>
    </span>
  )
}
