import type { ReactNode } from 'react'
import classes from './badge.module.css'

export type BadgeTone = 'neutral' | 'good' | 'caution' | 'danger' | 'news'

export const Badge = ({ tone = 'neutral', children }: { tone?: BadgeTone; children: ReactNode }) => (
  <span className={classes.badge} data-tone={tone}>
    {children}
  </span>
)
