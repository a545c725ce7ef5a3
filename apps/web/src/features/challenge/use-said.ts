import { useEffect, useState } from 'react'

const heardMs = 5_000

/** For a region that is read out: empty at first, and again after a while, so that the same words are said again. */
export const useSaid = (text: string): string => {
  const [said, setSaid] = useState({ text: '', now: '' })
  useEffect(() => {
    setSaid({ text, now: text })
    const timer = setTimeout(() => setSaid({ text, now: '' }), heardMs)
    return () => clearTimeout(timer)
  }, [text])
  return said.text === text ? said.now : ''
}
