import type { ReactNode } from 'react'
import { Link, type To } from 'react-router'
import classes from './menu.module.css'

type Props = { icon?: ReactNode; danger?: boolean; children: ReactNode } & (
  | { to: To; onClick?: () => void }
  | { to?: undefined; onClick: () => void }
)

export const MenuItem = ({ icon, danger = false, children, to, onClick }: Props) => {
  const look = { className: classes.item, 'data-menu-item': '', 'data-danger': danger || undefined }
  return to === undefined ? (
    <button type="button" {...look} onClick={onClick}>
      {icon}
      <span>{children}</span>
    </button>
  ) : (
    <Link to={to} {...look} onClick={onClick}>
      {icon}
      <span>{children}</span>
    </Link>
  )
}
