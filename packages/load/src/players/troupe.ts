import type { Burst, Cast, InstanceOrder } from './cast.ts'
import type { PlayJob, PlayResult } from './hand.ts'
import { summed, type Tally } from './tally.ts'

type Hand = (job: PlayJob) => Promise<PlayResult>

/** All hands play each step together. `hire` is called once for each. */
export const createTroupe = (cast: Cast, count: number, hire: (index: number) => Hand) => {
  const parts = partsOf(cast, count)
  const hands = parts.map((_, index) => hire(index))
  let results: readonly PlayResult[] = []
  let busiest = 0

  const all = async (jobOf: (index: number) => PlayJob): Promise<void> => {
    results = await Promise.all(hands.map((hand, index) => hand(jobOf(index))))
  }

  const step = async (jobOf: (index: number) => PlayJob): Promise<void> => {
    await all(jobOf)
    busiest = Math.max(busiest, ...results.map(({ busy }) => busy))
  }

  return {
    cast: (): Promise<void> => all((index) => ({ step: 'cast', cast: parts[index] ?? cast })),
    door: (forMs: number): Promise<void> => step(() => ({ step: 'door', forMs })),
    opening: (forMs: number): Promise<void> => step(() => ({ step: 'opening', forMs })),
    burst: (burst: Burst): Promise<void> =>
      step(() => ({ step: 'burst', burst: { ...burst, perSecond: burst.perSecond / hands.length } })),
    instances: (order: InstanceOrder): Promise<void> =>
      step((index) => ({
        step: 'instances',
        order: { ...order, count: shareOf(order.count, index, hands.length) },
      })),
    steady: (forMs: number): Promise<void> => step(() => ({ step: 'steady', forMs })),
    leave: (): Promise<void> => all(() => ({ step: 'leave' })),
    tally: (): Tally => summed(results.map(({ tally }) => tally)),
    live: (): number => results.reduce((sum, { live }) => sum + live, 0),
    /** Of the busiest thread in its busiest step. What takes no time is no step: its thread does nothing else. */
    busiest: (): number => busiest,
  }
}

const shareOf = (count: number, index: number, of: number): number =>
  Math.floor(count / of) + (index < count % of ? 1 : 0)

/** Whole teams, since a part knows who has solved what. No part is empty. */
export const partsOf = (cast: Cast, count: number): readonly Cast[] => {
  const teams = [...new Set(cast.players.map(({ teamId }) => teamId))]
  const partOf = new Map(teams.map((team, index) => [team, index % count]))
  return Array.from({ length: Math.min(count, teams.length) }, (_, part) => ({
    ...cast,
    players: cast.players.filter(({ teamId }) => partOf.get(teamId) === part),
  }))
}
