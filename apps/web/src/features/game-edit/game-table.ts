import type { GameInfo } from '@pennant/contract/game'
import { type Phase, phaseOf } from '@pennant/rules/game/phase'
import { type Visibility, visibilityOf } from '@pennant/rules/game/visibility'

export const phases = ['upcoming', 'running', 'ended'] as const satisfies readonly Phase[]
export const orders = ['id', 'title', 'start', 'end'] as const
export type Order = (typeof orders)[number]

type View = {
  text: string
  phase: Phase | null
  visible: Visibility | null
  by: Order
  descending: boolean
  now: number
}

export const gamesIn = (
  games: readonly GameInfo[],
  { text, phase, visible, by, descending, now }: View,
): GameInfo[] => {
  const wanted = text.trim().toLowerCase()
  const sign = descending ? -1 : 1
  return games
    .filter(({ id, title, summary }) => `${title}\n${summary}\n#${id}`.toLowerCase().includes(wanted))
    .filter((game) => phase === null || phaseOf(game, now) === phase)
    .filter((game) => visible === null || visibilityOf(game) === visible)
    .toSorted((one, other) => sign * compared[by](one, other) || other.id - one.id)
}

const compared: Readonly<Record<Order, (one: GameInfo, other: GameInfo) => number>> = {
  id: (one, other) => one.id - other.id,
  title: (one, other) => one.title.localeCompare(other.title),
  start: (one, other) => one.start - other.start,
  end: (one, other) => one.end - other.end,
}

const hour = 3_600_000
const usualLength = 24 * hour

export const usualTimes = (now: number): { start: number; end: number } => {
  const start = (Math.floor(now / hour) + 1) * hour
  return { start, end: start + usualLength }
}

export const timesOfCopy = (
  game: Pick<GameInfo, 'start' | 'end'>,
  now: number,
): { start: number; end: number } => {
  const { start } = usualTimes(now)
  return { start, end: start + Math.max(hour, game.end - game.start) }
}
