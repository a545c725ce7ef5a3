import type { BrowserContext, CDPSession, Disposable, Page } from 'playwright-core'

const lasting = [
  ...['emulateMedia', 'exposeBinding', 'exposeFunction', 'grantPermissions', 'newCDPSession', 'newPage'],
  ...['routeFromHAR', 'routeWebSocket', 'setExtraHTTPHeaders', 'setGeolocation'],
]
/** These are undone, which takes half the time of another context. */
const undone = ['addInitScript', 'route', 'setOffline']
/** Playwright itself listens to `close` and `crash`. */
const pageEvents = [
  ...['console', 'dialog', 'domcontentloaded', 'download', 'filechooser', 'frameattached', 'framedetached'],
  ...['framenavigated', 'load', 'pageerror', 'popup', 'request', 'requestfailed', 'requestfinished'],
  ...['response', 'websocket', 'worker'],
]

/** Its process keeps the compiled client, which saves time. */
export type ReusedContext = {
  readonly context: BrowserContext
  readonly page: Page
  /** False if anything but the client's files may remain. */
  empty(): Promise<boolean>
}

export const reuse = async (context: BrowserContext, page: Page, origin: string): Promise<ReusedContext> => {
  const storage = await context.newCDPSession(page)
  const isChanged = watchChanges(context, page)
  const undo = collectUndoable(context, page)
  return {
    context,
    page,
    async empty() {
      if (isChanged() || page.isClosed() || context.pages().length !== 1) return false
      for (const event of pageEvents) page.removeAllListeners(event)
      try {
        await undo()
        await emptyStorage(page, storage, origin)
        await context.clearCookies()
        return true
      } catch {
        return false
      }
    },
  }
}

const watchChanges = (context: BrowserContext, page: Page): (() => boolean) => {
  let changed = false
  for (const owner of [context, page])
    for (const name of lasting) {
      const method: unknown = Reflect.get(owner, name)
      if (typeof method !== 'function') continue
      Reflect.set(owner, name, (...given: unknown[]): unknown => {
        changed = true
        return Reflect.apply(method, owner, given)
      })
    }
  const { clock } = context
  const watched = {
    get() {
      changed = true
      return clock
    },
  }
  Object.defineProperty(context, 'clock', watched)
  Object.defineProperty(page, 'clock', watched)
  return () => changed
}

const collectUndoable = (context: BrowserContext, page: Page): (() => Promise<void>) => {
  const used = new Set<string>()
  const scripts: Disposable[] = []
  for (const owner of [context, page])
    for (const name of undone) {
      const method: unknown = Reflect.get(owner, name)
      if (typeof method !== 'function') continue
      Reflect.set(owner, name, async (...given: unknown[]): Promise<unknown> => {
        used.add(name)
        const made: unknown = await Reflect.apply(method, owner, given)
        if (name === 'addInitScript') scripts.push(made as Disposable)
        return made
      })
    }
  return async () => {
    // What a test still holds back is of no use to the next one.
    if (used.has('route'))
      for (const owner of [context, page]) await owner.unrouteAll({ behavior: 'ignoreErrors' })
    if (used.has('setOffline')) await context.setOffline(false)
    for (const script of scripts.splice(0)) await script.dispose()
    used.clear()
  }
}

/** Navigates away first, so that the client can't write again. */
const emptyStorage = async (page: Page, storage: CDPSession, origin: string): Promise<void> => {
  await page.goto(`${origin}/api/config`)
  await page.mouse.move(0, 0)
  await page.evaluate(() => sessionStorage.clear())
  await storage.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
  await storage.send('Page.resetNavigationHistory')
}
