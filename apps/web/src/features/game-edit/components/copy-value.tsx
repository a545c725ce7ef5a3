import { CopyText } from '../../../kit/copy-text.tsx'
import classes from './game-keys.module.css'

export const CopyValue = ({ text, copy }: { text: string; copy: string }) => (
  <div className={classes.value}>
    <code>{text}</code>
    <CopyText text={text} label={copy} />
  </div>
)
