import type { Browser, Locator, Page } from 'playwright-core'

const outside = ':not(#live-regions *, #live-regions)'

/** `getByText` finds what is in its place. The live regions repeat some of it for a few seconds. */
export const skipLiveRegions = async (browser: Browser): Promise<void> => {
  const page = await browser.newPage()
  for (const one of [page, page.locator('html')]) {
    const prototype: Pick<Locator, 'getByText'> = Object.getPrototypeOf(one)
    const { getByText } = prototype
    prototype.getByText = function inPlace(this: Page | Locator, ...query) {
      const owner = 'page' in this ? this.page() : this
      return getByText.apply(this, query).and(owner.locator(outside))
    }
  }
  await page.close()
}

export const saying = (page: Page, urgency: 'assertive' | 'polite'): Locator =>
  page.locator(`#live-regions [aria-live="${urgency}"]`)

/** Whatever either region has said since, in its order, with the urgency before it. */
export const hearRegions = async (page: Page): Promise<() => Promise<string[]>> => {
  await page.evaluate(() => {
    const heard: string[] = []
    Object.assign(globalThis, { heard })
    const listener = new MutationObserver((changes) => {
      for (const { addedNodes, target } of changes)
        for (const node of addedNodes)
          heard.push(`${(target as Element).getAttribute('aria-live')}: ${node.textContent}`)
    })
    for (const region of document.querySelectorAll('#live-regions > *'))
      listener.observe(region, { childList: true, subtree: true, characterData: true })
  })
  return () => page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard)
}
