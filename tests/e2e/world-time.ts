import type { Page, Request } from 'playwright-core'
import type { World } from '../kit/world.ts'

/** The page follows the time in answers, which is the world's; `pass` moves both. */
export const keepWorldTime = async (
  page: Page,
  { clock }: World,
): Promise<{ pass(ms: number): Promise<void> }> => {
  const underWay = new Set<Request>()
  const ended: (() => void)[] = []
  let moving: Promise<unknown> = Promise.resolve()
  const end = (request: Request): void => {
    underWay.delete(request)
    for (const go of ended.splice(0)) go()
  }
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/')) underWay.add(request)
  })
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  await page.route('**/api/**', async (route) => {
    await moving
    const response = await route.fetch()
    const date = new Date(clock.now()).toUTCString()
    await route.fulfill({ response, headers: { ...response.headers(), date } })
  })
  await page.clock.install()
  return {
    async pass(ms) {
      // Sent before and answered after it, or the other way around, a request would make the page think that the server's
      // clock is off.
      while (underWay.size > 0) await new Promise<void>((go) => void ended.push(go))
      clock.advance(ms)
      moving = page.clock.fastForward(ms)
      await moving
    },
  }
}
