import type { Page, Request } from 'playwright-core'
import type { World } from '../kit/world.ts'

type PageTime = { quiet(): Promise<void>; forward(ms: number): Promise<void> }

/** The pages follow the time in answers, which is the world's; `pass` moves all of them. */
export const keepWorldTime = async (
  { clock }: World,
  ...pages: readonly Page[]
): Promise<{ pass(ms: number): Promise<void> }> => {
  const times = await Promise.all(pages.map((page) => keepTime(page, clock)))
  return {
    async pass(ms) {
      for (const { quiet } of times) await quiet()
      clock.advance(ms)
      await Promise.all(times.map(({ forward }) => forward(ms)))
    },
  }
}

const keepTime = async (page: Page, clock: World['clock']): Promise<PageTime> => {
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
    // Sent before and answered after it, or the other way around, a request would make the page think that the server's
    // clock is off.
    async quiet() {
      while (underWay.size > 0) await new Promise<void>((go) => void ended.push(go))
    },
    async forward(ms) {
      moving = page.clock.fastForward(ms)
      await moving
    },
  }
}
