import classes from './switch.module.css'

type Props = {
  /** What it switches. */
  label: string
  on: boolean
  /** The server is being asked; it shows the old state until it has answered. */
  pending?: boolean
  disabled?: boolean
  onChange: (on: boolean) => void
}

/** Takes effect at once, unlike a box in a form. */
export const Switch = ({ label, on, pending = false, disabled = false, onChange }: Props) => (
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
