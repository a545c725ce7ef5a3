import { useEffect, useState } from 'react'
import { useMedia } from '../../../ui/use-media.ts'

const waitMs = 120
const lastsMs = 700
const steps = 30

const easeOut = (part: number): number => 1 - (1 - part) ** 3

/** Null when there is nothing to count, or no more. */
export const useCount = (to: number | null): number | null => {
  const isStill = useMedia('(prefers-reduced-motion: reduce)')
  const [step, setStep] = useState(0)
  const counts = to !== null && to > 0 && !isStill && step < steps
  useEffect(() => {
    if (!counts) return undefined
    const timer = setTimeout(() => setStep(step + 1), step === 0 ? waitMs : lastsMs / steps)
    return () => clearTimeout(timer)
  }, [counts, step])
  return counts ? Math.round(to * easeOut(step / steps)) : null
}
