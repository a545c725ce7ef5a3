import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { byBreadth } from '../kit/breadth.ts'
import { builtClient, type Journeys, overflow, startJourneys, type Visit, widths } from '../kit/browser.ts'
import { createOpenGame } from '../kit/open-game.ts'
import { createWorld, type Person, type World } from '../kit/world.ts'
import { goTo, logIn } from './screen.ts'

/** A desk at 400 % (WCAG 2.2, SC 1.4.10), and phones. */
const atHighZoom = { width: 320, height: 256 }
const phones = byBreadth(
  [{ width: 320, height: 568 }],
  [
    { width: 320, height: 568 },
    { width: widths.phone, height: 844 },
  ],
)

describe('narrow and low windows', () => {
  let world: World
  let journeys: Journeys
  let visit: Visit
  let page: Page
  let paths: string[]
  let player: Person

  beforeAll(async () => {
    world = await createWorld({ webRoot: builtClient })
    const open = await createOpenGame(world, { title: 'Harbour Lights CTF', content: '**Rules**' })
    const division = await open.division('Students')
    const challenges = await Promise.all(
      ['Berth', 'Chandler', 'Anchor', 'Buoy'].map((title) =>
        open.challenge({
          title,
          category: 'Web',
          content: '**Where**?',
          flags: ['flag{a}'],
          hints: ['Look'],
        }),
      ),
    )
    // Enough for the own row to be out of sight.
    for (let each = 0; each < 20; each++) {
      const rival = await open.team({ name: `Rival ${each}`, division })
      if (challenges[0] !== undefined) await open.submit(rival.player, challenges[0], 'flag{a}')
    }
    ;({ player } = await open.team({ name: 'Gulls', division }))
    const admin = await world.person('Admin')
    await admin.post('/api/edit/posts', { title: 'News', summary: 'What the **organizers** say.' })
    await admin.post(`/api/edit/games/${open.game.id}/notices`, { content: 'High tide at noon' })
    const game = `/games/${open.game.id}`
    const most = ['/', '/teams', '/account/profile', game, `${game}/challenges`]
    const others = [
      '/games',
      '/posts',
      '/teams/new',
      '/about',
      `${game}/challenges?challenge=${challenges[1]?.id}`,
    ]
    paths = [...most, `${game}/scoreboard`, `${game}?sheet=notices`, ...byBreadth([], others)]
    journeys = await startJourneys(world.origin)
    visit = await journeys.visit({ width: widths.phone })
    ;({ page } = visit)
    await logIn(visit, player)
  })
  afterAll(async () => {
    await journeys.close()
    await world.close()
  })

  it('scroll in one direction only, and fix nothing where they are low', async () => {
    await page.setViewportSize(atHighZoom)
    for (const path of paths) {
      await goTo(page, path)
      expect.soft(await overflow(page), path).toBe(0)
      expect.soft(await fixedIn(page), path).toEqual([])
      expect.soft(await wideIn(page), path).toEqual([])
      expect.soft(await coveredByTab(page), path).toEqual([])
    }
  })

  it.each(phones)('have targets for fingers, and hide none that has the focus (%o)', async (size) => {
    await page.setViewportSize(size)
    for (const path of paths) {
      await goTo(page, path)
      expect.soft(await lowIn(page), path).toEqual([])
      expect.soft(await coveredByTab(page), path).toEqual([])
    }
  })

  it('have fields of 16 pixels where fingers type, since Safari zooms into smaller ones', async () => {
    const touched = await journeys.visit({ width: widths.phone, touch: true })
    await logIn(touched, player)
    const shown: string[] = []
    for (const path of paths) {
      await goTo(touched.page, path)
      shown.push(...(await fieldsIn(touched.page)))
    }
    expect(shown).toContain('16px search')
    expect(shown.filter((field) => !field.startsWith('16px'))).toEqual([])
    await touched.close()
  })
})

const fieldsIn = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('input, select, textarea')]
      .filter((one) => !one.matches('[type=checkbox], [type=radio], [type=file], [type=range]'))
      .map((one) => `${getComputedStyle(one).fontSize} ${one.getAttribute('type') ?? one.localName}`),
  )

/** But modal dialogs, which are all there is, and what can't be touched. */
const fixedIn = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter((one) => one.checkVisibility() && ['fixed', 'sticky'].includes(getComputedStyle(one).position))
      .filter((one) => !one.matches('dialog') && getComputedStyle(one).pointerEvents !== 'none')
      .map((one) => `${one.tagName} ${one.className}`),
  )

/** What scrolls sideways by itself: code, tables, and the scoreboard's matrix may. */
const wideIn = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('main *, dialog[open] *')]
      .filter((one) => one.checkVisibility() && /auto|scroll/.test(getComputedStyle(one).overflowX))
      .filter((one) => !one.matches('pre, table, input, textarea, [role=grid], :has(> [role=grid])'))
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
      .map((one) => `${one.tagName} ${one.className}`),
  )

/** Controls lower than 44 pixels. Links in a line of text may be, and what is in the live line; a label belongs to what it labels. */
const lowIn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const sizeOf = (one: Element): DOMRect => {
      const target = one.matches('[type=search]')
        ? one.parentElement
        : one.matches('[type=checkbox]')
          ? document.querySelector(`label[for="${one.id}"]`)
          : one
      return (target ?? one).getBoundingClientRect()
    }
    // The live line is 28 pixels high, with its button.
    const isAsLowAsText = (one: Element): boolean => one.matches('a, [data-live-line] button')
    return [...document.querySelectorAll('a[href], button, input, select, summary')]
      .filter((one) => one.checkVisibility({ opacityProperty: false, visibilityProperty: true }))
      .filter((one) => one.closest('.visually-hidden, [data-skip]') === null)
      .map((one) => ({ one, box: sizeOf(one) }))
      .filter(({ box }) => box.width > 1 && box.height > 1)
      .filter(({ one, box }) => box.height < (isAsLowAsText(one) ? 24 : 43.5) || box.width < 24)
      .filter(({ one }) => !(one.matches('a') && getComputedStyle(one).display === 'inline'))
      .map(({ one, box }) => {
        const name = one.getAttribute('aria-label') ?? one.getAttribute('name') ?? one.textContent
        return `${one.tagName} ${name} ${Math.round(box.width)} × ${Math.round(box.height)}`
      })
  })

/** What something else lies over when Tab reaches it (SC 2.4.11). */
const coveredByTab = async (page: Page): Promise<string[]> => {
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    scrollTo(0, 0)
  })
  const covered: string[] = []
  for (let step = 0; step < 60; step++) {
    await page.keyboard.press('Tab')
    const seen = await page.evaluate(async () => {
      // Rows that come into sight with the focus are drawn with the next frame, and move what follows them.
      for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve))
      const one = document.activeElement
      if (one === null || one === document.body || one.hasAttribute('data-walked')) return null
      one.setAttribute('data-walked', '')
      const { left, right, top, bottom } = (one.closest('label') ?? one).getBoundingClientRect()
      const [x, y] = [(left + right) / 2, (Math.max(0, top) + Math.min(innerHeight, bottom)) / 2]
      const over = document.elementFromPoint(x, y)
      const isSeen =
        over !== null &&
        (one.contains(over) || over.contains(one) || over.closest('label') === one.closest('label'))
      return isSeen
        ? ''
        : `${one.tagName} ${one.textContent?.slice(0, 40)} below ${over?.outerHTML.slice(0, 80)}`
    })
    if (seen === null) break
    if (seen !== '') covered.push(seen)
  }
  await page.evaluate(() => {
    for (const one of document.querySelectorAll('[data-walked]')) one.removeAttribute('data-walked')
  })
  return covered
}
