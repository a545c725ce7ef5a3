import { useLayoutEffect } from 'react'
import { isTyping } from '../ui/typing.ts'

type Neighbors = {
  previous: number | null
  next: number | null
  onGo: (id: number) => void
}

export const useNeighborKeys = ({ previous, next, onGo }: Neighbors): void => {
  // Before the next key, or it would be about what was shown before.
  useLayoutEffect(() => {
    const go = ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent): void => {
      if (ctrlKey || metaKey || altKey || isTyping(target)) return
      const to = key === 'j' ? next : key === 'k' ? previous : null
      if (to !== null) onGo(to)
    }
    document.addEventListener('keydown', go)
    return () => document.removeEventListener('keydown', go)
  }, [previous, next, onGo])
}
