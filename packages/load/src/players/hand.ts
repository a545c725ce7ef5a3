import { performance } from 'node:perf_hooks'
import type { Burst, Cast, InstanceOrder } from './cast.ts'
import { createPlay } from './play.ts'
import { createTally, type Tally } from './tally.ts'

export type PlayJob =
  | { step: 'cast'; cast: Cast }
  | { step: 'door' | 'opening' | 'steady'; forMs: number }
  | { step: 'burst'; burst: Burst }
  | { step: 'instances'; order: InstanceOrder }
  | { step: 'leave' }

export type PlayResult = {
  /** Since the beginning. */
  tally: Tally
  live: number
  /** What part of the step the thread was busy, from 0 to 1. */
  busy: number
}

/** Some of the players, as a process of their own plays them. */
export const createHand = () => {
  let play: ReturnType<typeof createPlay> | undefined

  const take = async (job: PlayJob): Promise<void> => {
    switch (job.step) {
      case 'cast':
        play = createPlay(job.cast)
        return
      case 'burst':
        return play?.burst(job.burst)
      case 'instances':
        return play?.instances(job.order)
      case 'leave':
        return play?.close()
      case 'door':
      case 'opening':
      case 'steady':
        return play?.[job.step](job.forMs)
    }
  }

  return async (job: PlayJob): Promise<PlayResult> => {
    const before = performance.eventLoopUtilization()
    await take(job)
    const { utilization } = performance.eventLoopUtilization(before)
    return { tally: play?.tally ?? createTally(), live: play?.live() ?? 0, busy: utilization }
  }
}
