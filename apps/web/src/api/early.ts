import { ApiProblem } from './problem.ts'

const mostTries = 5

/** Our clock may be ahead by a second: whoever asks for a game too early by that asks again at once. */
export const early = {
  retry: (tries: number, error: Error): boolean =>
    tries < mostTries && error instanceof ApiProblem && error.is('game.notStarted'),
  retryDelay: 1_000,
}
