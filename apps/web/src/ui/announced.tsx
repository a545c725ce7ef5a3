import { useEffect, useRef } from 'react'
import { announce, type Urgency } from './announce.ts'

const settledMs = 500

type Options = {
  urgency?: Urgency
  fromStart?: boolean
  /** Announces when this changes, whatever else the text tells. */
  by?: number | string
}

/** Announces a text when it changes, but of what changes quickly only the last. */
export const useAnnounced = (
  text: string,
  { urgency = 'polite', fromStart = false, by = text }: Options = {},
): void => {
  const last = useRef(fromStart ? '' : by)
  useEffect(() => {
    if (by === last.current) return undefined
    const timer = setTimeout(() => {
      last.current = by
      announce(text, urgency)
    }, settledMs)
    return () => clearTimeout(timer)
  }, [text, urgency, by])
}

type Props = {
  text: string
  /** Otherwise only changes are announced. */
  fromStart?: boolean
}

/** A text in its place that screen readers say as well. */
export const Announced = ({ text, fromStart = false }: Props): string => {
  useAnnounced(text, { fromStart })
  return text
}
