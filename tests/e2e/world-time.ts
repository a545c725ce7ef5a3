import type { Page } from 'playwright-core'
import type { World } from '../kit/world.ts'

/** The page follows the time in answers, which is the world's; `pass` moves both. */
export const keepWorldTime = async (
  page: Page,
  { clock }: World,
): Promise<{ pass(ms: number): Promise<void> }> => {
  const underWay = new Set<Promise<void>>()
  let moving: Promise<unknown> = Promise.resolve()
  await page.route('**/api/**', async (route) => {
    const answer = async (): Promise<void> => {
      await moving
      const response = await route.fetch()
      const date = new Date(clock.now()).toUTCString()
      await route.fulfill({ response, headers: { ...response.headers(), date } })
    }
    const answered = answer()
    underWay.add(answered)
    await answered.finally(() => underWay.delete(answered))
  })
  await page.clock.install()
  return {
    async pass(ms) {
      // An answer from before would make the page think that the server's clock is off.
      while (underWay.size > 0) await Promise.allSettled(underWay)
      clock.advance(ms)
      moving = page.clock.fastForward(ms)
      await moving
    },
  }
}
