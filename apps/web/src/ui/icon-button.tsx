import type { ReactNode } from 'react'
import classes from './icon-button.module.css'

type Props = { label: string; onClick: () => void; children: ReactNode }

/** A control that shows a picture and has a name. */
export const IconButton = ({ label, onClick, children }: Props) => (
  <button type="button" className={classes.button} aria-label={label} title={label} onClick={onClick}>
    {children}
  </button>
)
