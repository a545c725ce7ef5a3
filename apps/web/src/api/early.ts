import { ApiProblem } from './problem.ts'
import { refreshMs } from './refresh.ts'

const mostTries = 5

/** Our clock may be ahead by a second: whoever asks for a game too early by that asks again at once. */
export const early = {
  retry: (tries: number, error: Error): boolean =>
    tries < mostTries && error instanceof ApiProblem && error.is('game.notStarted'),
  retryDelay: 1_000,
}

/** How soon an answer is asked for again: what failed, whatever for, as often as what nobody pushes. */
export const unlessFailed =
  (ms: number | false) =>
  ({ state }: { state: { status: string } }): number | false =>
    state.status === 'error' ? refreshMs : ms
