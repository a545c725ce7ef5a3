import { useCallback, useMemo, useState } from 'react'
import { stored } from '../../storage.ts'
import { parseMarks } from './writeup-list.ts'

export const useReadMarks = (game: number) => {
  const kept = useMemo(
    () => stored<ReadonlySet<string>>(`writeups read ${game}`, parseMarks, new Set()),
    [game],
  )
  const [read, setRead] = useState(kept.get)
  const mark = useCallback(
    (one: string, isRead: boolean): void =>
      setRead((before) => {
        if (before.has(one) === isRead) return before
        const after = new Set(before)
        if (isRead) after.add(one)
        else after.delete(one)
        kept.set([...after])
        return after
      }),
    [kept],
  )
  return { read, mark }
}
