import type { SubmissionInfo } from '@pennant/contract/hub'
import { expect } from 'vitest'
import { readBoard } from '../board.ts'
import type { Stream } from '../burst.ts'
import { callOk, type Game } from '../game.ts'

/** Everything that was answered is there, and nothing is there twice. */
export async function expectAnswered(site: string, game: Game, stream: Stream): Promise<void> {
  const url = `${site}/api/game/${game.id}/submissions?count=0`
  const listed = await callOk<SubmissionInfo[]>('GET', url, game.admin)
  const guesses = listed
    .filter(({ answer }) => answer.startsWith('guess '))
    .map(({ user, challenge, answer }) => [user, challenge, answer].join('\n'))
  expect(new Set(guesses).size).toBe(guesses.length)
  const there = new Set(listed.map(({ user, challenge, answer }) => [user, challenge, answer].join('\n')))
  const lost = stream
    .taken()
    .map(({ player, challenge, answer }) => [player.name, challenge.title, answer].join('\n'))
    .filter((one) => !there.has(one))
  expect(lost).toEqual([])
}

/** Challenges that the first team has solved. */
export async function solvedByFirst(site: string, game: Game): Promise<number> {
  const { items } = await readBoard(site, game)
  return items.find(({ name }) => name === game.players[0]?.team)?.solvedCount ?? 0
}
