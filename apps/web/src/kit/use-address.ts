import { useCallback } from 'react'
import { useSearchParams } from 'react-router'

type Changes = Readonly<Record<string, string | number | boolean | null | undefined>>

export type Address = {
  /** Empty if absent. */
  get(name: string): string
  /** Null and the empty text remove a name. Only a `step` adds to the history. */
  set(changes: Changes, step?: boolean): void
  /** Drawn before the next key, which is about what it shows. */
  turn(changes: Changes): void
  /** Draws what was set before, if it isn't drawn yet. */
  draw(): void
}

export const useAddress = (): Address => {
  const [search, setSearch] = useSearchParams()
  const set = useCallback<Address['set']>(
    (changes, step = false) =>
      setSearch(() => addressWith(changes), { replace: !step, preventScrollReset: true }),
    [setSearch],
  )
  const turn = useCallback<Address['turn']>(
    (changes) =>
      setSearch(() => addressWith(changes), { replace: true, preventScrollReset: true, flushSync: true }),
    [setSearch],
  )
  const draw = useCallback(() => {
    if (addressWith({}).toString() !== search.toString()) turn({})
  }, [search, turn])
  return { get: (name) => search.get(name) ?? '', set, turn, draw }
}

/** The address is ahead of what is drawn; quick changes must add up. */
const addressWith = (changes: Changes): URLSearchParams => {
  const next = new URLSearchParams(location.search)
  for (const [name, value] of Object.entries(changes))
    if (value === null || value === '' || value === false) next.delete(name)
    else if (value !== undefined) next.set(name, String(value))
  return next
}
