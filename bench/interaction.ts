import type { Page } from 'playwright-core'

/**
 * How long an interaction takes until its frame is painted, as INP counts: the longest event of each, and only those
 * with an `interactionId`. Chromium rounds to 8 ms and leaves out what is faster than 16.
 */
export const durationOf = async (page: Page, act: () => Promise<unknown>): Promise<number> => {
  await page.evaluate(`{
    window.slowest = 8
    window.watching?.disconnect()
    const from = performance.now()
    window.watching = new PerformanceObserver((list) => {
      for (const { duration, interactionId, startTime } of list.getEntries())
        if (interactionId > 0 && startTime >= from) window.slowest = Math.max(window.slowest, duration)
    })
    window.watching.observe({ type: 'event', durationThreshold: 16 })
  }`)
  await act()
  // The frame that the interaction led to, and the report of it.
  await page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 100))))',
  )
  return page.evaluate<number>('window.slowest')
}

export const slowProcessor = async (page: Page, times: number): Promise<void> => {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: times })
}

const slow4g = { bytesPerSecond: 1_600_000 / 8, latencyMs: 150 }

export const slowNetwork = async (page: Page): Promise<void> => {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Network.enable')
  await devTools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: slow4g.latencyMs,
    downloadThroughput: slow4g.bytesPerSecond,
    uploadThroughput: slow4g.bytesPerSecond,
  })
}

/** The same elements and styles, without a program. */
export const bareCopyOf = async (page: Page): Promise<Page> => {
  const { html, scheme } = await page.evaluate<{ html: string; scheme: string }>(`(() => {
    const copy = document.documentElement.cloneNode(true)
    for (const one of copy.querySelectorAll('script, link[rel=modulepreload]')) one.remove()
    const base = document.createElement('base')
    base.href = location.origin
    copy.querySelector('head').prepend(base)
    return { html: copy.outerHTML, scheme: document.documentElement.dataset.mantineColorScheme }
  })()`)
  const bare = await page.context().newPage()
  await bare.emulateMedia({ colorScheme: scheme === 'light' ? 'light' : 'dark' })
  await bare.setContent(`<!doctype html>${html}`, { waitUntil: 'load' })
  return bare
}

/** On a bare page: everything of it, once. */
export const redraw = async (page: Page): Promise<void> => {
  await page.evaluate(`document.onkeydown = () => {
    const main = document.querySelector('main')
    main.replaceChildren(...main.cloneNode(true).childNodes)
  }`)
  await page.keyboard.press('x')
}
