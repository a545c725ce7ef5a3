import { type RefObject, useEffect } from 'react'
import type { GridHandle } from './board-grid.tsx'

const pixelsPerSecond = 40
const restMs = 8_000
const reduced = '(prefers-reduced-motion: reduce)'

export const useAutoScroll = (grid: RefObject<GridHandle | null>): void => {
  useEffect(() => {
    let held = false
    let stopped = false
    let timer: ReturnType<typeof setTimeout>

    const hold = (event: KeyboardEvent): void => {
      if (event.key !== ' ') return
      event.preventDefault()
      held = !held
    }
    const after = (ms: number, next: () => void): void => {
      timer = setTimeout(() => {
        if (!stopped) next()
      }, ms)
    }
    const isAtEnd = ({ scrollTop, clientHeight, scrollHeight }: HTMLElement): boolean =>
      scrollTop + clientHeight >= scrollHeight - 1

    const turn = (): void => {
      const view = grid.current?.scroller ?? null
      if (view === null || held) after(restMs / 8, turn)
      else if (isAtEnd(view)) {
        view.scrollTop = 0
        after(restMs, turn)
      } else if (matchMedia(reduced).matches) {
        view.scrollTop += view.clientHeight / 2
        after(restMs, turn)
      } else glide(view)
    }
    const glide = (view: HTMLElement): void => {
      let before = performance.now()
      // Browsers round `scrollTop`.
      let place = view.scrollTop
      const step = (now: number): void => {
        if (stopped) return
        if (held || isAtEnd(view)) return after(held ? restMs / 8 : restMs, turn)
        place += ((now - before) / 1_000) * pixelsPerSecond
        before = now
        view.scrollTop = place
        requestAnimationFrame(step)
      }
      requestAnimationFrame(step)
    }

    document.addEventListener('keydown', hold, true)
    after(restMs, turn)
    return () => {
      stopped = true
      clearTimeout(timer)
      document.removeEventListener('keydown', hold, true)
    }
  }, [grid])
}
