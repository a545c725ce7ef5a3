import type { ReactNode } from 'react'
import classes from './tool-bar.module.css'

export const ToolBar = ({ label, children }: { label: string; children: ReactNode }) => (
  <search className={classes.bar} aria-label={label}>
    {children}
  </search>
)
