import type { ReactNode } from 'react'
import classes from './panel.module.css'

type Props = { labelledBy: string; children: ReactNode }

export const Panel = ({ labelledBy, children }: Props) => (
  <section className={classes.panel} aria-labelledby={labelledBy}>
    {children}
  </section>
)
