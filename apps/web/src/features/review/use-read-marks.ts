import { useCallback, useState } from 'react'
import { parseMarks } from './writeup-list.ts'

/** Which write-ups of a game have been read in this browser. */
export const useReadMarks = (game: number) => {
  const key = `writeups read ${game}`
  const [read, setRead] = useState<ReadonlySet<string>>(() => restore(key))
  const mark = useCallback(
    (one: string, isRead: boolean): void =>
      setRead((before) => {
        if (before.has(one) === isRead) return before
        const after = new Set(before)
        if (isRead) after.add(one)
        else after.delete(one)
        keep(key, after)
        return after
      }),
    [key],
  )
  return { read, mark }
}

const restore = (key: string): Set<string> => {
  try {
    return parseMarks(localStorage.getItem(key))
  } catch {
    return new Set()
  }
}

const keep = (key: string, marks: ReadonlySet<string>): void => {
  try {
    localStorage.setItem(key, JSON.stringify([...marks]))
  } catch {
    // Full or forbidden: then they last as long as the page.
  }
}
