import { describe, it } from 'vitest'
import { withSkipReason } from '../kit/skip-reason.ts'
import { isSittingOver, keepSession, type Killing, type SceneName, sessionsOf } from './plan.ts'

type Scene = { name: SceneName; about: string; missing: string | null }

const killMs = 30_000
const setupMs = 180_000

export const describeKills = (
  { name, about, missing }: Scene,
  play: (killing: Killing) => Promise<void>,
): void => {
  describe.skipIf(missing)(withSkipReason(about, missing), () => {
    for (const session of sessionsOf(name)) {
      const { run, number, kills, seed } = session
      const title = `${kills} times loses nothing (thousand ${run}, session ${number}, seed ${seed})`
      // The scene expects.
      // oxlint-disable-next-line vitest/expect-expect
      it(title, { timeout: setupMs + kills * killMs }, async (context) => {
        if (isSittingOver()) return context.skip('the time of the sitting is up')
        await keepSession(session, play)
      })
    }
  })
}
