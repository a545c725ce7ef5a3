import type { ReactNode } from 'react'
import classes from './narrow-page.module.css'
import { Panel } from './panel.tsx'

type Props = { titleId: string; title: string; lead?: ReactNode; children: ReactNode }

export const NarrowPage = ({ titleId, title, lead, children }: Props) => (
  <div className={classes.page}>
    <Panel labelledBy={titleId}>
      <h1 id={titleId} className={classes.title}>
        <bdi>{title}</bdi>
      </h1>
      {lead !== undefined && <p className={classes.lead}>{lead}</p>}
      <div className={classes.content}>{children}</div>
    </Panel>
  </div>
)
