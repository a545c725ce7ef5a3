import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, it, vi } from 'vitest'
import type { Scoreboard } from '@pennant/contract/scoreboard'
import type { ScoreboardChanges } from '@pennant/contract/scoreboard-changes'
import { createBoard } from '@pennant/rules/scoreboard/board'
import { createManualTimers } from '../../../../../tests/kit/manual-timers.ts'
import { patient } from '../../../../../tests/kit/patient.ts'
import type { Game } from '../../core/game/game.ts'
import { createKeptBoard } from './kept-board.ts'
import type { Snapshot } from './snapshot.ts'

const start = 1_000
const large = { teams: 300, challenges: 30 }
/** As many solves as there are of 500 teams in a day. */
const event = { teams: 500, challenges: 50 }
const small = { teams: 20, challenges: 5 }

/** Of every team that has an even number, everything is solved at first. */
const createPlayed = ({ teams, challenges }: typeof large) => {
  const pair = (team: number, challenge: number) => ({
    ...{ participationId: team, challengeId: challenge, submissionId: team * challenges + challenge },
    ...{ time: start + team + challenge, userName: `player${team}` },
  })
  const input = {
    game: { start, end: Number.MAX_SAFE_INTEGER, bloodBonus: 0 },
    divisions: [],
    challenges: Array.from({ length: challenges }, (_, at) => ({
      ...{ id: at + 1, title: `Challenge ${at + 1}`, category: 'Misc' as const, originalScore: 5_000 },
      ...{ minScoreRate: 0.1, difficulty: teams, deadline: null, disableBloodBonus: false },
    })),
    teams: Array.from({ length: teams }, (_, at) => ({
      ...{ participationId: at + 1, teamId: at + 1, name: `Team ${at + 1}`, bio: null, avatar: null },
      divisionId: null,
    })),
    solves: Array.from({ length: teams / 2 }, (_, half) =>
      Array.from({ length: challenges }, (__, at) => pair(2 * half + 2, at + 1)),
    ).flat(),
    adjustments: [],
    until: null,
  }
  let game = gameOf({ shownVersion: 1, shapeVersion: 1, board: createBoard(input) })
  let solved = 0
  return {
    get game() {
      return game
    },
    solve() {
      game.board.add(pair(2 * Math.floor(solved / challenges) + 1, (solved % challenges) + 1))
      solved++
      game = { ...game, shownVersion: game.shownVersion + 1 }
    },
    /** Takes the first team off. */
    suspend() {
      const version = game.shownVersion + 1
      const board = createBoard({ ...input, teams: input.teams.slice(1) })
      game = { ...game, shownVersion: version, shapeVersion: version, board }
    },
  }
}

/** Moves every line in every place, which takes more than one turn to write. */
const solveEach = (played: ReturnType<typeof createPlayed>): void => {
  for (let each = 0; each < large.challenges; each++) played.solve()
}

const gameOf = (given: Pick<Game, 'board' | 'shownVersion' | 'shapeVersion'>): Game => {
  const settings = { start, bloodBonus: 0, writeupRequired: false, writeupDeadline: 0, freezeAt: null }
  const bare = { id: 1, boardAt: new Date(start), divisions: new Map(), frozen: null }
  const game: Partial<Game> = { ...bare, ...given }
  return { ...game, settings } as Game
}

const keep = (played: ReturnType<typeof createPlayed>) => {
  const timers = createManualTimers()
  const shown: number[] = []
  const news: number[] = []
  const turns: (() => void)[] = []
  const onError = vi.fn<(error: unknown) => void>()
  const board = createKeptBoard({
    ...{ gameId: 1, audience: 'everyone', clock: { now: () => start }, onError },
    games: { peek: () => played.game, must: async () => played.game },
    timers: {
      after: timers.after,
      nextTurn: () => new Promise<void>((resolve) => turns.push(resolve)),
    },
    onShown(version, isNews) {
      shown.push(version)
      if (isNews) news.push(version)
    },
  })
  return {
    board,
    timers,
    shown,
    news,
    turns,
    onError,
    /** Lets the event loop turn until the board is shown. */
    async untilShown(version: number) {
      await expect
        .poll(() => {
          turns.shift()?.()
          return shown.at(-1)
        }, patient)
        .toBe(version)
    },
    of: () => board.of(played.game),
  }
}

const readable = async ({ board }: Snapshot): Promise<Scoreboard> =>
  JSON.parse((await board.encodings.in(undefined)).bytes.toString()) as Scoreboard

const changesIn = (snapshot: Snapshot | null, since: number): string => {
  const reply = snapshot?.changes({ since, newest: snapshot.version, spreadMs: () => 0 })
  return JSON.stringify(reply?.content.kind === 'versioned' ? reply.content.value : null)
}

describe('what has changed on a board of 500 teams', () => {
  it('is less than a hundredth of the board, for a second in which five teams solve', async () => {
    const played = createPlayed(event)
    const { board, of, timers, untilShown } = keep(played)
    void of()
    await untilShown(1)
    for (let version = 2; version < 7; version++) {
      played.solve()
      board.changed()
      timers.pass(1_000)
      await untilShown(version)
    }
    const snapshot = await of()
    const whole = (await snapshot.board.encodings.in('gzip')).bytes.length
    const changes = changesIn(snapshot, 1)
    const { solves } = (JSON.parse(changes) as ScoreboardChanges).changes ?? {}
    expect(solves).toHaveLength(5)
    expect(gzipSync(changes).length).toBeLessThan(700)
    expect(gzipSync(changes).length * 100).toBeLessThan(whole)
    expect(gzipSync(changesIn(snapshot, 5)).length).toBeLessThan(400)
  })
})

describe('a small board', () => {
  it('is written while it is read, without a turn of the event loop', () => {
    const played = createPlayed(small)
    const { board, turns, shown } = keep(played)
    for (let version = 1; version < 4; version++) {
      expect(board.peek(played.game)?.version).toBe(version)
      played.solve()
      expect(board.changed()).toBe(false)
    }
    expect(turns).toEqual([])
    expect(shown).toEqual([])
  })
})

describe('a large board', () => {
  it('is shown as it was, right away, while the next version is written', async () => {
    const played = createPlayed(large)
    const { board, of, timers, untilShown, shown } = keep(played)
    const first = of()
    await untilShown(1)
    expect(await first).toMatchObject({ version: 1, isLarge: true })
    played.solve()
    expect(board.changed()).toBe(true)
    expect(board.peek(played.game)?.version).toBe(1)
    timers.pass(1_000)
    expect(board.peek(played.game)?.version).toBe(1)
    await untilShown(2)
    const next = board.peek(played.game)
    expect(next?.version).toBe(2)
    expect((await readable(next ?? (await of()))).items.find(({ id }) => id === 1)?.solvedCount).toBe(1)
    expect(shown).toEqual([1, 2])
  })

  it('takes up what was solved while it was written, and then rests', async () => {
    const played = createPlayed(large)
    const { board, of, timers, turns, untilShown, shown, news } = keep(played)
    void of()
    await untilShown(1)
    timers.pass(1_000)
    solveEach(played)
    board.changed()
    timers.pass(1)
    await expect.poll(() => turns.length, patient).toBe(1)
    played.solve()
    board.changed()
    await untilShown(32)
    played.solve()
    board.changed()
    expect(board.peek(played.game)?.version).toBe(32)
    expect(turns).toEqual([])
    timers.pass(1_000)
    await untilShown(33)
    expect(shown).toEqual([1, 32, 33])
    // Nothing had changed before it was read for the first time.
    expect(news).toEqual([32, 33])
  })

  it('is not shown as it was once a team was suspended', async () => {
    const played = createPlayed(large)
    const { board, of, untilShown } = keep(played)
    void of()
    await untilShown(1)
    played.suspend()
    expect(board.peek(played.game)).toBeNull()
    const next = of()
    await untilShown(2)
    expect((await readable(await next)).items.map(({ id }) => id)).not.toContain(1)
  })

  it('that is half written is not shown either when a team is suspended meanwhile', async () => {
    const played = createPlayed(large)
    const { board, of, turns, timers, untilShown } = keep(played)
    void of()
    await untilShown(1)
    timers.pass(1_000)
    solveEach(played)
    board.changed()
    timers.pass(1)
    await expect.poll(() => turns.length, patient).toBe(1)
    played.suspend()
    const next = of()
    await untilShown(32)
    expect((await readable(await next)).items.map(({ id }) => id)).not.toContain(1)
  })

  it('is in gzip alone while it changes, and in Brotli once it has stood for two seconds', async () => {
    const played = createPlayed(large)
    const { of, timers, untilShown } = keep(played)
    void of()
    await untilShown(1)
    const { board } = await of()
    const text = (await board.encodings.in(undefined)).bytes.toString()
    const encodingOf = (header: string) => board.encodings.ready(header)?.encoding
    expect([encodingOf('gzip, br'), encodingOf('br'), encodingOf('identity')]).toEqual(['gzip', null, null])
    timers.pass(2_000)
    await expect.poll(() => encodingOf('gzip, br'), patient).toBe('br')
    expect([encodingOf('gzip'), encodingOf('br')]).toEqual(['gzip', 'br'])
    const { bytes } = await board.encodings.in('br')
    expect(brotliDecompressSync(bytes).toString()).toBe(text)
    expect(gunzipSync((await board.encodings.in('gzip')).bytes).toString()).toBe(text)
  })

  it('is not compressed by Brotli when the next version has come by then', async () => {
    const played = createPlayed(large)
    const { board, of, timers, untilShown, onError } = keep(played)
    void of()
    await untilShown(1)
    const { board: before } = await of()
    played.solve()
    board.changed()
    timers.pass(1_000)
    await untilShown(2)
    timers.pass(1_000)
    expect(timers.waiting(2_000)).toBe(1)
    expect(before.encodings.ready('br')?.encoding).toBeNull()
    expect(onError).not.toHaveBeenCalled()
  })
})
