import { useEffect, useState } from 'react'
import { useAddress } from '../../../kit/use-address.ts'

const pauseMs = 300

type Times = { start: number; latest: number }

/** `told`: what the address was, and is to be; what is drawn follows it with a delay. */
type Move = { to: number; told?: { was: number | null; is: number | null } }

/**
 * The moment in the address, null for now. It follows a moving slider with a pause: browsers refuse an address
 * that changes too often.
 */
export const useMoment = ({ start, latest }: Times) => {
  const { get, set } = useAddress()
  const [move, setMove] = useState<Move | null>(null)
  const named = /^\d{1,15}$/.test(get('at')) ? Number(get('at')) : null
  const told = move?.told
  if (told !== undefined && (named === told.is || named !== told.was)) setMove(null)
  const chosen = move?.to ?? named
  const moment = chosen === null || chosen >= latest ? null : Math.max(start, chosen)

  useEffect(() => {
    if (move === null || move.told !== undefined) return undefined
    const timer = setTimeout(() => {
      const at = move.to >= latest ? null : move.to
      set({ at })
      setMove({ to: move.to, told: { was: named, is: at } })
    }, pauseMs)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `latest` moves on by itself
  }, [move, set])

  return {
    moment,
    move: (to: number): void => setMove({ to: Math.min(latest, Math.max(start, to)) }),
    leave(): void {
      setMove({ to: latest, told: { was: named, is: null } })
      set({ at: null })
    },
  }
}
