import { existsSync, readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type axe from 'axe-core'
import type { Browser, BrowserContext, Page, WebSocket } from 'playwright-core'
import { type ReusedContext, reuse } from './reused-context.ts'
import { workerBrowser } from './worker-browser.ts'

export type Scheme = 'dark' | 'light'
export const widths = { phone: 390, desktop: 1440 } as const

type VisitOptions = {
  width?: number
  scheme?: Scheme
  language?: string
  timeZone?: string
  touch?: boolean
  /** In a browser that hasn't loaded the client before. */
  cold?: boolean
}

export type Visit = {
  page: Page
  context: BrowserContext
  expectAnswer(status: number, path: string): void
  faults(): string[]
  /**
   * When the page waits for no answer, nor for its live connection, after which it may ask again; `networkidle` is over
   * once a page has loaded.
   */
  settled(): Promise<void>
  close(): Promise<void>
}

export type Journeys = {
  visit(options?: VisitOptions): Promise<Visit>
  close(): Promise<void>
}

export const builtClient = join(import.meta.dirname, '../../apps/web/dist')
const output = join(import.meta.dirname, '../output')

/** Visits share the worker's browser, which keeps only the client's files between them. */
export const startJourneys = async (origin: string): Promise<Journeys> => {
  if (!existsSync(join(builtClient, 'index.html')))
    throw new Error('The client is not built: run `npm run build` first')
  await workerBrowser()
  const open = new Set<BrowserContext>()
  const idle = new Map<string, ReusedContext[]>()
  const enter = async (look: Look): Promise<ReusedContext> => {
    const used = look.cold ? undefined : idle.get(keyOf(look))?.pop()
    if (used?.context.browser()?.isConnected() === true) return used
    const made = await openContext(await workerBrowser(), origin, look)
    open.add(made.context)
    made.context.once('close', () => open.delete(made.context))
    return made
  }
  return {
    async visit(options) {
      const look = { ...usual, ...options }
      const place = await enter(look)
      const { page, context } = place
      await resize(page, look.width)
      let left: Promise<void> | null = null
      const leave = async (): Promise<void> => {
        if (look.cold || !(await place.empty())) return context.close()
        idle.set(keyOf(look), [...(idle.get(keyOf(look)) ?? []), place])
      }
      return { page, context, ...watch(page), close: () => (left ??= leave()) }
    },
    async close() {
      idle.clear()
      await Promise.all([...open].map((context) => context.close()))
    },
  }
}

type Look = Required<VisitOptions>
const usual: Look = {
  width: widths.desktop,
  scheme: 'dark',
  language: 'en-US',
  timeZone: 'Europe/Berlin',
  touch: false,
  cold: false,
}
const keyOf = ({ scheme, language, timeZone, touch }: Look): string =>
  [scheme, language, timeZone, touch].join(' ')

const openContext = async (browser: Browser, origin: string, look: Look): Promise<ReusedContext> => {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: viewportOf(look.width),
    locale: look.language,
    timezoneId: look.timeZone,
    reducedMotion: 'reduce',
    hasTouch: look.touch,
    isMobile: look.touch,
  })
  // Only a default: a later choice stays.
  await context.addInitScript((chosen) => {
    const key = 'mantine-color-scheme-value'
    if (location.protocol !== 'about:' && localStorage.getItem(key) === null)
      localStorage.setItem(key, chosen)
  }, look.scheme)
  return reuse(context, await context.newPage(), origin)
}

const viewportOf = (width: number) => ({ width, height: width < 600 ? 844 : 900 })

const resize = async (page: Page, width: number): Promise<void> => {
  const [now, wanted] = [page.viewportSize(), viewportOf(width)]
  if (now?.width !== wanted.width || now.height !== wanted.height) await page.setViewportSize(wanted)
}

const watch = (page: Page): Pick<Visit, 'expectAnswer' | 'faults' | 'settled'> => {
  const expected = new Set<string>()
  const seen: { text: string; answer?: string }[] = []
  const answers = new Map<string, string>()

  page.on('pageerror', (error) => seen.push({ text: `script: ${error.message}` }))
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? 'no reason'
    // Leaving a page aborts its pending requests.
    if (reason !== 'net::ERR_ABORTED') seen.push({ text: `request: ${request.url()} ${reason}` })
  })
  page.on('response', (response) => {
    if (response.status() < 400) return
    const answer = `${response.status()} ${new URL(response.url()).pathname}`
    answers.set(response.url(), answer)
    seen.push({ text: `answer: ${answer}`, answer })
  })
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return
    const answer = answers.get(message.location().url)
    seen.push({ text: `console: ${message.text()}`, ...(answer === undefined ? {} : { answer }) })
  })
  return {
    expectAnswer: (status, path) => void expected.add(`${status} ${path}`),
    faults: () =>
      seen.filter(({ answer }) => answer === undefined || !expected.has(answer)).map(({ text }) => text),
    settled: watchRequests(page),
  }
}

const watchRequests = (page: Page): (() => Promise<void>) => {
  const waiting = new Set<object>()
  const ended: (() => void)[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    // A live connection without a socket is a request that lasts.
    if (!pathname.startsWith('/hub/') || pathname.endsWith('/negotiate')) waiting.add(request)
  })
  const end = (what: object): void => {
    waiting.delete(what)
    for (const go of ended.splice(0)) go()
  }
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  const sockets = new Set<WebSocket>()
  page.on('websocket', (socket) => {
    const { pathname, searchParams } = new URL(socket.url())
    if (!pathname.startsWith('/hub/')) return
    sockets.add(socket)
    waiting.add(socket)
    socket.on('framereceived', ({ payload }) => {
      if (!searchParams.has('welcome') || payload.includes('ReceivedWelcome')) end(socket)
    })
    socket.on('socketerror', () => end(socket))
    socket.on('close', () => end(socket))
  })
  // Those of the document before end unheard.
  page.on('domcontentloaded', () => {
    for (const socket of sockets) end(socket)
    sockets.clear()
  })
  return async () => {
    do {
      if (waiting.size > 0) await new Promise<void>((go) => void ended.push(go))
      // The page begins what it asks for next before this.
      await page.evaluate(() => scheduler.postTask(() => undefined, { priority: 'background' }))
    } while (waiting.size > 0)
  }
}

/** Not in the compiler's library yet. */
declare const scheduler: {
  postTask(task: () => void, options: { priority: 'background' }): Promise<void>
}

/** Every page compiles it, which is faster without comments. */
const axeSource = readFileSync(join(import.meta.dirname, '../../node_modules/axe-core/axe.min.js'), 'utf8')

export const accessibilityFaults = async (
  page: Page,
  { only, without = [] }: { only?: string; without?: readonly string[] } = {},
): Promise<string[]> => {
  // Evaluated, since the page's own policy allows no scripts.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource)
  const { violations } = await page.evaluate(
    ({ runOnly, rules }) =>
      (globalThis as unknown as { axe: typeof axe }).axe.run({
        resultTypes: ['violations'],
        ...(runOnly === null ? { rules } : { runOnly }),
      }),
    {
      runOnly: only === undefined ? null : [only],
      rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
    },
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary ?? ''}`),
  )
}

export const showIn = async (page: Page, scheme: Scheme): Promise<void> => {
  await page.evaluate(async (newValue) => {
    window.dispatchEvent(new StorageEvent('storage', { key: 'mantine-color-scheme-value', newValue }))
    const passing = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
    await Promise.allSettled(passing.map(({ finished }) => finished))
  }, scheme)
}

/** In pixels. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.body.clientWidth)

/** Only with `PENNANT_TEST_PICTURES=1`. */
export const screenshot = async (page: Page, name: string): Promise<void> => {
  if (process.env['PENNANT_TEST_PICTURES'] !== '1') return
  await mkdir(output, { recursive: true })
  await page.screenshot({ path: join(output, `${name}.png`), fullPage: true })
}
