import { type PointerEvent as ReactPointerEvent, type RefObject, useEffect, useRef, useState } from 'react'

type Options = {
  /** Its rows have their index as `data-row`. */
  holder: RefObject<HTMLElement | null>
  onDrop: (from: number, to: number) => void
}

type Target = { row: HTMLElement; index: number }

const edge = 64
const step = 16

export const useDrag = ({ holder, onDrop }: Options) => {
  const [from, setFrom] = useState<number | null>(null)
  const target = useRef<Target | null>(null)
  const drop = useRef(onDrop)
  useEffect(() => {
    drop.current = onDrop
  })

  useEffect(() => {
    if (from === null) return undefined
    const mark = (next: Target | null): void => {
      delete target.current?.row.dataset['drop']
      target.current = next
      if (next !== null && next.index !== from)
        next.row.dataset['drop'] = next.index > from ? 'after' : 'before'
    }
    const move = (event: PointerEvent): void => {
      if (event.clientY < edge) window.scrollBy(0, -step)
      if (event.clientY > window.innerHeight - edge) window.scrollBy(0, step)
      const found = rowAt(event, holder.current)
      if (found !== null) mark(found)
    }
    const end = (event: Event): void => {
      const last = target.current
      mark(null)
      setFrom(null)
      if (event.type === 'pointerup' && last !== null && last.index !== from) drop.current(from, last.index)
    }
    const key = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') end(event)
    }
    window.addEventListener('pointermove', move)
    window.addEventListener('pointerup', end)
    window.addEventListener('pointercancel', end)
    window.addEventListener('keydown', key)
    return () => {
      mark(null)
      window.removeEventListener('pointermove', move)
      window.removeEventListener('pointerup', end)
      window.removeEventListener('pointercancel', end)
      window.removeEventListener('keydown', key)
    }
  }, [from, holder])

  return {
    dragging: from !== null,
    onGrip(index: number, event: ReactPointerEvent): void {
      if (event.button !== 0) return
      // Otherwise dragging selects text.
      event.preventDefault()
      setFrom(index)
    },
  }
}

const rowAt = ({ clientX, clientY }: PointerEvent, holder: HTMLElement | null): Target | null => {
  const row = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-row]') ?? null
  if (row === null || holder?.contains(row) !== true) return null
  return { row, index: Number(row.dataset['row']) }
}
