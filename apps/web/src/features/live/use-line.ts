import { useEffect, useRef, useState } from 'react'
import type { GameStore } from '../../live/game-store.ts'
import { dueAt, hearSolve, type Shown, showNext, startPace } from '../../live/line-pace.ts'
import type { LiveSolve } from '../../live/live-solve.ts'

/** What the line shows. Renders only when that changes, however many solves are heard. */
export const useLine = (
  store: GameStore,
  fits: (solve: LiveSolve) => boolean,
  paused: boolean,
): Shown | null => {
  // The first one that is heard may have brought the line with it.
  const [start] = useState(() => startPace(store.solves().find(fits) ?? null, performance.now()))
  const pace = useRef(start)
  const [shown, setShown] = useState(start.shown)
  const latest = useRef(fits)
  useEffect(() => {
    latest.current = fits
  })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const go = (): void => {
      clearTimeout(timer)
      const due = dueAt(pace.current)
      if (paused || due === null) return
      const left = due - performance.now()
      if (left > 0) {
        timer = setTimeout(go, left)
        return
      }
      pace.current = showNext(pace.current, performance.now())
      setShown(pace.current.shown)
      go()
    }
    const stop = store.onSolve((solve) => {
      if (!latest.current(solve)) return
      pace.current = hearSolve(pace.current, solve)
      go()
    })
    go()
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [store, paused])
  return shown
}
