import type { ReactNode } from 'react'
import classes from './layout.module.css'

export const StaffFrame = ({ side, children }: { side: ReactNode; children: ReactNode }) => (
  <div className={classes.frame} data-wide-frame="">
    <div className={classes.side}>{side}</div>
    <div className={classes.page}>{children}</div>
  </div>
)
