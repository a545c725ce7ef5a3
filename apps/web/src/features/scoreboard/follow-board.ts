import { readScoreboard } from '@pennant/contract/scoreboard'
import { readScoreboardChanges, type ScoreboardChanges } from '@pennant/contract/scoreboard-changes'
import type { Api } from '../../api/client.ts'
import { sleep } from '../../api/http.ts'
import { ApiProblem } from '../../api/problem.ts'
import { applyChanges, checksumOf } from './apply-changes.ts'
import type { Board } from './board.ts'
import { mayFollow } from './may-follow.ts'
import { type CachedBoard, readUnlessCached } from './read-board.ts'

type Needs = { api: Api; id: number; signal: AbortSignal; random?: () => number }

/** What has changed since the board that is held, where the server can tell; otherwise the whole board. */
export const followBoard = async (cached: CachedBoard, needs: Needs): Promise<CachedBoard> => {
  if (!mayFollow(cached)) return withTrust(await readWhole(cached, needs), cached.trust)
  const told = await readChanges(cached.board, needs)
  if (told === null) return withTrust(await readWhole(cached, needs), 'none')
  const { changes, version, frozenAt = null, spreadMs = 0 } = told
  const held = cached.board
  // Another process may not have written yet what this one has read from the first.
  if (changes !== undefined && frozenAt === held.frozenAt && version < (held.version ?? 0)) return cached
  if (changes === undefined || frozenAt !== held.frozenAt) {
    await sleep((needs.random ?? Math.random)() * spreadMs, needs.signal)
    return withTrust(await readWhole(cached, needs), cached.trust)
  }
  const board = version === held.version ? held : applyChanges(held, version, changes)
  if (checksumOf(board) === changes.checksum) return board === held ? cached : { tag: null, board }
  // Changes of a board that was read whole must fit. If they don't, this game is read whole from now on.
  if (cached.trust === 'doubted') return withTrust(await readWhole(cached, needs), 'none')
  const whole = await readWhole(cached, needs)
  const fits = whole.board.version !== version || checksumOf(whole.board) === changes.checksum
  return withTrust(whole, fits ? 'doubted' : 'none')
}

/** The very same if it's trusted that way already. */
const withTrust = (read: CachedBoard, trust: CachedBoard['trust']): CachedBoard =>
  trust === undefined || read.trust === trust ? read : { ...read, trust }

const readWhole = async (cached: CachedBoard, { api, id, signal }: Needs): Promise<CachedBoard> => {
  const response = await api.ask(readScoreboard, { params: { id }, signal })
  return readUnlessCached(response, cached, signal)
}

/** Null: the server doesn't know the route. */
const readChanges = async (
  { version = 0 }: Board,
  { api, id, signal }: Needs,
): Promise<ScoreboardChanges | null> => {
  try {
    return await api.call(readScoreboardChanges, { params: { id }, query: { since: version }, signal })
  } catch (error) {
    if (error instanceof ApiProblem && error.kind === 'refused' && error.status === 404) return null
    throw error
  }
}
