import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import { post } from './client.ts'
import type { Challenge, Game, Player } from './game.ts'

export type Outcome =
  | { kind: 'taken'; id: number }
  | { kind: 'refused'; status: number; retryAfter: string | null; body: string }
  /** No answer came, so it may or may not be stored. */
  | { kind: 'lost'; error: unknown }

export type Attempt = {
  readonly player: Player
  readonly challenge: Challenge
  readonly answer: string
  outcome: Outcome | undefined
}

export type Taken = Attempt & { outcome: { kind: 'taken'; id: number } }
export type Refused = Attempt & { outcome: { kind: 'refused' } }

export type Stream = {
  readonly attempts: readonly Attempt[]
  taken(): Taken[]
  refused(): Refused[]
  run(...sites: string[]): () => Promise<void>
}

const patienceMs = 60_000
const guessesEach = 4

export async function submit(site: string, game: Game, attempt: Attempt): Promise<Outcome> {
  const { challenge, player, answer } = attempt
  try {
    const url = `${site}/api/game/${game.id}/challenges/${challenge.id}`
    const response = await post(url, { flag: answer }, player.cookie, AbortSignal.timeout(patienceMs))
    const body = await response.text()
    if (response.status === 200) return { kind: 'taken', id: Number(body) }
    const retryAfter = response.headers.get('retry-after')
    return { kind: 'refused', status: response.status, retryAfter, body }
  } catch (error) {
    return { kind: 'lost', error }
  }
}

export function createStream(game: Game): Stream {
  const attempts: Attempt[] = []
  const steps = game.players.map(() => 0)

  const next = (lane: number, player: Player): Attempt => {
    const step = steps[lane] ?? 0
    steps[lane] = step + 1
    const start = lane % 2 === 0 ? 0 : lane * 5
    const challenge = game.challenges[(start + Math.floor(step / guessesEach)) % game.challenges.length]
    if (challenge === undefined) throw new Error('there are no challenges')
    const right = step % guessesEach === guessesEach - 1
    const answer = right ? challenge.flag : `guess ${step} of ${player.name}`
    const attempt: Attempt = { player, challenge, answer, outcome: undefined }
    attempts.push(attempt)
    return attempt
  }

  return {
    attempts,
    taken: () => attempts.filter((one): one is Taken => one.outcome?.kind === 'taken'),
    refused: () => attempts.filter((one): one is Refused => one.outcome?.kind === 'refused'),

    run(...sites) {
      let going = true
      const work = async (player: Player, lane: number): Promise<void> => {
        for (let turn = lane; going; turn++) {
          const site = sites[turn % sites.length]
          if (site === undefined) throw new Error('there is no server to submit to')
          const attempt = next(lane, player)
          attempt.outcome = await submit(site, game, attempt)
          // Avoids a busy loop while submissions fail.
          if (attempt.outcome.kind !== 'taken') await wait(20)
        }
      }
      const lanes = Promise.all(game.players.map(work))
      return async () => {
        going = false
        await lanes
      }
    },
  }
}

/** Resolves once more than a few have been answered. */
export const flowing = (stream: Stream): Promise<void> => answered(stream, 80)
export const begun = (stream: Stream): Promise<void> => answered(stream, 8)

async function answered(stream: Stream, count: number): Promise<void> {
  const before = stream.taken().length
  await expect.poll(() => stream.taken().length - before, { timeout: patienceMs }).toBeGreaterThan(count)
}
