import { type ReactNode, useLayoutEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { openModal } from './modal.ts'
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
  /** A part of the page instead of a dialog: the rest stays in use. */
  docked?: boolean
  /** Otherwise the first control gets the focus. */
  focusTitle?: boolean
  /** Of what is inside. */
  id?: string
  children: ReactNode
}

export const SideSheet = ({
  title,
  lead,
  controls,
  close,
  onClose,
  foot,
  docked = false,
  focusTitle = false,
  id,
  children,
}: Props) => {
  const titleId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  // Moves between both, so that what was typed stays when the window gets wider or narrower.
  const [frame] = useState(() => createFrame(id))

  useLayoutEffect(() => {
    if (focusTitle) heading.current?.focus({ preventScroll: true })
  }, [focusTitle, docked])

  return (
    <>
      {docked ? (
        <Dock labelledBy={titleId} frame={frame} />
      ) : (
        <Modal labelledBy={titleId} frame={frame} onClose={onClose} />
      )}
      {createPortal(
        <>
          <header className={classes.head}>
            <div className={classes.words}>
              {lead}
              <h2 ref={heading} id={titleId} className={classes.title} tabIndex={focusTitle ? -1 : undefined}>
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
        </>,
        frame,
      )}
    </>
  )
}

const createFrame = (id: string | undefined): HTMLElement => {
  const frame = document.createElement('div')
  frame.className = classes.frame ?? ''
  if (id !== undefined) frame.id = id
  return frame
}

type ShellProps = { labelledBy: string; frame: HTMLElement }

const Modal = ({ labelledBy, frame, onClose }: ShellProps & { onClose: () => void }) => {
  const ref = useRef<HTMLDialogElement>(null)

  useLayoutEffect(() => {
    ref.current?.append(frame)
    return openModal(ref.current)
  }, [frame])

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a click beside it closes it; Escape does the same
    <dialog
      ref={ref}
      className={classes.sheet}
      aria-labelledby={labelledBy}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      onMouseDown={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
    />
  )
}

const gapPx = 16

const Dock = ({ labelledBy, frame }: ShellProps) => {
  const ref = useRef<HTMLElement>(null)

  useLayoutEffect(() => {
    const dock = ref.current
    if (dock === null) return undefined
    dock.append(frame)
    // It begins below the head of the page, until this is scrolled away, and its foot stays where it is.
    const fit = (): void => {
      dock.style.height = `${innerHeight - dock.getBoundingClientRect().top - gapPx}px`
    }
    fit()
    addEventListener('scroll', fit, { passive: true })
    addEventListener('resize', fit)
    return () => {
      removeEventListener('scroll', fit)
      removeEventListener('resize', fit)
    }
  }, [frame])
  return <section ref={ref} className={classes.dock} aria-labelledby={labelledBy} />
}
