import { useState } from 'react'
import { stored } from '../../storage.ts'
import { parseFilters, type SavedFilter, withFilter, withoutFilter } from './saved-filter.ts'

export const useSavedFilters = (kind: string) => {
  const filters = stored<readonly SavedFilter[]>(`watch filters ${kind}`, parseFilters, [])
  const [kept, setKept] = useState(filters.get)
  const keep = (next: readonly SavedFilter[]): void => {
    setKept(next)
    filters.set(next)
  }
  return {
    kept,
    add: (filter: SavedFilter): void => keep(withFilter(kept, filter)),
    remove: (name: string): void => keep(withoutFilter(kept, name)),
  }
}
