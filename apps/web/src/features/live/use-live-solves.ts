import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useApi } from '../../api/context.ts'
import { mostSolves } from '../../live/game-store.ts'
import { bloodPlaceOf, type LiveSolve, withoutRepeats } from '../../live/live-solve.ts'
import { latestSolvesQuery, type SolveSource } from './solve-source.ts'

const newestFirst = (...lists: (readonly LiveSolve[])[]): LiveSolve[] =>
  withoutRepeats([], lists.flat())
    .toSorted((one, other) => other.time - one.time)
    .slice(0, mostSolves)

const useListed = ({ game, team }: SolveSource, isAsked: boolean): LiveSolve[] => {
  const api = useApi()
  const { data = [] } = useQuery({
    ...latestSolvesQuery(api, game),
    enabled: isAsked && api.extensions.supported,
  })
  return data.map((solve) => ({
    ...solve,
    place: bloodPlaceOf(solve.place),
    isOwn: solve.teamId === team,
  }))
}

/** Newest first. */
export const useLiveSolves = (source: SolveSource): LiveSolve[] => {
  const heard = useSyncExternalStore(source.store.subscribe, source.store.solves)
  return newestFirst(heard, useListed(source, true), source.known)
}

/** The newest that fits of those that were not heard, which render nothing here. */
export const useEarlierSolve = (
  source: SolveSource,
  isAsked: boolean,
  fits: (solve: LiveSolve) => boolean,
): LiveSolve | null => newestFirst(useListed(source, isAsked), source.known).find(fits) ?? null
