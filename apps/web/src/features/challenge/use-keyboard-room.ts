import { type RefObject, useEffect } from 'react'

/** Some phones lay the keyboard over the page: the foot of a sheet has to move above it. */
export const useKeyboardRoom = (field: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const view = window.visualViewport
    if (view === null) return undefined
    const fit = (): void => {
      const isTyping = document.activeElement === field.current
      const covered = isTyping && view.scale === 1 ? innerHeight - view.height : 0
      document.documentElement.style.setProperty('--keyboard', `${Math.max(0, Math.round(covered))}px`)
    }
    view.addEventListener('resize', fit)
    return () => {
      view.removeEventListener('resize', fit)
      document.documentElement.style.removeProperty('--keyboard')
    }
  }, [field])
}
