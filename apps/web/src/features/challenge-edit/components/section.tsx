import { type ReactNode, useId } from 'react'
import classes from './section.module.css'

type Props = { title: string; lead?: ReactNode; children: ReactNode }

/** One subject of the editor. */
export const Section = ({ title, lead, children }: Props) => {
  const id = useId()
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h3 id={id} className={classes.title}>
        {title}
      </h3>
      {lead !== undefined && <p className={classes.lead}>{lead}</p>}
      {children}
    </section>
  )
}

/** Fields beside each other where there is room. */
export const Columns = ({ children }: { children: ReactNode }) => (
  <div className={classes.columns}>{children}</div>
)
