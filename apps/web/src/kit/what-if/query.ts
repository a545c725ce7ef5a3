import type { Change } from '@pennant/rules/scoreboard/what-if'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../api/client.ts'
import { ApiProblem } from '../../api/problem.ts'
import { askRecord } from '../../api/whole-boards.ts'
import { askWorker } from '../ask-worker.ts'
import type { Asked, Result } from './what-if.worker.ts'

export const whatIfQuery = (api: Api, game: number, change: Change) =>
  queryOptions({
    queryKey: ['edit', 'game', game, 'what-if', change],
    queryFn: async ({ signal }) => {
      const bytes = await askRecord(api, game, signal)
      return computeBeside({ bytes, change }, signal)
    },
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: false,
    refetchOnWindowFocus: false,
  })

// In a worker, because big games take a while.
const computeBeside = async (asked: Asked, signal: AbortSignal): Promise<Result> => {
  const worker = new Worker(new URL('what-if.worker.ts', import.meta.url), { type: 'module' })
  try {
    return await askWorker<Result>(worker, asked, signal, [asked.bytes])
  } catch (cause) {
    signal.throwIfAborted()
    throw new ApiProblem('unreadable', { status: 200, cause })
  }
}
