import { type ReactNode, useEffect, useLayoutEffect, useId, useRef } from 'react'
import { openModal } from './modal.ts'
import { Button } from './button.tsx'
import classes from './confirm-dialog.module.css'

type Props = {
  title: string
  confirm: string
  decline: string
  danger?: boolean
  pending?: boolean
  disabled?: boolean
  onConfirm: () => void
  /** Escape declines, too. */
  onDecline: () => void
  children: ReactNode
}

export const ConfirmDialog = ({
  title,
  confirm,
  decline,
  danger = false,
  pending = false,
  disabled = false,
  onConfirm,
  onDecline,
  children,
}: Props) => {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  // A second click may come before `pending` is rendered.
  const confirmed = useRef(false)

  useLayoutEffect(() => openModal(ref.current), [])
  useEffect(() => {
    confirmed.current = false
  })

  const confirmOnce = (): void => {
    if (confirmed.current) return
    confirmed.current = true
    onConfirm()
  }

  return (
    <dialog
      ref={ref}
      className={classes.dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onDecline()
      }}
    >
      <h2 id={id} className={classes.title}>
        <bdi>{title}</bdi>
      </h2>
      <div className={classes.text}>{children}</div>
      <div className={classes.buttons}>
        <Button onClick={onDecline}>{decline}</Button>
        <Button
          kind={danger ? 'danger' : 'primary'}
          pending={pending}
          disabled={disabled}
          onClick={confirmOnce}
        >
          {confirm}
        </Button>
      </div>
    </dialog>
  )
}
