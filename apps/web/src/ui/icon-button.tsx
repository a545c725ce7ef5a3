import type { ReactNode } from 'react'
import classes from './icon-button.module.css'

type Props = {
  label: string
  pending?: boolean
  onClick: () => void
  children: ReactNode
}

export const IconButton = ({ label, pending = false, onClick, children }: Props) => (
  <button
    type="button"
    className={classes.button}
    aria-label={label}
    aria-disabled={pending || undefined}
    title={label}
    onClick={pending ? undefined : onClick}
  >
    {children}
  </button>
)
