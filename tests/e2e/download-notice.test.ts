import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { byBreadth } from '../kit/breadth.ts'
import { accessibilityFaults, builtClient, type Journeys, startJourneys, type Visit } from '../kit/browser.ts'
import { createOpenGame, type OpenGame } from '../kit/open-game.ts'
import { createWorld, type Person, type World } from '../kit/world.ts'
import { expectAccessible, logIn } from './screen.ts'

const sheet = '**/api/game/*/submissionsheet'
/** As in tokens.css. */
const colors = {
  dark: { pending: 'rgb(255, 169, 77)', good: 'rgb(56, 217, 169)', danger: 'rgb(255, 141, 133)' },
  light: { pending: 'rgb(168, 67, 0)', good: 'rgb(10, 107, 92)', danger: 'rgb(179, 38, 30)' },
} as const
type Look = { width: number; scheme: keyof typeof colors }

describe('a download', () => {
  let world: World
  let journeys: Journeys
  let monitor: Person
  let open: OpenGame
  const visits: Visit[] = []

  beforeAll(async () => {
    world = await createWorld({ webRoot: builtClient })
    monitor = await world.person('Monitor', 'lookout')
    open = await createOpenGame(world, { title: 'Regatta' })
    journeys = await startJourneys(world.origin)
  })
  afterAll(async () => {
    await journeys.close()
    await world.close()
  })
  afterEach(async () => {
    for (const visit of visits.splice(0)) await visit.close()
  })

  const enter = async (look: Look): Promise<Page> => {
    const visit = await journeys.visit(look)
    visits.push(visit)
    await logIn(visit, monitor)
    await visit.page.goto(`/games/${open.game.id}/monitor/submissions`)
    await button(visit.page).waitFor()
    return visit.page
  }
  const button = (page: Page) => page.getByRole('button', { name: 'Export XLSX' })
  const notice = (page: Page, title: string) =>
    page.locator('[data-tone]').filter({ has: page.getByText(title, { exact: true }) })
  const edgeOf = (page: Page, title: string): Promise<string> =>
    notice(page, title).evaluate((element) => getComputedStyle(element).borderLeftColor)

  it.each<Look>(
    byBreadth(
      [{ width: 390, scheme: 'light' }],
      [
        { width: 1440, scheme: 'dark' },
        { width: 390, scheme: 'dark' },
        { width: 1440, scheme: 'light' },
        { width: 390, scheme: 'light' },
      ],
    ),
  )('is told of in orange, then teal or red, at $width px in the $scheme scheme', async (look) => {
    const page = await enter(look)
    const { pending, good, danger } = colors[look.scheme]
    let answer = (): void => {}
    await page.route(sheet, async (route) => {
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      await route.continue()
    })
    const asked = page.waitForRequest(sheet)
    await button(page).click()
    await asked
    await notice(page, 'Downloading…').waitFor()
    expect(await edgeOf(page, 'Downloading…')).toBe(pending)
    expect(await button(page).getAttribute('aria-disabled')).toBe('true')
    expect(await notice(page, 'Downloading…').getByRole('button').count()).toBe(0)
    expect(await accessibilityFaults(page)).toEqual([])
    answer()
    await notice(page, 'Downloaded').waitFor()
    expect(await edgeOf(page, 'Downloaded')).toBe(good)
    expect(await button(page).getAttribute('aria-disabled')).toBeNull()
    expect(await accessibilityFaults(page)).toEqual([])
    await notice(page, 'Downloaded').waitFor({ state: 'detached' })

    await page.unroute(sheet)
    await page.route(sheet, (route) => route.fulfill({ status: 500, body: 'The disk is full' }))
    await button(page).click()
    await notice(page, 'Download failed').getByText('The disk is full').waitFor()
    expect(await edgeOf(page, 'Download failed')).toBe(danger)
    expect(await accessibilityFaults(page)).toEqual([])
  })

  it('says why it failed until somebody closes it', async () => {
    const page = await enter({ width: 1440, scheme: 'dark' })
    await page.clock.install()
    const title = 'No such game in this harbor'
    await page.route(sheet, (route) => route.fulfill({ status: 404, json: { title, status: 404 } }))
    await button(page).click()
    const failed = notice(page, 'Download failed')
    await failed.getByText(title, { exact: true }).waitFor()
    await page.clock.fastForward(3_600_000)
    await expectAccessible(page, 'download-failed')
    expect(await failed.count()).toBe(1)
    await failed.getByRole('button', { name: 'Close' }).click()
    await failed.waitFor({ state: 'detached' })
  })

  it('stays on its way for as long as it takes', async () => {
    const page = await enter({ width: 1440, scheme: 'dark' })
    await page.clock.install()
    await page.route(sheet, () => {})
    await button(page).click()
    await notice(page, 'Downloading…').waitFor()
    await page.clock.fastForward(3_600_000)
    await expectAccessible(page, 'download-started')
    expect(await notice(page, 'Downloading…').count()).toBe(1)
  })
})
