import type { Change } from '@pennant/rules/scoreboard/what-if'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../api/client.ts'
import { ApiProblem } from '../../api/problem.ts'
import { askWorker } from '../ask-worker.ts'
import { readAnswers } from './answers.ts'
import type { Asked, Prediction, Result } from './what-if.worker.ts'

export const whatIfQuery = (api: Api, game: number, change: Change) =>
  queryOptions({
    queryKey: ['edit', 'game', game, 'what-if', change],
    queryFn: async ({ signal }) => {
      const answers = await readAnswers(api, game, change, signal)
      return computeBeside({ answers, change }, signal)
    },
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: false,
    refetchOnWindowFocus: false,
  })

// In a worker, because big games take a while.
const computeBeside = async (asked: Asked, signal: AbortSignal): Promise<Prediction> => {
  const worker = new Worker(new URL('what-if.worker.ts', import.meta.url), { type: 'module' })
  try {
    const { difference } = await askWorker<Result>(worker, asked, signal)
    if (difference !== null) return difference
    throw new Error('the game changed while it was read')
  } catch (cause) {
    signal.throwIfAborted()
    throw new ApiProblem('unreadable', { status: 200, cause })
  }
}
