import type { BoardChanges, ScoreboardChanges } from '@pennant/contract/scoreboard-changes'
import { describe, expect, it } from 'vitest'
import { createApi } from '../../api/client.ts'
import { createServerTime } from '../../api/server-time.ts'
import { checksumOf } from './apply-changes.ts'
import { packBoard } from './board.ts'
import { followBoard } from './follow-board.ts'
import type { CachedBoard } from './read-board.ts'
import { sampleAnswer } from './sample-answer.suite.ts'

const answerOf = (version: number) => ({ ...sampleAnswer(), version })
const heldAt = (version: number): CachedBoard => ({ tag: 'W/"1"', board: packBoard(answerOf(version)) })
const sum = checksumOf(packBoard(sampleAnswer()))
const nothing: BoardChanges = {
  ...{ updateTimeUtc: 6_000, solves: [], challenges: [], teams: [], lines: [], checksum: sum },
}

/** A server that shows `version` and answers in changes as told; null: it doesn't know the route. */
const serverWith = (version: number, answers: readonly (ScoreboardChanges | null)[]) => {
  const left = [...answers]
  const asked: string[] = []
  const api = createApi({
    ...{ origin: 'https://ctf.example', language: () => 'en-US', localNow: () => 0 },
    ...{ time: createServerTime(() => 0), chance: () => 0.5 },
    fetch: async (input) => {
      const { pathname, search } = new URL(input instanceof Request ? input.url : String(input))
      asked.push(pathname.replace('/api/game/3/', '') + search)
      if (!pathname.endsWith('/changes'))
        return Response.json(answerOf(version), { headers: { etag: 'W/"2"' } })
      const told = left.shift() ?? null
      return told === null
        ? Response.json({ title: 'Not found', status: 404 }, { status: 404 })
        : Response.json(told)
    },
  })
  const follow = (cached: CachedBoard) =>
    followBoard(cached, { api, id: 3, signal: new AbortController().signal, random: () => 0 })
  return { asked, follow }
}

describe('a board that is held', () => {
  it('becomes the next one by what has changed, without the whole answer', async () => {
    const { asked, follow } = serverWith(2, [{ version: 2, changes: nothing }])
    const { board, trust } = await follow(heldAt(1))
    expect(asked).toEqual(['scoreboard/changes?since=1'])
    expect(board).toEqual({ ...packBoard(answerOf(2)), updatedAt: 6_000 })
    expect(trust).toBeUndefined()
  })

  it('stays the very same while nothing has changed, and where another process is behind', async () => {
    for (const version of [4, 5]) {
      const { asked, follow } = serverWith(version, [{ version, changes: nothing }])
      const held = heldAt(5)
      expect(await follow(held)).toBe(held)
      expect(asked).toEqual(['scoreboard/changes?since=5'])
    }
  })

  it.each<[string, ScoreboardChanges | null]>([
    ['it cannot be told in changes', { version: 9, spreadMs: 2_000 }],
    ['the board has been frozen', { version: 1, frozenAt: 4_000, changes: nothing }],
    ['the server does not know the route', null],
  ])('is read whole where %s', async (_what, told) => {
    const { asked, follow } = serverWith(9, [told])
    const { board } = await follow(heldAt(1))
    expect(asked).toEqual(['scoreboard/changes?since=1', 'scoreboard'])
    expect(board.version).toBe(9)
  })

  const wrong = { ...nothing, checksum: '00000000' }

  it('is read whole where the check sum differs, and always after it has differed again', async () => {
    const { asked, follow } = serverWith(3, [
      { version: 2, changes: wrong },
      { version: 4, changes: wrong },
    ])
    const doubted = await follow(heldAt(1))
    expect([doubted.board.version, doubted.trust]).toEqual([3, 'doubted'])
    const lost = await follow(doubted)
    expect(lost.trust).toBe('none')
    asked.length = 0
    const later = await follow(lost)
    expect(asked).toEqual(['scoreboard'])
    expect(later.board.version).toBe(3)
  })

  it('is read whole from then on where the whole does not fit the check sum either', async () => {
    const { follow } = serverWith(2, [{ version: 2, changes: wrong }])
    expect((await follow(heldAt(1))).trust).toBe('none')
  })

  it('is trusted again once changes of the whole one fit', async () => {
    const { follow } = serverWith(3, [
      { version: 2, changes: wrong },
      { version: 4, changes: nothing },
    ])
    const doubted = await follow(heldAt(1))
    expect((await follow(doubted)).trust).toBeUndefined()
  })
})
