import { useEffect, useState } from 'react'

/** By then a page is there, and what it asked for as well. */
const patienceMs = 2_500

const signs = ['keydown', 'pointerdown', 'offline'] as const

/** Turns true when the first load is over, or at the first sign that somebody is there; at once when it is wanted. */
export const useLater = (wanted: boolean): boolean => {
  const [come, setCome] = useState(false)
  useEffect(() => {
    const now = (): void => setCome(true)
    const timer = setTimeout(now, patienceMs)
    for (const sign of signs) addEventListener(sign, now, { once: true, capture: true })
    return () => {
      clearTimeout(timer)
      for (const sign of signs) removeEventListener(sign, now, { capture: true })
    }
  }, [])
  return come || wanted
}
