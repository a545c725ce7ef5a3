import type { ReactNode } from 'react'
import classes from './narrow-page.module.css'
import { Panel } from './panel.tsx'

type Props = {
  titleId: string
  title: string
  lead?: ReactNode
  image?: ReactNode
  /** On phones, the page is as high as the window, and its primary button is at the bottom. */
  fills?: boolean
  children: ReactNode
}

export const NarrowPage = ({ titleId, title, lead, image, fills = false, children }: Props) => (
  <div className={classes.page} data-fills={fills || undefined}>
    <Panel labelledBy={titleId}>
      {image !== undefined && <div className={classes.image}>{image}</div>}
      <h1 id={titleId} className={classes.title}>
        {title}
      </h1>
      {lead !== undefined && <p className={classes.lead}>{lead}</p>}
      <div className={classes.content}>{children}</div>
    </Panel>
  </div>
)
