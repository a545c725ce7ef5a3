import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import classes from './menu.module.css'

type Props = {
  label: string
  trigger: ReactNode
  worded?: boolean
  children: (close: () => void) => ReactNode
}

export const Menu = ({ label, trigger, worded = false, children }: Props) => {
  const id = useId()
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const close = (): void => setOpen(false)

  useEffect(() => {
    if (!open) return undefined
    itemsIn(root.current)[0]?.focus()
    const outside = (event: Event): void => {
      if (event.target instanceof Node && root.current?.contains(event.target) !== true) setOpen(false)
    }
    document.addEventListener('pointerdown', outside)
    return () => document.removeEventListener('pointerdown', outside)
  }, [open])

  const onKeyDown = (event: { key: string; preventDefault: () => void }): void => {
    if (!open) return
    if (event.key === 'Escape') {
      event.preventDefault()
      close()
      button.current?.focus()
      return
    }
    const items = itemsIn(root.current)
    const at = items.findIndex((item) => item === document.activeElement)
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key]
    if (next === undefined) return
    event.preventDefault()
    items.at(next % items.length)?.focus()
  }

  return (
    <div
      ref={root}
      className={classes.root}
      role="presentation"
      onKeyDown={onKeyDown}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget instanceof Node && root.current?.contains(relatedTarget) !== true) close()
      }}
    >
      <button
        ref={button}
        type="button"
        className={classes.trigger}
        data-worded={worded || undefined}
        aria-label={label}
        title={worded ? undefined : label}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {trigger}
      </button>
      {open && (
        <div id={id} className={classes.list}>
          {children(close)}
        </div>
      )}
    </div>
  )
}

const itemsIn = (root: HTMLElement | null): HTMLElement[] =>
  [...(root?.querySelectorAll<HTMLElement>('[data-menu-item]') ?? [])].filter(
    (item) => item.offsetParent !== null,
  )
