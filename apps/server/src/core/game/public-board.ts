import type { Board } from '@pennant/rules/scoreboard/board'
import { publicMoment, withoutTeams } from '@pennant/rules/scoreboard/freeze'
import { hasStarted } from '@pennant/rules/game/phase'
import type { Game } from './game.ts'

/** `staff` watches or organizes the game. */
export type Audience = 'everyone' | 'staff'

export type PublicBoard = {
  readonly gameId: number
  readonly audience: Audience
  readonly version: number
  /** Of the latest change of anything but solves: once it is known, nothing older may be shown. */
  readonly shapeVersion: number
  /** Nothing is shown that was solved at this time or later. Null: all is. */
  readonly frozenAt: number | null
  readonly isHidden: boolean
  readonly modified: Date
  /** No two boards share it, even after the database was restored. */
  readonly tag: string
  /** Continues with the solves of later versions. */
  readonly board: Omit<Board, 'add'>
}

/** The only source of what answers and messages tell of a board. Null while the audience has none. */
export function publicBoard(game: Game, audience: 'staff', moment: number): PublicBoard
export function publicBoard(game: Game, audience: Audience, moment: number): PublicBoard | null
export function publicBoard(game: Game, audience: Audience, moment: number): PublicBoard | null {
  if (audience === 'staff') return liveBoard(game)
  return hasStarted(game.settings, moment) ? shownBoard(game, moment) : null
}

const liveBoard = (game: Game): PublicBoard => {
  const { id: gameId, boardVersion: version, shapeVersion, boardAt, board, frozen, latestSolve } = game
  const modified = frozen === null ? boardAt : later(boardAt, latestSolve)
  const tag = tagOf(gameId, modified, version)
  return {
    ...{ gameId, audience: 'staff', version, shapeVersion, modified, frozenAt: null, isHidden: false },
    tag: frozen === null ? tag : `${tag}-L`,
    board,
  }
}

// Each request asks for it, so a state of the game makes it once.
const shown = new WeakMap<Game, PublicBoard>()

const shownBoard = (game: Game, moment: number): PublicBoard => {
  const { settings } = game
  // Clocks differ, and published results are published.
  const frozenAt = publicMoment(settings, Math.max(moment, settings.resultsAt ?? moment))
  const known = shown.get(game)
  if (known?.frozenAt === frozenAt) return known
  const made = makeShown(game, frozenAt)
  shown.set(game, made)
  return made
}

const makeShown = (game: Game, frozenAt: number | null): PublicBoard => {
  const { id: gameId, shownVersion: version, shapeVersion, boardAt, settings } = game
  const isHidden = frozenAt !== null && settings.freezeHidesBoard
  const board = game.frozen?.board ?? game.board
  const modified = frozenAt === null ? boardAt : later(boardAt, frozenAt)
  const tag = tagOf(gameId, modified, version)
  return {
    ...{ gameId, audience: 'everyone', version, shapeVersion, modified, frozenAt, isHidden },
    tag: frozenAt === null ? tag : `${tag}-F`,
    board: isHidden ? withoutTeams(board) : board,
  }
}

const later = (one: Date, other: number): Date => (other > one.getTime() ? new Date(other) : one)

const tagOf = (gameId: number, modified: Date, version: number): string =>
  `${gameId}-${hex(Math.floor(modified.getTime() / 1000))}-${hex(version)}`

const hex = (value: number): string => value.toString(16).toUpperCase()
