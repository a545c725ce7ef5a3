import { useCallback } from 'react'
import { useSearchParams } from 'react-router'

export type Address = {
  /** The empty text for what is not there. */
  get(name: string): string
  /** Null and the empty text take it away. Going back leads to before `step`s; other changes replace what was. */
  set(changes: Readonly<Record<string, string | number | boolean | null>>, step?: boolean): void
}

/** What a screen shows, kept in its address, so that it can be shared and come back to. */
export const useAddress = (): Address => {
  const [search, setSearch] = useSearchParams()
  const set = useCallback<Address['set']>(
    (changes, step = false) =>
      setSearch(
        () => {
          // The address is ahead of what is drawn: a change that comes soon after another keeps that one.
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
