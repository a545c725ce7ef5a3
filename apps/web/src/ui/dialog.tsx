import { type ReactNode, useLayoutEffect, useId, useRef } from 'react'
import { openModal } from './modal.ts'
import classes from './dialog.module.css'
import { Icon } from './icon.tsx'
import { IconButton } from './icon-button.tsx'

type Props = {
  title: ReactNode
  close: string
  onClose: () => void
  size?: 'narrow' | 'normal' | 'wide'
  /** Content that can't be shown again: a click beside it must not close it. */
  firm?: boolean
  lead?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

const firstField = 'form :is(input, select, textarea):not(:disabled, [type=file])'

/** The browser's own dialog keeps the focus inside and returns it. */
export const Dialog = ({
  title,
  close,
  onClose,
  size = 'normal',
  firm = false,
  lead,
  actions,
  children,
}: Props) => {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()

  useLayoutEffect(() => {
    const leave = openModal(ref.current)
    // The browser would focus the close button.
    ref.current?.querySelector<HTMLElement>(firstField)?.focus()
    return leave
  }, [])

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a click beside it closes it; Escape does the same
    <dialog
      ref={ref}
      className={classes.dialog}
      data-size={size}
      aria-labelledby={id}
      onCancel={(event) => {
        // A file chooser inside sends `cancel`, too.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      onMouseDown={(event) => {
        if (event.target === event.currentTarget && !firm) onClose()
      }}
    >
      <div className={classes.frame}>
        <div className={classes.head}>
          <h2 id={id} className={classes.title}>
            <bdi>{title}</bdi>
          </h2>
          {lead}
          <IconButton label={close} onClick={onClose}>
            <Icon name="cross" />
          </IconButton>
        </div>
        <div className={classes.body}>{children}</div>
        {actions !== undefined && <div className={classes.actions}>{actions}</div>}
      </div>
    </dialog>
  )
}
