import { type ReactNode, useId } from 'react'
import classes from './section.module.css'

type Props = {
  id?: string
  title: string
  lead?: ReactNode
  children: ReactNode
}

export const Section = ({ id, title, lead, children }: Props) => {
  const titleId = useId()
  return (
    // An address can lead to it.
    <section
      id={id}
      tabIndex={id === undefined ? undefined : -1}
      className={classes.section}
      aria-labelledby={titleId}
    >
      <h3 id={titleId} className={classes.title}>
        {title}
      </h3>
      {lead !== undefined && <p className={classes.lead}>{lead}</p>}
      {children}
    </section>
  )
}

export const Columns = ({ children }: { children: ReactNode }) => (
  <div className={classes.columns}>{children}</div>
)
