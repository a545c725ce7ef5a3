import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { byBreadth } from '../kit/breadth.ts'
import { accessibilityFaults, overflow, screenshot, showIn, type Visit, widths } from '../kit/browser.ts'
import type { Person } from '../kit/world.ts'
import { contrastFaults } from './contrast.ts'
import { unreachableByKeyboard } from './unreachable-by-keyboard.ts'

export type Screen = {
  name: string
  path: string
  /** Runs before the inspection. */
  act?: (visit: Visit) => Promise<void>
  /** Whether Tab must reach everything. The walk takes seconds. */
  byKeyboard?: boolean
}

export type Look = { width: number; language?: string }

/** Journeys use the desktop width, so without breadth only the phone is inspected. */
export const inspectedWidths = byBreadth<Readonly<Record<string, number>>>({ phone: widths.phone }, widths)
/** Without breadth every eighth of them, since journeys show most of the others. */
export const inspectedOf = (screens: readonly Screen[]): readonly Screen[] =>
  byBreadth(
    screens.filter((_, at) => at % 8 === 0),
    screens,
  )
const inBothSchemes = process.env['PENNANT_TEST_PICTURES'] === '1' || byBreadth(false, true)
const contrast = 'color-contrast'
/** It takes most of the time, and `contrastFaults` measures more texts. */
const without = byBreadth([contrast], [])

/** The narrowest supported width, in pixels. */
const narrowest = 360

export const expectNoFaultsAt = async (
  visit: Visit,
  { name, path, act, byKeyboard = false }: Screen,
  look: Look,
): Promise<void> => {
  const { page } = visit
  const { width, language = 'en-US' } = look
  const size = width === widths.phone ? 'phone' : 'desktop'
  await page.setViewportSize({ width, height: page.viewportSize()?.height ?? 0 })
  await goTo(page, path)
  await act?.(visit)
  await expectNoFaults(visit, `${name}-${language === 'en-US' ? '' : `${language}-`}${size}`)
  if (byKeyboard) expect(await unreachableByKeyboard(page), name).toEqual([])
}

/** Without breadth as the page is shown; otherwise all rules in light mode, and contrast in dark mode, which stays. */
export const expectAccessible = async (page: Page, name: string): Promise<void> => {
  if (!inBothSchemes) return expectReadable(page, name)
  await showIn(page, 'light')
  await expectReadable(page, `${name}-light`)
  await showIn(page, 'dark')
  await screenshot(page, `${name}-dark`)
  expect(await contrastFaults(page), `${name}-dark`).toEqual([])
  expect(await accessibilityFaults(page, { only: contrast }), `${name}-dark`).toEqual([])
}

/** As the page is shown, whatever the breadth. */
export const expectReadable = async (page: Page, name: string): Promise<void> => {
  await screenshot(page, name)
  expect(await accessibilityFaults(page, { without }), name).toEqual([])
  expect(await contrastFaults(page), name).toEqual([])
}

export const expectNoFaults = async (visit: Visit, name: string): Promise<void> => {
  const { page } = visit
  await expectAccessible(page, name)
  await expectFitting(page, name)
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  if (width === widths.phone) {
    await page.setViewportSize({ width: narrowest, height })
    await expectFitting(page, name)
    await page.setViewportSize({ width, height })
  }
  expect(visit.faults(), name).toEqual([])
}

/** Neither the page nor an open dialog scrolls sideways. */
const expectFitting = async (page: Page, name: string): Promise<void> => {
  // New text may need a font that is still loading.
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  expect(await overflow(page), name).toBe(0)
  const wide = await page.evaluate(() =>
    [...document.querySelectorAll('dialog[open] *')]
      .filter((element) => !element.matches('pre, table, input, textarea, [data-math]'))
      .filter((element) => /auto|scroll/.test(getComputedStyle(element).overflowX))
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map((element) => {
        const edge = element.getBoundingClientRect().left + element.clientWidth
        const beyond = [...element.querySelectorAll('*')].filter(
          (one) =>
            one.getBoundingClientRect().right > edge && one.closest('pre, table, [data-math]') === null,
        )
        return `${element.className}: ${beyond.map((one) => one.outerHTML.slice(0, 120)).join(' | ')}`
      }),
  )
  expect(wide, name).toEqual([])
}

/**
 * Waits for everything that the page loads. From another page, navigates as a link would, by way of a page that doesn't
 * exist, so that nothing of the other page stays. A page that asks before it is left is loaded again.
 */
export const goTo = async (page: Page, path: string): Promise<void> => {
  const canWalk = !path.includes('lng=') && (await page.locator('main h1').count()) > 0
  if (!canWalk || !(await walk(page, path))) await page.goto(path)
  await page.locator('h1').first().waitFor()
  await page.waitForFunction(() => document.querySelector('[role=progressbar]') === null)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
}

/** False if the page asks before it is left. */
const walk = (page: Page, path: string): Promise<boolean> =>
  page.evaluate(async (to) => {
    const lead = (there: string): void => {
      // The router numbers history entries like this.
      history.pushState({ usr: null, key: there, idx: (history.state?.idx ?? 0) + 1 }, '', there)
      dispatchEvent(new PopStateEvent('popstate'))
    }
    const until = async (isDone: () => boolean): Promise<boolean> => {
      for (let frame = 0; frame < 600 && !isDone(); frame++) {
        if (document.querySelector('dialog[open]') !== null) return false
        await new Promise((resolve) => requestAnimationFrame(resolve))
      }
      return isDone()
    }
    const nowhere = '/nowhere/in/between'
    const isNowhere = (): boolean => document.querySelector('main')?.textContent?.includes(nowhere) === true
    lead(nowhere)
    if (!(await until(isNowhere))) return false
    lead(to)
    return until(() => document.querySelector('h1') !== null && !isNowhere())
  }, path)

/** The text of a Markdown editor, or of the text area that it replaces. */
export const writtenIn = (field: Locator): Promise<string> =>
  field.evaluate((box) =>
    box instanceof HTMLTextAreaElement
      ? box.value
      : [...box.querySelectorAll('.cm-line')].map(({ textContent }) => textContent).join('\n'),
  )

export const logIn = async ({ context, page }: Visit, { userName, password }: Person): Promise<void> => {
  const answer = await context.request.post('/api/account/login', { data: { userName, password } })
  expect(answer.status()).toBe(200)
  // The open page was shown to another user.
  if ((await page.locator('main').count()) > 0) await page.goto('about:blank')
}

/** The page hears of changes. */
export const connected = (page: Page): Promise<void> =>
  page.locator('[data-state="live"]').first().waitFor({ state: 'attached' })

/** A dialog, or on a desk a part of the page. */
export const challengePanel = (page: Page, name: string): Locator =>
  page.getByRole('dialog', { name }).or(page.getByRole('region', { name }))

export const ownMenu = (page: Page) => page.getByRole('button', { name: /’s menu$/ })

export const logOut = async (page: Page): Promise<void> => {
  await ownMenu(page).click()
  await page.getByRole('button', { name: 'Log out' }).click()
}
