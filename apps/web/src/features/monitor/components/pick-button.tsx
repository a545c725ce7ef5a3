import classes from './pick-button.module.css'

type Props = {
  text: string
  label: string
  /** Null if the server doesn't say who it is. */
  onPick: (() => void) | null
}

export const PickButton = ({ text, label, onPick }: Props) =>
  onPick === null ? (
    <bdi>{text}</bdi>
  ) : (
    <button type="button" className={classes.pick} title={label} onClick={onPick}>
      <bdi>{text}</bdi>
    </button>
  )
