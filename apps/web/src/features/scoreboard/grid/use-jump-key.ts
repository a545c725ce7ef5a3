import { useLayoutEffect, useRef } from 'react'
import { isTyping } from '../../../ui/typing.ts'

export const useJumpKey = (jump: (() => void) | null): void => {
  const latest = useRef(jump)
  // Before the next key, which is about what is shown by then.
  useLayoutEffect(() => {
    latest.current = jump
  })
  useLayoutEffect(() => {
    const go = ({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): void => {
      if (key !== 'm' || ctrlKey || metaKey || altKey || isTyping(target)) return
      latest.current?.()
    }
    document.addEventListener('keydown', go)
    return () => document.removeEventListener('keydown', go)
  }, [])
}
