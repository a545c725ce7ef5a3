import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const row = 'main [data-row]'
const nothing = 'main div:has(> span + p)'
const field = 'main form input:not([type=hidden]), main form textarea'
/** The selector of each staff page's main content, by path: a row, a field, a panel, or an empty state. */
const matters: Readonly<Record<string, string>> = {
  'admin/games/:id': 'main section section',
  'admin/games/:id/info': field,
  'admin/games/:id/divisions': `${row}, main section p`,
  'admin/games/:id/challenges': row,
  'admin/games/:id/challenges/:chalId': 'main form section',
  'admin/games/:id/scoring': field,
  'admin/games/:id/notices': field,
  'admin/games/:id/review': row,
  'admin/games/:id/writeups': 'main li',
  'admin/games/:id/changes': `${row}, ${nothing}`,
  'admin/games/:id/challenges/:chalId/changes': 'main search',
  'games/:id/monitor': 'main section li',
  'games/:id/monitor/events': row,
  'games/:id/monitor/submissions': row,
  'games/:id/monitor/cheatinfo': 'main section p, main section li',
  'games/:id/monitor/traffic': 'main section a',
  'admin/games': row,
  'admin/teams': row,
  'admin/users': row,
  'admin/instances': 'main [data-tone]',
  'admin/files': row,
  'admin/logs': row,
  'admin/mail': `${row}, main [data-tone]`,
  'admin/changes': row,
  'admin/tokens': `${row}, ${nothing}`,
  'admin/settings': 'main form, main section',
  'admin/status': 'main h2, main [data-tone]',
}

/**
 * At desktop width: the content starts near the top, on the header's grid, with one row of navigation. The tabs of a
 * challenge belong to its heading.
 */
export const expectLayout = async (page: Page, screen: string): Promise<void> => {
  const matter = matters[screen]
  if (matter === undefined) return
  await page.locator(matter).filter({ visible: true }).first().waitFor()
  const found = await page.evaluate((selector) => {
    const box = (element: Element | undefined) => element?.getBoundingClientRect()
    const shown = [...document.querySelectorAll(selector)].filter(
      (one) => one.getClientRects().length > 0 && one.closest('main nav') === null,
    )
    const main = document.querySelector('main')
    const frame = main?.querySelector('[data-wide-frame]')
    const bar = document.querySelector('header > div')
    const inner = (element: Element | null | undefined): [number, number] => {
      if (element == null) return [0, 0]
      const { left, right } = element.getBoundingClientRect()
      const { paddingLeft, paddingRight } = getComputedStyle(element)
      return [left + Number.parseFloat(paddingLeft), right - Number.parseFloat(paddingRight)]
    }
    const place = frame?.getBoundingClientRect()
    return {
      top: Math.min(...shown.map((one) => box(one)?.top ?? Number.POSITIVE_INFINITY)),
      header: inner(bar),
      page: [place?.left, place?.right],
      rows: [...document.querySelectorAll('main nav')].filter(
        (nav) =>
          nav.getClientRects().length > 0 &&
          nav.querySelectorAll('a[href]').length > 2 &&
          nav.closest('[data-bottom-bar]') === null &&
          nav.closest('main header') === null,
      ).length,
    }
  }, matter)
  expect.soft(found.top, `${screen}: its content begins at`).toBeLessThan(240)
  expect.soft(found.page, `${screen}: edges of the header and of the page`).toEqual(found.header)
  expect.soft(found.rows, `${screen}: rows of navigation`).toBe(1)
}
