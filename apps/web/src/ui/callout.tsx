import type { ReactNode } from 'react'
import classes from './callout.module.css'
import { Icon, type IconName } from './icon.tsx'

type Tone = 'neutral' | 'good' | 'caution' | 'danger'

const icons = {
  neutral: 'info',
  good: 'check',
  caution: 'warning',
  danger: 'cross',
} as const satisfies Record<Tone, IconName>

type Props = {
  tone: Tone
  title?: ReactNode
  alert?: boolean
  children?: ReactNode
}

export const Callout = ({ tone, title, alert = false, children }: Props) => (
  <div className={classes.callout} data-tone={tone} role={alert ? 'alert' : undefined}>
    <span className={classes.icon}>
      <Icon name={icons[tone]} />
    </span>
    <div className={classes.content}>
      {title !== undefined && <div className={classes.title}>{title}</div>}
      {children}
    </div>
  </div>
)
