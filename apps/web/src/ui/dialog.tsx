import { type ReactNode, useLayoutEffect, useId, useRef } from 'react'
import classes from './dialog.module.css'
import { Icon } from './icon.tsx'
import { IconButton } from './icon-button.tsx'

type Props = {
  title: ReactNode
  /** The name of the control that closes it. */
  close: string
  onClose: () => void
  size?: 'narrow' | 'normal' | 'wide'
  /** What it shows is not to be had again: a click beside it is no wish to close it. */
  firm?: boolean
  /** Beside the title. */
  lead?: ReactNode
  /** Always in sight at the bottom. */
  actions?: ReactNode
  children: ReactNode
}

const firstField = 'form :is(input, select, textarea):not(:disabled, [type=file])'

/**
 * The browser's own dialog: it keeps the focus inside and gives it back. Open while it is rendered; a sheet from
 * below on a phone.
 */
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
    const dialog = ref.current
    dialog?.showModal()
    // The browser would begin at the control that closes it.
    dialog?.querySelector<HTMLElement>(firstField)?.focus()
    return () => dialog?.close()
  }, [])

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a click beside it closes it; Escape does the same
    <dialog
      ref={ref}
      className={classes.dialog}
      data-size={size}
      aria-labelledby={id}
      onCancel={(event) => {
        // From a field inside, such as a file chooser, it means something else.
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
            {title}
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
