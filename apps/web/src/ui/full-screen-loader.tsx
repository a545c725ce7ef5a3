import classes from './full-screen-loader.module.css'
import { PennantMark } from './pennant-mark.tsx'

type Props = { label: string }

export const FullScreenLoader = ({ label }: Props) => (
  <output className={classes.loader} aria-label={label}>
    <PennantMark size={56} />
  </output>
)
