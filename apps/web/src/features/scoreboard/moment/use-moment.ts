import { useEffect, useState } from 'react'
import { useAddress } from '../../../kit/use-address.ts'

const pauseMs = 300

type Times = { start: number; latest: number }

/**
 * The moment in the address, null for now. It follows a moving slider with a pause: browsers refuse an address
 * that changes too often.
 */
export const useMoment = ({ start, latest }: Times) => {
  const { get, set } = useAddress()
  const [moving, setMoving] = useState<number | null>(null)
  const named = /^\d{1,15}$/.test(get('at')) ? Number(get('at')) : null
  const chosen = moving ?? named
  const moment = chosen === null || chosen >= latest ? null : Math.max(start, chosen)

  useEffect(() => {
    if (moving === null) return undefined
    const timer = setTimeout(() => {
      set({ at: moving >= latest ? null : moving })
      setMoving(null)
    }, pauseMs)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `latest` moves on by itself
  }, [moving, set])

  return {
    moment,
    move: (to: number): void => setMoving(Math.min(latest, Math.max(start, to))),
    leave(): void {
      setMoving(null)
      set({ at: null })
    },
  }
}
