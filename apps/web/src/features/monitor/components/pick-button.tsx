import classes from './pick-button.module.css'

type Props = {
  text: string
  /** What it does, for those who do not see where it stands. */
  label: string
  /** Null where the server does not say who it is. */
  onPick: (() => void) | null
}

/** A name in a row, which narrows the list to what has it. */
export const PickButton = ({ text, label, onPick }: Props) =>
  onPick === null ? (
    <bdi>{text}</bdi>
  ) : (
    <button type="button" className={classes.pick} title={label} onClick={onPick}>
      <bdi>{text}</bdi>
    </button>
  )
