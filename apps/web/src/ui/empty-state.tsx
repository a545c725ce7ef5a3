import type { ReactNode } from 'react'
import classes from './empty-state.module.css'
import { Icon, type IconName } from './icon.tsx'

type Props = {
  icon?: IconName
  title: string
  text?: ReactNode
  children?: ReactNode
}

export const EmptyState = ({ icon = 'flag', title, text, children }: Props) => (
  <div className={classes.empty}>
    <span className={classes.icon}>
      <Icon name={icon} size={28} />
    </span>
    <p className={classes.title}>{title}</p>
    {text !== undefined && <p className={classes.text}>{text}</p>}
    {children !== undefined && <div className={classes.actions}>{children}</div>}
  </div>
)
