import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { byBreadth } from '../kit/breadth.ts'
import {
  accessibilityFaults,
  builtClient,
  type Journeys,
  type Scheme,
  screenshot,
  startJourneys,
  type Visit,
  widths,
} from '../kit/browser.ts'
import { hearRegions, saying } from '../kit/live-regions.ts'
import { createOpenGame, type OpenGame, type OpenTeam } from '../kit/open-game.ts'
import { createWorld, type Person, type World } from '../kit/world.ts'

const second = 1_000

describe('the messages in the corner', () => {
  let world: World
  let journeys: Journeys
  let open: OpenGame
  let team: OpenTeam
  let admin: Person
  let visit: Visit
  let page: Page

  beforeAll(async () => {
    world = await createWorld({ webRoot: builtClient })
    open = await createOpenGame(world, { title: 'Regatta' })
    team = await open.team()
    await open.challenge({ title: 'Lighthouse' })
    admin = await world.person('Admin')
    journeys = await startJourneys(world.origin)
  })
  afterAll(async () => {
    await journeys.close()
    await world.close()
  })
  const begin = async (options?: { width: number; scheme: Scheme }): Promise<void> => {
    visit = await journeys.visit(options)
    ;({ page } = visit)
    await page.clock.install()
    const { userName, password } = team.player
    await visit.context.request.post('/api/account/login', { data: { userName, password } })
    const heard = page.waitForEvent('websocket').then((hub) => hub.waitForEvent('framereceived'))
    // On a desk, a list of notices is in sight beside the challenges.
    await page.goto(`/games/${open.game.id}/scoreboard`)
    await page.locator('main [data-team]').first().waitFor()
    await page.clock.runFor(3 * second)
    await heard
    // From here on, only the test moves the time: no toast closes while others are still appearing.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + second)
  }
  afterEach(() => visit.close())
  const messages = () => page.getByRole('region', { name: 'Notifications' })
  const closers = () => messages().getByRole('button', { name: 'Close', exact: true })
  const show = (state: 'visible' | 'hidden'): Promise<void> =>
    page.evaluate((next) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => next })
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    }, state)
  const post = async (from: number, to: number): Promise<void> => {
    for (let number = from; number <= to; number++)
      await admin.post(`/api/edit/games/${open.game.id}/notices`, { content: `Tide ${number}` })
  }
  const text = (number: number) => messages().getByText(`Tide ${number}`, { exact: true })

  it('are heard one by one when they come at once, and leave the live region after five seconds', async () => {
    await begin()
    const heard = await hearRegions(page)
    await post(31, 32)
    await text(31).waitFor()
    await text(32).waitFor()
    await page.clock.runFor(100)
    const said = ['polite: Notice. Tide 31', 'polite: Notice. Tide 32']
    await expect.poll(heard).toEqual(said)
    await page.clock.runFor(5 * second)
    expect(await saying(page, 'polite').textContent()).toBe('')
    expect(await heard()).toEqual(said)
  })

  it.each(
    byBreadth<readonly (readonly [keyof typeof widths, Scheme])[]>(
      [['phone', 'light']],
      [
        ['phone', 'dark'],
        ['phone', 'light'],
        ['desktop', 'dark'],
        ['desktop', 'light'],
      ],
    ),
  )('are five at once, and say how many wait (%s, %s)', async (width, scheme) => {
    await begin({ width: widths[width], scheme })
    await post(1, 7)
    await messages().getByText('2 more messages').waitFor()
    expect(await closers().count()).toBe(5)
    // Toasts stay while the page is hidden, and the inspection needs timers.
    await show('hidden')
    await page.clock.resume()
    await screenshot(page, `messages-${width}-${scheme}`)
    expect(await accessibilityFaults(page)).toEqual([])
    await messages().getByRole('button', { name: 'Close all' }).click()
    await expect.poll(() => closers().count()).toBe(0)
  })

  it('come in their order, stay while nobody sees them, and none is lost', async () => {
    await begin()
    await post(11, 17)
    await messages().getByText('2 more messages').waitFor()
    await show('hidden')
    await page.clock.runFor(60 * second)
    expect(await closers().count()).toBe(5)
    await show('visible')
    await text(11).waitFor()
    await closers().first().click()
    await messages().getByText('1 more message').waitFor()
    await text(16).waitFor()
    expect(await text(17).count()).toBe(0)
    await page.mouse.move(10, 10)
    await page.clock.runFor(6 * second)
    await text(17).waitFor()
    await expect.poll(() => closers().count()).toBeLessThanOrEqual(2)
  })
})

describe('a failure', () => {
  let world: World
  let journeys: Journeys
  let open: OpenGame
  let team: OpenTeam
  let visit: Visit
  let page: Page

  beforeAll(async () => {
    world = await createWorld({ webRoot: builtClient })
    open = await createOpenGame(world, { title: 'Regatta' })
    team = await open.team()
    await open.challenge({ title: 'Lighthouse' })
    journeys = await startJourneys(world.origin)
  })
  afterAll(async () => {
    await journeys.close()
    await world.close()
  })
  beforeEach(async () => {
    visit = await journeys.visit()
    ;({ page } = visit)
    await page.clock.install()
    const { userName, password } = team.player
    await visit.context.request.post('/api/account/login', { data: { userName, password } })
    await page.route('**/hub/**', (route) => route.abort())
  })
  afterEach(() => visit.close())
  const answer = async (path: string, status: number, title: string): Promise<void> => {
    await page.route(path, (route) => route.fulfill({ status, json: { title, status } }))
  }
  const corner = () => page.getByRole('region', { name: 'Notifications' })
  const goToChallenges = async (): Promise<void> => {
    await page.goto(`/games/${open.game.id}/challenges`)
    await page.getByText('Lighthouse').first().waitFor()
    await page.clock.runFor(3 * second)
    await visit.settled()
  }
  /** In steps, because answers arrive in between. */
  const passUntil = async (isThere: () => Promise<boolean>): Promise<void> => {
    await expect
      .poll(
        async () => {
          await page.clock.runFor(second)
          return isThere()
        },
        { timeout: 30_000, interval: 50 },
      )
      .toBe(true)
  }

  it('by too many requests is said in the corner once waiting has failed, as one message', async () => {
    await goToChallenges()
    await answer('**/api/game/*/details', 429, 'Too many calls from here')
    await answer('**/api/game/*/notices', 429, 'Too many calls from here')
    const said = corner().getByText('Too many requests. Try again later.')
    await passUntil(async () => (await said.count()) > 0)
    expect(await said.count()).toBe(1)
    expect(await corner().getByText('Too many calls from here').count()).toBe(1)
  })

  it.each([
    [
      503,
      { title: 'Away', code: 'server.unavailable' },
      'The server isn’t available right now. Try again in 40 seconds.',
    ],
    [429, {}, 'Too many requests. Try again in 40 seconds.'],
  ])('by %i says how long to wait, where the answer has no words for it', async (status, json, text) => {
    const headers = { 'retry-after': '40' }
    await page.route('**/api/game/*/details', (route) => route.fulfill({ status, headers, json }))
    await page.goto(`/games/${open.game.id}/challenges`)
    const place = page.getByRole('main').getByText(text)
    await passUntil(async () => (await place.count()) > 0)
    expect(await place.isVisible()).toBe(true)
  })

  it('behind what is still in sight is said in the corner, once', async () => {
    await goToChallenges()
    await answer('**/api/game/*/details', 500, 'The pump is broken')
    const said = corner().getByText('Something went wrong')
    await passUntil(async () => (await said.count()) > 0)
    await corner().getByText('The pump is broken').waitFor()
    await page.getByText('Lighthouse').first().waitFor()
    await page.clock.runFor(5 * second)
    await expect.poll(() => said.count()).toBe(0)
    for (let round = 0; round < 12; round++) {
      await page.clock.runFor(5 * second)
      await visit.settled()
    }
    expect(await said.count()).toBe(0)
  })

  it('that is said in place is not said in the corner, too', async () => {
    await answer('**/api/game/*/details', 500, 'The pump is broken')
    await page.goto(`/games/${open.game.id}/challenges`)
    const place = page.getByRole('main').getByText('The pump is broken')
    await passUntil(async () => (await place.count()) > 0)
    await page.clock.runFor(3 * second)
    await visit.settled()
    await page.clock.runFor(3 * second)
    expect(await corner().getByText('The pump is broken').count()).toBe(0)
  })
})
