import type { ReactNode } from 'react'
import classes from './page-head.module.css'

type Props = { title: ReactNode; titleId?: string; lead?: ReactNode; actions?: ReactNode }

export const PageHead = ({ title, titleId, lead, actions }: Props) => (
  <header className={classes.head}>
    <div className={classes.words}>
      <h1 id={titleId} className={classes.title}>
        <bdi>{title}</bdi>
      </h1>
      {lead !== undefined && <div className={classes.lead}>{lead}</div>}
    </div>
    {actions !== undefined && <div className={classes.actions}>{actions}</div>}
  </header>
)
