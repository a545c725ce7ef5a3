import type { Board } from '@pennant/rules/scoreboard/board'
import { hasStarted } from '@pennant/rules/game/phase'
import type { Game } from './game.ts'

/** `staff` watches or organizes the game. Both see the same board until a game can be frozen. */
export type Audience = 'everyone' | 'staff'

export type PublicBoard = {
  readonly gameId: number
  readonly audience: Audience
  readonly version: number
  /** Of the latest change of anything but solves: once it is known, nothing older may be shown. */
  readonly shapeVersion: number
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
  if (audience === 'everyone' && !hasStarted(game.settings, moment)) return null
  const { id: gameId, boardVersion: version, shapeVersion, boardAt: modified, board } = game
  const tag = `${gameId}-${hex(Math.floor(modified.getTime() / 1000))}-${hex(version)}`
  return { gameId, audience, version, shapeVersion, modified, tag, board }
}

const hex = (value: number): string => value.toString(16).toUpperCase()
