import { useState } from 'react'
import { parseFilters, type SavedFilter, withFilter, withoutFilter } from './saved-filter.ts'

/** Those of one kind of list, kept in this browser. */
export const useSavedFilters = (kind: string) => {
  const key = `watch filters ${kind}`
  const [kept, setKept] = useState<readonly SavedFilter[]>(() => read(key))
  const keep = (next: readonly SavedFilter[]): void => {
    setKept(next)
    try {
      localStorage.setItem(key, JSON.stringify(next))
    } catch {
      // Full or forbidden: then they last as long as the page.
    }
  }
  return {
    kept,
    add: (filter: SavedFilter): void => keep(withFilter(kept, filter)),
    remove: (name: string): void => keep(withoutFilter(kept, name)),
  }
}

const read = (key: string): SavedFilter[] => {
  try {
    return parseFilters(localStorage.getItem(key))
  } catch {
    return []
  }
}
