import type { ReactNode } from 'react'
import { Link, type To } from 'react-router'
import classes from './button.module.css'

type Look = {
  kind?: 'primary' | 'quiet'
  size?: 'small' | 'normal'
  icon?: ReactNode
  children: ReactNode
}

type ButtonProps = Look & {
  /** Something is under way: says so, keeps the focus and takes no further click. */
  pending?: boolean
  submit?: boolean
  onClick?: () => void
}

export const Button = ({
  kind = 'quiet',
  size = 'normal',
  icon,
  pending = false,
  submit = false,
  onClick,
  children,
}: ButtonProps) => (
  <button
    type={submit ? 'submit' : 'button'}
    className={classes.button}
    data-kind={kind}
    data-size={size}
    data-pending={pending || undefined}
    aria-disabled={pending || undefined}
    onClick={(event) => {
      if (pending) event.preventDefault()
      else onClick?.()
    }}
  >
    {pending ? <span className={classes.spinner} /> : icon}
    {children}
  </button>
)

type LinkButtonProps = Look & { to: To }

/** A link that looks like a button, for where the next step is another page. */
export const LinkButton = ({ kind = 'quiet', size = 'normal', icon, to, children }: LinkButtonProps) => (
  <Link to={to} className={classes.button} data-kind={kind} data-size={size}>
    {icon}
    {children}
  </Link>
)
