import type { ReactNode } from 'react'
import classes from './visually-hidden.module.css'

/** Heard, not seen. */
export const VisuallyHidden = ({ children }: { children: ReactNode }) => (
  <span className={classes.hidden}>{children}</span>
)
