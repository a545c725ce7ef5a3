import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { byBreadth } from '../kit/breadth.ts'
import { builtClient, type Journeys, startJourneys, type Visit } from '../kit/browser.ts'
import { createOpenGame } from '../kit/open-game.ts'
import { createWorld, type Person, type World } from '../kit/world.ts'
import { goTo, expectAccessible, logIn } from './screen.ts'

/** Dialogs that `staff-{games,challenges,admin,confirmations}` and `shell` inspect as well. */
const inspectedElsewhere = byBreadth<readonly string[]>(
  [
    ...['a new game', 'a division', 'a new challenge', 'points of many challenges', 'a decision about teams'],
    ...['the signed text', 'imported users', 'a new token', 'keys'],
  ],
  [],
)

const [desktop, between, phone] = [
  { width: 1440, height: 900 },
  { width: 900, height: 900 },
  { width: 390, height: 700 },
] as const
const sizes = byBreadth([desktop, phone], [desktop, between, phone])

/** In the top dialog: buttons of its footer that are not fully visible, and any button that no scrolling shows. */
const hiddenButtons = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const dialog = [...document.querySelectorAll('dialog[open]')].at(-1)
    if (dialog === undefined) return ['there is no dialog']
    const isWhole = (button: Element): boolean => {
      let [top, bottom] = [0, window.innerHeight]
      for (let at = button.parentElement; at !== null && at !== dialog.parentElement; at = at.parentElement) {
        if (getComputedStyle(at).overflowY === 'visible') continue
        const box = at.getBoundingClientRect()
        top = Math.max(top, box.top)
        bottom = Math.min(bottom, box.bottom)
      }
      const box = button.getBoundingClientRect()
      const fits = box.left >= 0 && box.right <= window.innerWidth
      return fits && box.top >= top - 1 && box.bottom <= bottom + 1
    }
    const buttons = [...dialog.querySelectorAll('button')].filter((one) => one.offsetWidth > 1)
    const decides = (button: HTMLButtonElement): boolean =>
      button.type === 'submit' || button.closest('[class*=_actions_], [class*=_buttons_]') !== null
    const found = buttons.filter((one) => decides(one) && !isWhole(one)).map((one) => one.textContent)
    for (const button of buttons) {
      button.scrollIntoView({ block: 'nearest' })
      if (!isWhole(button)) found.push(`${button.textContent ?? ''}, even after scrolling`)
    }
    for (const each of [dialog, ...dialog.querySelectorAll('*')]) each.scrollTop = 0
    return found
  })

describe('the buttons of a dialog', () => {
  let world: World
  let journeys: Journeys
  let admin: Person
  let game: string
  let visit: Visit
  beforeAll(async () => {
    world = await createWorld({ webRoot: builtClient })
    admin = await world.person('Admin', 'quartermaster')
    const open = await createOpenGame(world, { title: 'Harbour Cup', practice_mode: true })
    for (let number = 10; number < 30; number++)
      await open.challenge({ title: `Challenge ${number}`, type: 'StaticAttachment' })
    await open.team({ name: 'Otters' })
    game = `/admin/games/${open.game.id}`
    journeys = await startJourneys(world.origin)
    visit = await journeys.visit()
    await logIn(visit, admin)
  })
  afterAll(async () => {
    await journeys.close()
    await world.close()
  })

  const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()
  const all = (page: Page) => page.getByRole('checkbox', { name: 'Select all' }).check()
  const ways: Record<string, { path: () => string; open: (page: Page) => Promise<void> }> = {
    'a new game': { path: () => '/admin/games', open: (page) => press(page, 'New game') },
    'an import': { path: () => '/admin/games', open: (page) => press(page, 'Import') },
    'a copy of a game': { path: () => '/admin/games', open: (page) => press(page, /Copy/) },
    'the deletion of a game': {
      path: () => `${game}/info`,
      open: (page) => press(page, 'Delete game'),
    },
    'other times': {
      path: () => `${game}/info`,
      async open(page) {
        await page.locator('[name=start]').fill('2020-01-01T10:00')
        await press(page, 'Save')
      },
    },
    'a division': {
      path: () => `${game}/divisions`,
      async open(page) {
        await press(page, 'New division')
        for (const label of ['Challenge 10', 'Challenge 11'])
          await page.getByRole('dialog').locator('[name=challenge]').selectOption({ label })
      },
    },
    'a new challenge': {
      path: () => `${game}/challenges`,
      open: (page) => press(page, 'New challenge'),
    },
    'the deletion of many challenges': {
      path: () => `${game}/challenges`,
      async open(page) {
        await all(page)
        await press(page, 'Delete…')
      },
    },
    'points of many challenges': {
      path: () => `${game}/challenges`,
      async open(page) {
        await all(page)
        await press(page, 'Points…')
      },
    },
    'the curve of many challenges': {
      path: () => `${game}/scoring`,
      async open(page) {
        await all(page)
        await press(page, 'Change points')
      },
    },
    'a decision about teams': {
      path: () => `${game}/review`,
      async open(page) {
        await all(page)
        await press(page, /^Suspend/)
      },
    },
    'the signed text': { path: () => game, open: (page) => press(page, 'Change signed text') },
    'a new user': { path: () => '/admin/users', open: (page) => press(page, 'New user') },
    'imported users': { path: () => '/admin/users', open: (page) => press(page, /Import/) },
    'a new token': { path: () => '/admin/tokens', open: (page) => press(page, 'New token') },
    'an upload': { path: () => '/admin/files', open: (page) => press(page, /Upload/) },
    'a password': { path: () => '/account/profile', open: (page) => press(page, /password/i) },
    'an email address': { path: () => '/account/profile', open: (page) => press(page, /email/i) },
    'an invite code': { path: () => '/teams', open: (page) => press(page, /Join team/) },
    keys: { path: () => '/', open: (page) => page.keyboard.press('?') },
  }

  it.each(Object.entries(ways))('are in sight and in reach in windows of any size: %s', async (name, way) => {
    const { page } = visit
    await page.setViewportSize(desktop)
    await goTo(page, way.path())
    await way.open(page)
    await page.locator('dialog[open]').waitFor()
    await page.waitForFunction(() => document.querySelector('dialog [role=progressbar]') === null)
    const found: Record<string, string[]> = {}
    for (const size of sizes) {
      await page.setViewportSize(size)
      const hidden = await hiddenButtons(page)
      if (hidden.length > 0) found[`${size.width} × ${size.height}`] = hidden
    }
    if (!inspectedElsewhere.includes(name))
      await expectAccessible(page, `dialog-${name.replaceAll(' ', '-')}`)
    expect(found).toEqual({})
    // The next screen is reached from this one, so no dialog can stay open.
    await page.keyboard.press('Escape')
  })
})
