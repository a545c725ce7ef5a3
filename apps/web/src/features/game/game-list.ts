import type { BasicGameInfo } from '@pennant/contract/game'
import { type Phase, phaseOf } from '@pennant/rules/game/phase'

export const filters = ['all', 'running', 'upcoming', 'ended'] as const
export type Filter = (typeof filters)[number]

export type ListedGame = BasicGameInfo & { phase: Phase }

const places: Readonly<Record<Phase, number>> = { running: 0, upcoming: 1, ended: 2 }

const order = (one: ListedGame, other: ListedGame): number => {
  if (one.phase !== other.phase) return places[one.phase] - places[other.phase]
  if (one.phase === 'running') return one.end - other.end
  return one.phase === 'upcoming' ? one.start - other.start : other.end - one.end
}

export const gamesShown = (
  games: readonly BasicGameInfo[],
  { filter, text, now }: { filter: Filter; text: string; now: number },
): ListedGame[] => {
  const words = text.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  return games
    .map((game): ListedGame => ({ ...game, phase: phaseOf(game, now) }))
    .filter(({ phase }) => filter === 'all' || phase === filter)
    .filter(({ title, summary }) => {
      const searched = `${title}\n${summary}`.toLocaleLowerCase()
      return words.every((word) => searched.includes(word))
    })
    .toSorted(order)
}
