import classes from './pick-button.module.css'
import { Name } from '../../../ui/name.tsx'

type Props = {
  text: string
  label: string
  /** Null if the server doesn't say who it is. */
  onPick: (() => void) | null
}

export const PickButton = ({ text, label, onPick }: Props) =>
  onPick === null ? (
    <Name>{text}</Name>
  ) : (
    <button type="button" className={classes.pick} title={label} onClick={onPick}>
      <Name>{text}</Name>
    </button>
  )
