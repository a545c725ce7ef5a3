import { type ReactNode, useLayoutEffect, useId, useRef } from 'react'
import { Icon } from './icon.tsx'
import { IconButton } from './icon-button.tsx'
import classes from './side-sheet.module.css'

type Props = {
  title: ReactNode
  lead?: ReactNode
  controls?: ReactNode
  close: string
  onClose: () => void
  foot?: ReactNode
  children: ReactNode
}

export const SideSheet = ({ title, lead, controls, close, onClose, foot, children }: Props) => {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()

  useLayoutEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a click beside it closes it; Escape does the same
    <dialog
      ref={ref}
      className={classes.sheet}
      aria-labelledby={id}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      onMouseDown={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
    >
      <div className={classes.frame}>
        <header className={classes.head}>
          <div className={classes.words}>
            {lead}
            <h2 id={id} className={classes.title}>
              <bdi>{title}</bdi>
            </h2>
          </div>
          <div className={classes.controls}>
            {controls}
            <IconButton label={close} onClick={onClose}>
              <Icon name="cross" />
            </IconButton>
          </div>
        </header>
        <div className={classes.body}>{children}</div>
        {foot !== undefined && <footer className={classes.foot}>{foot}</footer>}
      </div>
    </dialog>
  )
}
