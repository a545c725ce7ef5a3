import { useEffect, useRef } from 'react'
import { isTyping } from '../../../ui/typing.ts'

export const useJumpKey = (jump: (() => void) | null): void => {
  const latest = useRef(jump)
  useEffect(() => {
    latest.current = jump
  })
  useEffect(() => {
    const go = ({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): void => {
      if (key !== 'm' || ctrlKey || metaKey || altKey || isTyping(target)) return
      latest.current?.()
    }
    document.addEventListener('keydown', go)
    return () => document.removeEventListener('keydown', go)
  }, [])
}
