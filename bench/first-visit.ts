import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, Page, Request } from 'playwright-core'
import { slowNetwork, slowProcessor } from './interaction.ts'

const slowerBy = 4
const phone = { width: 390, height: 844 }
const patienceMs = 60_000
/** Longer than a page delays its later requests. */
const quietMs = 4_000

export const kinds = ['page', 'scripts', 'styles', 'fonts', 'texts', 'images', 'data', 'headers'] as const
export type Kind = (typeof kinds)[number]

export type FirstVisit = {
  /** As transferred, until requests stop. */
  bytes: Record<Kind, number>
  firstPaintMs: number
  firstContentMs: number
  /** Of the worst burst, as Chromium counts. */
  shift: number
}

type Options = {
  url: string
  content: string
  cookie: string | null
  encoding?: 'gzip'
  viewport?: { width: number; height: number }
}

export const visitFirst = async (
  browser: Browser,
  { url, content, cookie, encoding, viewport = phone }: Options,
): Promise<FirstVisit> => {
  const context = await browser.newContext({
    viewport,
    locale: 'en-US',
    ...(encoding === undefined ? {} : { extraHTTPHeaders: { 'accept-encoding': encoding } }),
  })
  try {
    if (cookie !== null) await context.addCookies([cookieOf(cookie, url)])
    const page = await context.newPage()
    await slowNetwork(page)
    await slowProcessor(page, slowerBy)
    const traffic = watchTraffic(page)
    await page.addInitScript({ content: watchFor(content) })
    await page.goto(url, { waitUntil: 'commit', timeout: patienceMs })
    await page.waitForFunction(() => 'firstContentAt' in globalThis, undefined, { timeout: patienceMs })
    await traffic.quiet()
    return {
      bytes: await bytesOf(traffic.finished),
      firstPaintMs: await page.evaluate<number>(
        `performance.getEntriesByName('first-contentful-paint')[0].startTime`,
      ),
      firstContentMs: await page.evaluate<number>('window.firstContentAt'),
      shift: await page.evaluate<number>('window.shift'),
    }
  } finally {
    await context.close()
  }
}

const cookieOf = (cookie: string, url: string): { name: string; value: string; url: string } => {
  const [name = '', value = ''] = cookie.split('=')
  return { name, value, url: new URL(url).origin }
}

/** Includes later requests: the live connection, and whatever waits for the first paint. */
const watchTraffic = (page: Page): { finished: readonly Request[]; quiet(): Promise<void> } => {
  const finished: Request[] = []
  let latest = performance.now()
  const note = (): void => {
    latest = performance.now()
  }
  page.on('request', note)
  page.on('requestfinished', (request) => {
    finished.push(request)
    note()
  })
  return {
    finished,
    async quiet() {
      while (performance.now() - latest < quietMs) await wait(quietMs / 10)
    },
  }
}

const watchFor = (selector: string): string => `{
  window.shift = 0
  let [sum, from, before] = [0, 0, -Infinity]
  new PerformanceObserver((list) => {
    for (const { startTime, value, hadRecentInput } of list.getEntries()) {
      if (hadRecentInput) continue
      if (startTime - before > 1000 || startTime - from > 5000) [sum, from] = [0, startTime]
      sum += value
      before = startTime
      window.shift = Math.max(window.shift, sum)
    }
  }).observe({ type: 'layout-shift', buffered: true })
  const look = () =>
    requestAnimationFrame(() =>
      document.querySelector(${JSON.stringify(selector)}) === null
        ? look()
        : requestAnimationFrame(() => (window.firstContentAt = performance.now())),
    )
  look()
}`

const bytesOf = async (requests: readonly Request[]): Promise<Record<Kind, number>> => {
  const bytes = { page: 0, scripts: 0, styles: 0, fonts: 0, texts: 0, images: 0, data: 0, headers: 0 }
  for (const request of requests) {
    const { responseHeadersSize, responseBodySize } = await request.sizes()
    bytes[kindOf(request)] += responseBodySize
    bytes.headers += responseHeadersSize
  }
  return bytes
}

const kindOf = (request: Request): Exclude<Kind, 'headers'> => {
  const { pathname } = new URL(request.url())
  switch (request.resourceType()) {
    case 'document':
      return 'page'
    case 'script':
      return 'scripts'
    case 'stylesheet':
      return 'styles'
    case 'font':
      return 'fonts'
    case 'image':
      return 'images'
    default:
      if (/\.(svg|webp)$/.test(pathname)) return 'images'
      return pathname.endsWith('.js') ? 'scripts' : pathname.startsWith('/static/') ? 'texts' : 'data'
  }
}
