import type { ReactNode } from 'react'
import { Link, type To } from 'react-router'
import classes from './button.module.css'

type Look = {
  kind?: 'primary' | 'quiet' | 'danger'
  size?: 'small' | 'normal'
  icon?: ReactNode
  collapses?: boolean
  children: ReactNode
}

type ButtonProps = Look & {
  /** Keeps the focus, but takes no click. */
  pending?: boolean
  disabled?: boolean
  /** Of a double click only the first half counts. The second may meet another button that stands here by then. */
  once?: boolean
  submit?: boolean
  /** The id of the form that it submits, where that is not around it. */
  form?: string
  onClick?: () => void
}

export const Button = ({
  kind = 'quiet',
  size = 'normal',
  icon,
  collapses = false,
  pending = false,
  disabled = false,
  once = false,
  submit = false,
  form,
  onClick,
  children,
}: ButtonProps) => (
  <button
    type={submit ? 'submit' : 'button'}
    form={form}
    className={classes.button}
    data-kind={kind}
    data-size={size}
    data-collapses={collapses || undefined}
    data-pending={pending || undefined}
    disabled={disabled}
    aria-disabled={pending || undefined}
    onClick={(event) => {
      if (pending || (once && event.detail > 1)) event.preventDefault()
      else onClick?.()
    }}
  >
    {pending ? <span className={classes.spinner} /> : icon}
    <span className={classes.label}>{children}</span>
  </button>
)

type LinkButtonProps = Look & { to: To }

export const LinkButton = ({
  kind = 'quiet',
  size = 'normal',
  icon,
  collapses = false,
  to,
  children,
}: LinkButtonProps) => (
  <Link
    to={to}
    className={classes.button}
    data-kind={kind}
    data-size={size}
    data-collapses={collapses || undefined}
  >
    {icon}
    <span className={classes.label}>{children}</span>
  </Link>
)
