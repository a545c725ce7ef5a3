import classes from './switch.module.css'

type Props = {
  /** What it switches. */
  label: string
  /** Stands beside it, for those who see it. */
  text?: string
  on: boolean
  /** The server is being asked; it shows the old state until it has answered. */
  pending?: boolean
  disabled?: boolean
  onChange: (on: boolean) => void
}

/** Takes effect at once, unlike a box in a form. */
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
