import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useApi } from '../api/context.ts'
import { gameQuery } from '../api/queries/game.ts'
import { markStale } from '../api/refresh.ts'
import { useHasPassed } from './use-now.ts'

/** `at`: when the board freezes, or since when it is frozen or hidden. */
export type FreezeState = { kind: 'planned' | 'frozen' | 'hidden'; at: number }

export type Planned = { id: number; freezeAt?: number | undefined; resultsAt?: number | undefined }
export type Shown = { frozenAt?: number | null | undefined; hidden?: boolean | undefined }

/** What an answer says wins: organizers may have changed the plan. */
export const freezeStateOf = (
  { freezeAt }: Pick<Planned, 'freezeAt'>,
  { frozenAt, hidden = false }: Shown,
  now: number,
): FreezeState | null => {
  if (frozenAt != null) return { kind: hidden ? 'hidden' : 'frozen', at: frozenAt }
  return freezeAt === undefined || freezeAt <= now ? null : { kind: 'planned', at: freezeAt }
}

/** Our clock may be a second ahead, and thousands ask in the same moment. */
const marginMs = 1_000
const spreadMs = 4_000
const comesMs = 10_000

/** Null while the board neither is frozen nor will be. Asks again for what a freeze has changed. */
export const useFreeze = (
  game: Planned,
  shown: Shown,
  part: 'scoreboard' | 'details',
): FreezeState | null => {
  const api = useApi()
  const queries = useQueryClient()
  const { id, freezeAt, resultsAt } = game
  const come = useHasPassed(freezeAt ?? null)
  const expected = come && resultsAt === undefined ? freezeAt : undefined
  const frozenAt = shown.frozenAt ?? undefined
  useEffect(() => {
    if (expected === frozenAt) return undefined
    const hasJustCome = expected !== undefined && api.time.now() - expected < comesMs
    const ask = async (): Promise<void> => {
      if (!hasJustCome || frozenAt !== undefined) {
        const { queryKey } = gameQuery(api, id)
        await queries.invalidateQueries({ queryKey, exact: true })
        // The plan was old, not the answer.
        if (queries.getQueryData(queryKey)?.freezeAt !== expected) return
      }
      markStale(queries, ['game', id, part])
    }
    const timer = setTimeout(() => void ask(), marginMs + Math.random() * spreadMs)
    return () => clearTimeout(timer)
  }, [api, queries, id, part, expected, frozenAt])
  return freezeStateOf(game, shown, api.time.now())
}
