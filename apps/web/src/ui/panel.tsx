import type { ReactNode } from 'react'
import classes from './panel.module.css'

type Props = { labelledBy: string; children: ReactNode }

/** A surface of its own, named by a heading inside. */
export const Panel = ({ labelledBy, children }: Props) => (
  <section className={classes.panel} aria-labelledby={labelledBy}>
    {children}
  </section>
)
