import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { announce } from './announce.ts'
import { Button } from './button.tsx'
import { Icon, type IconName } from './icon.tsx'
import { IconButton } from './icon-button.tsx'
import { type Toast, type ToastTone, useToasts } from './toast-store.ts'
import classes from './toasts.module.css'

const icons = {
  good: 'check',
  danger: 'cross',
  caution: 'warning',
  news: 'info',
  pending: 'info',
} as const satisfies Record<ToastTone, IconName>

type Props = {
  region: string
  close: string
  closeAll: string
  more: (count: number) => string
}

/** Toasts time out only while they are visible. */
export const Toasts = ({ region, close, closeAll, more }: Props) => {
  const store = useToasts()
  const toasts = useSyncExternalStore(store.subscribe, store.current)
  const waiting = useSyncExternalStore(store.subscribe, store.waiting)
  const seen = useSyncExternalStore(hearSight, isSeen)
  const list = useRef<HTMLElement>(null)
  useLayoutEffect(() => raise(list.current, toasts.length > 0), [toasts])
  useLayoutEffect(() => {
    if (toasts.length === 0) return undefined
    const avoid = (): void => avoidFocus(list.current)
    avoid()
    addEventListener('focusin', avoid)
    addEventListener('resize', avoid)
    return () => {
      removeEventListener('focusin', avoid)
      removeEventListener('resize', avoid)
    }
  }, [toasts])
  return (
    <section ref={list} className={classes.region} aria-label={region}>
      {toasts.map((toast) => (
        <Item key={toast.id} toast={toast} close={close} seen={seen} onClose={() => store.close(toast.id)} />
      ))}
      {waiting > 0 && (
        <div className={classes.more}>
          <span>{more(waiting)}</span>
          <Button size="small" onClick={store.closeAll}>
            {closeAll}
          </Button>
        </div>
      )}
    </section>
  )
}

const isSeen = (): boolean => document.visibilityState !== 'hidden'

const hearSight = (changed: () => void): (() => void) => {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}

// Above an open dialog, which would hide its own result.
const raise = (region: HTMLElement | null, needed: boolean): void => {
  // Browsers without popovers show it below.
  if (region === null || !('showPopover' in region) || region.contains(document.activeElement)) return
  region.popover = null
  if (!needed || document.querySelector('dialog:modal') === null) return
  region.popover = 'manual'
  region.showPopover()
}

const gap = 8

/** Moves the region above what has the focus: who types must see it. */
const avoidFocus = (region: HTMLElement | null): void => {
  const focused = document.activeElement
  if (region === null || focused === null || region.contains(focused)) return
  region.style.removeProperty('--above')
  for (const part of [focused.closest('form, [data-covers]'), focused.closest('body *')]) {
    const { top, bottom, left, right } = region.getBoundingClientRect()
    const box = part?.getBoundingClientRect()
    if (box === undefined || box.top > bottom || box.bottom < top || box.left > right || box.right < left)
      continue
    if (bottom - top + 2 * gap > box.top) continue
    region.style.setProperty('--above', `${innerHeight - box.top + gap}px`)
    return
  }
}

type ItemProps = { toast: Toast; close: string; seen: boolean; onClose: () => void }

const Item = ({ toast, close, seen, onClose }: ItemProps) => {
  const { tone, title, text, action, closesAfterMs } = toast
  // A toast that is being read stays.
  const [held, setHeld] = useState(false)

  useEffect(
    () => announce([title, text ?? ''], tone === 'danger' ? 'assertive' : 'polite'),
    [title, text, tone],
  )

  useEffect(() => {
    if (closesAfterMs === null || held || !seen) return undefined
    const timer = setTimeout(onClose, closesAfterMs)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- onClose is new with every rendering, the toast is not
  }, [toast, closesAfterMs, held, seen])

  return (
    <div
      className={classes.toast}
      data-tone={tone}
      // A pointer at rest must not hold it.
      onMouseMove={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {tone === 'pending' ? (
        <span className={classes.spinner} />
      ) : (
        <span className={classes.icon}>
          <Icon name={icons[tone]} />
        </span>
      )}
      <div className={classes.words}>
        <strong className={classes.title}>{title}</strong>
        {text !== undefined && <p className={classes.text}>{text}</p>}
        {action}
      </div>
      {tone !== 'pending' && (
        <IconButton label={close} onClick={onClose}>
          <Icon name="cross" size={14} />
        </IconButton>
      )}
    </div>
  )
}
