import type { GameInfo } from '@pennant/contract/game'
import { hasEnded, hasStarted } from '@pennant/rules/game/phase'
import type { GameDraft } from './game-draft.ts'

export type Move = { before: number; after: number }
export type MovedTimes = { start?: Move; end?: Move }

/** Null before the game has begun. */
export const movedTimes = (
  game: Pick<GameInfo, 'start' | 'end'>,
  { start, end }: Pick<GameDraft, 'start' | 'end'>,
  now: number,
): MovedTimes | null => {
  if (!hasStarted(game, now)) return null
  const moved: MovedTimes = {
    ...(start === null || start === game.start ? {} : { start: { before: game.start, after: start } }),
    ...(end === null || end === game.end ? {} : { end: { before: game.end, after: end } }),
  }
  return Object.keys(moved).length === 0 ? null : moved
}

export const endsPractice = (
  game: Pick<GameInfo, 'end' | 'practiceMode'>,
  draft: Pick<GameDraft, 'end' | 'practiceMode'>,
  now: number,
): boolean =>
  game.practiceMode &&
  !draft.practiceMode &&
  hasEnded(game, now) &&
  hasEnded({ end: draft.end ?? game.end }, now)

export const concernsPlayers = (
  game: Pick<GameInfo, 'start' | 'end'>,
  moved: MovedTimes,
  now: number,
): boolean => !hasEnded(game, now) || !hasEnded({ end: moved.end?.after ?? game.end }, now)
