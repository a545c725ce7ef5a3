import { type RefObject, useLayoutEffect, useState } from 'react'
import { isTyping } from '../typing.ts'

type Options = {
  body: RefObject<HTMLElement | null>
  count: number
  reveal: (index: number) => void
  onOpen?: ((index: number) => void) | undefined
  onToggle?: ((index: number) => void) | undefined
}

export const useRowKeys = ({ body, count, reveal, onOpen, onToggle }: Options) => {
  const [current, setCurrent] = useState(0)
  const active = Math.min(current, Math.max(0, count - 1))

  const go = (index: number): void => {
    const next = Math.max(0, Math.min(count - 1, index))
    setCurrent(next)
    reveal(next)
    // A distant row is rendered first.
    requestAnimationFrame(() =>
      body.current?.querySelector<HTMLElement>(`[data-row="${next}"]`)?.focus({ preventScroll: true }),
    )
  }

  const rowOf = (target: EventTarget | null): number | null => {
    const row = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-row]') : null
    return row === null || body.current?.contains(row) !== true ? null : Number(row.dataset['row'])
  }

  const onKeyDown = (event: KeyboardEvent): void => {
    const { key, target } = event
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(target)) return
    const at = rowOf(target)
    // From anywhere but inside a dialog or another control.
    const isFree = target === document.body
    if (at === null && !isFree) return
    const isOnRow = target instanceof HTMLElement && target.dataset['row'] !== undefined
    const from = at ?? active - (key === 'j' ? 1 : 0)
    const next = { j: from + 1, k: from - 1, ...(isOnRow ? arrows(from, count) : {}) }[key]
    if (next !== undefined && count > 0) {
      event.preventDefault()
      go(at === null ? active : next)
    } else if (isOnRow && at !== null && key === 'Enter' && onOpen !== undefined) {
      event.preventDefault()
      onOpen(at)
    } else if (at !== null && key === 'x' && onToggle !== undefined) {
      event.preventDefault()
      onToggle(at)
    }
  }

  // A layout effect, because visible rows must already hear keys.
  useLayoutEffect(() => {
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  })

  return { active, onFocusRow: setCurrent }
}

const arrows = (from: number, count: number): Record<string, number> => ({
  ArrowDown: from + 1,
  ArrowUp: from - 1,
  PageDown: from + 10,
  PageUp: from - 10,
  Home: 0,
  End: count - 1,
})
