import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** By then the page and its data are there. */
const patienceMs = 2_500

const signs = ['keydown', 'pointerdown'] as const

type DeferredLoad = {
  due: boolean
  early: RefObject<KeyboardEvent[]>
}

export const useDeferredLoad = (wanted: boolean, ready: boolean): DeferredLoad => {
  const [due, setDue] = useState(false)
  const early = useRef<KeyboardEvent[]>([])

  useEffect(() => {
    const now = (): void => setDue(true)
    const timer = setTimeout(now, patienceMs)
    for (const sign of signs) addEventListener(sign, now, { once: true, capture: true })
    return () => {
      clearTimeout(timer)
      for (const sign of signs) removeEventListener(sign, now, { capture: true })
    }
  }, [])

  // A layout effect, because a visible page must already hear keys.
  useLayoutEffect(() => {
    if (ready) {
      early.current = []
      return undefined
    }
    const keep = (event: KeyboardEvent): void => {
      // Browsers use this one themselves.
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') event.preventDefault()
      early.current.push(event)
    }
    addEventListener('keydown', keep)
    return () => removeEventListener('keydown', keep)
  }, [ready])

  return { due: due || wanted, early }
}
