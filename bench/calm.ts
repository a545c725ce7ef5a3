import { setTimeout as wait } from 'node:timers/promises'
import type { Page, Request } from 'playwright-core'

const quietMs = 500

/**
 * Waits until a page has asked for nothing for half a second and has nothing left to do: what it still does for one
 * interaction would count for the next. `networkidle` is over once a page has loaded.
 */
export const watchCalm = (page: Page): (() => Promise<void>) => {
  const open = new Set<Request>()
  let latest = performance.now()
  page.on('request', (request) => {
    open.add(request)
    latest = performance.now()
  })
  const close = (request: Request): void => {
    open.delete(request)
    latest = performance.now()
  }
  page.on('requestfinished', close)
  page.on('requestfailed', close)
  return async () => {
    while (open.size > 0 || performance.now() - latest < quietMs) await wait(quietMs / 10)
    await page.evaluate('new Promise((done) => requestIdleCallback(() => done()))')
  }
}
