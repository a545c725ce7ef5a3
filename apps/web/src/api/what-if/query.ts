import type { Change, Difference } from '@pennant/rules/scoreboard/what-if'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../client.ts'
import { ApiProblem } from '../problem.ts'
import { readAnswers } from './answers.ts'
import type { Asked, Told } from './what-if.worker.ts'

/** What the change would do to the board of the game as it is now. Computed anew whenever somebody asks. */
export const whatIfQuery = (api: Api, game: number, change: Change) =>
  queryOptions({
    queryKey: ['edit', 'game', game, 'what-if', change],
    queryFn: async ({ signal }) => {
      const answers = await readAnswers(api, game, signal)
      return computeBeside({ answers, change }, signal)
    },
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: false,
    refetchOnWindowFocus: false,
  })

/** Big games take a while: the page goes on meanwhile. */
const computeBeside = (asked: Asked, signal: AbortSignal): Promise<Difference> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('what-if.worker.ts', import.meta.url), { type: 'module' })
    const end = (): void => {
      worker.terminate()
      signal.removeEventListener('abort', aborted)
    }
    const aborted = (): void => {
      end()
      reject(new DOMException('given up', 'AbortError'))
    }
    const fail = (cause: unknown): void => {
      end()
      reject(new ApiProblem('unreadable', { status: 200, cause }))
    }
    signal.addEventListener('abort', aborted)
    worker.addEventListener('message', ({ data: { difference } }: MessageEvent<Told>) => {
      if (difference === null) return fail(new Error('the game changed while it was read'))
      end()
      resolve(difference)
    })
    worker.addEventListener('error', ({ message }) => fail(new Error(message)))
    worker.postMessage(asked, [])
  })
