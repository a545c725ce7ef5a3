import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { openModal } from '../../../ui/modal.ts'
import { useAutoScroll } from './use-auto-scroll.ts'
import type { GridHandle } from './board-grid.tsx'
import classes from './presentation.module.css'
import { Name } from '../../../ui/name.tsx'

type Props = {
  title: string
  aside: ReactNode
  grid: RefObject<GridHandle | null>
  onLeave: () => void
  children: ReactNode
}

export const Presentation = ({ title, aside, grid, onLeave, children }: Props) => {
  const { t } = useTranslation('board')
  const ref = useRef<HTMLDialogElement>(null)
  const leave = useRef(onLeave)
  useEffect(() => {
    leave.current = onLeave
  })
  useAutoScroll(grid)

  useLayoutEffect(() => {
    const close = openModal(ref.current)
    // Otherwise the hidden exit button would take the focus and appear.
    ref.current?.focus()
    // In full screen, the browser keeps the Escape key for itself.
    const changed = (): void => {
      if (document.fullscreenElement === null) leave.current()
    }
    document.addEventListener('fullscreenchange', changed)
    return () => {
      document.removeEventListener('fullscreenchange', changed)
      if (document.fullscreenElement !== null) void document.exitFullscreen()
      close()
    }
  }, [])

  return (
    <dialog
      ref={ref}
      tabIndex={-1}
      className={classes.screen}
      aria-label={t('board.presentOf', { title })}
      onCancel={(event) => {
        event.preventDefault()
        onLeave()
      }}
    >
      <header className={classes.head}>
        <h2 className={classes.title}>
          <Name>{title}</Name>
        </h2>
        <div className={classes.aside}>{aside}</div>
        <button type="button" className={classes.leave} onClick={onLeave}>
          {t('board.presentEnd')}
        </button>
      </header>
      <div className={classes.content}>{children}</div>
    </dialog>
  )
}
