import type { RehearsalCast } from '@pennant/contract/rehearsal'
import { createHand } from '@pennant/load/players/hand'
import { type Hired, perform, type Performance, type Performed } from '@pennant/load/rehearse/perform'
import { siteOf } from '@pennant/load/rehearse/site'
import type { World } from './world.ts'

/** Who plays in this process. */
export const hire = (): Hired => {
  const hand = createHand()
  return { do: hand, leave: async () => void (await hand({ step: 'leave' })) }
}

/** In seconds. */
export const play = (
  world: World,
  cast: RehearsalCast,
  more: Partial<Performance> = {},
): Promise<Performed> =>
  perform(cast, {
    ...{ site: siteOf(world.origin), minutes: 0.05, hire, signal: new AbortController().signal },
    status: () => world.app.modules.status.read(),
    onStep: async () => undefined,
    ...more,
  })
