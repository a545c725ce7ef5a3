import type { Page } from 'playwright-core'
import type { World } from '../kit/world.ts'

/** The page goes by the time of the answers: they name the world's, and `pass` moves both. */
export const keepWorldTime = async (
  page: Page,
  { clock }: World,
): Promise<{ pass(ms: number): Promise<void> }> => {
  await page.route('**/api/**', async (route) => {
    const response = await route.fetch()
    const date = new Date(clock.now()).toUTCString()
    await route.fulfill({ response, headers: { ...response.headers(), date } })
  })
  await page.clock.install()
  return {
    async pass(ms) {
      clock.advance(ms)
      await page.clock.fastForward(ms)
    },
  }
}
