import { type RefObject, useEffect, useRef, useState } from 'react'

/** By then a page is there, and what it asked for as well. */
const patienceMs = 2_500

const signs = ['keydown', 'pointerdown'] as const

type Later = {
  /** The first load is over, or somebody is there, or it is wanted. */
  come: boolean
  /** The keys that were pressed meanwhile, for whoever comes. */
  early: RefObject<KeyboardEvent[]>
}

/** Says when what comes after the first load is to be loaded; until it is `ready` no key is lost. */
export const useLater = (wanted: boolean, ready: boolean): Later => {
  const [come, setCome] = useState(false)
  const early = useRef<KeyboardEvent[]>([])

  useEffect(() => {
    const now = (): void => setCome(true)
    const timer = setTimeout(now, patienceMs)
    for (const sign of signs) addEventListener(sign, now, { once: true, capture: true })
    return () => {
      clearTimeout(timer)
      for (const sign of signs) removeEventListener(sign, now, { capture: true })
    }
  }, [])

  useEffect(() => {
    if (ready) return undefined
    const keep = (event: KeyboardEvent): void => {
      // Browsers have another use for this one.
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') event.preventDefault()
      early.current.push(event)
    }
    addEventListener('keydown', keep)
    return () => removeEventListener('keydown', keep)
  }, [ready])

  return { come: come || wanted, early }
}
