import { useEffect, useState } from 'react'

const pauseMs = 300

export const useDebounced = (text: string): string => {
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    if (text === debounced) return undefined
    const timer = setTimeout(() => setDebounced(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text, debounced])
  return debounced
}
