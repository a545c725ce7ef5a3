import { type Freeze, publicMoment } from '../scoreboard/freeze.ts'
import type { GameSpan } from './phase.ts'

export type FreezePlan = GameSpan & { freezeAt: number | null }

export const isFreezeInside = ({ start, end }: GameSpan, freezeAt: number): boolean =>
  start <= freezeAt && freezeAt <= end

const between = ({ start, end }: GameSpan, at: number): number => Math.min(Math.max(at, start), end)

/** The freeze after a change that names only start and end: one that has not come keeps its distance to the end. */
export const freezeAfter = (before: FreezePlan, span: GameSpan, now: number): number | null => {
  const { freezeAt, end } = before
  if (freezeAt === null) return null
  return between(span, freezeAt > now ? freezeAt + span.end - end : freezeAt)
}

export type PlannedBoard = { freezeAt: number | null; hidesBoard: boolean }
export type ShownBoard = Freeze & PlannedBoard

export type BoardTurn = 'freeze' | 'thaw' | 'later' | 'earlier' | 'hide' | 'show'

/** What a change does to the board that everyone sees now. Null: nothing. */
export const turnOfBoard = (before: ShownBoard, after: ShownBoard, now: number): BoardTurn | null => {
  const was = publicMoment(before, now)
  const is = publicMoment(after, now)
  if (was === null) return is === null ? null : 'freeze'
  if (is === null) return 'thaw'
  if (is !== was) return is > was ? 'later' : 'earlier'
  if (before.hidesBoard === after.hidesBoard) return null
  return after.hidesBoard ? 'hide' : 'show'
}

export const freezeOfCopy = (original: FreezePlan, span: GameSpan): number | null => {
  const { freezeAt, start } = original
  return freezeAt === null ? null : between(span, freezeAt + span.start - start)
}
