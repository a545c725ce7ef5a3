import { useCallback } from 'react'
import { useSearchParams } from 'react-router'

export type Address = {
  /** Empty if absent. */
  get(name: string): string
  /** Null and the empty text remove a name. Only a `step` adds to the history. */
  set(changes: Readonly<Record<string, string | number | boolean | null>>, step?: boolean): void
}

export const useAddress = (): Address => {
  const [search, setSearch] = useSearchParams()
  const set = useCallback<Address['set']>(
    (changes, step = false) =>
      setSearch(
        () => {
          // The address is ahead of what is drawn; quick changes must add up.
          const next = new URLSearchParams(location.search)
          for (const [name, value] of Object.entries(changes))
            if (value === null || value === '' || value === false) next.delete(name)
            else next.set(name, String(value))
          return next
        },
        { replace: !step, preventScrollReset: true },
      ),
    [setSearch],
  )
  return { get: (name) => search.get(name) ?? '', set }
}
