import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { builtClient, type Journeys, startJourneys, type Visit, widths } from '../kit/browser.ts'
import { createOpenGame, type OpenGame, type OpenTeam } from '../kit/open-game.ts'
import { createWorld, type World } from '../kit/world.ts'
import { challengePanel, connected, logIn } from './screen.ts'

describe('the pages of one game', () => {
  let world: World
  let journeys: Journeys
  let open: OpenGame
  let team: OpenTeam
  let challenge: { id: number }
  let visit: Visit
  let page: Page
  /** Paths called since the last reset. */
  let asked: string[]
  let connections: string[]

  beforeAll(async () => {
    world = await createWorld({ webRoot: builtClient })
    open = await createOpenGame(world, { title: 'Regatta', content: '**Rules**' })
    team = await open.team()
    challenge = await open.challenge({ title: 'Lighthouse', content: '**Where** is it?' })
    for (let each = 1; each < 30; each++) await open.challenge({ title: `Buoy ${each}` })
    const admin = await world.person('Admin')
    await admin.post(`/api/edit/games/${open.game.id}/notices`, { content: 'High tide at noon' })
    await open.changed()
    journeys = await startJourneys(world.origin)
  })
  afterAll(async () => {
    await journeys.close()
    await world.close()
  })
  beforeEach(async () => {
    visit = await journeys.visit()
    ;({ page } = visit)
    asked = []
    connections = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.startsWith('/api/')) asked.push(pathname)
    })
    page.on('websocket', (socket) => connections.push(new URL(socket.url()).pathname))
  })
  afterEach(() => visit.close())

  const game = (): string => `/games/${open.game.id}`
  const api = (part = ''): string => `/api/game/${open.game.id}${part}`
  const aside = () => page.getByRole('region', { name: 'Notices' })
  const take = (): string[] => asked.splice(0)
  const tab = async (name: string): Promise<void> => {
    const tabs = page.getByRole('navigation', { name: 'Game sections' })
    // A real click would first scroll to the tabs.
    await tabs.getByRole('link', { name }).dispatchEvent('click')
  }
  const settle = async (): Promise<void> => {
    await page.clock.runFor(3_000)
    await visit.settled()
  }

  it('share one connection and one answer, and keep the place in the notices', async () => {
    await page.clock.install()
    await logIn(visit, team.player)
    await page.goto(`${game()}/challenges`)
    await page.getByRole('link', { name: /Lighthouse/ }).waitFor()
    await connected(page)
    await settle()
    expect(take().filter((path) => path === api())).toHaveLength(1)

    await page.getByRole('radio', { name: 'Live', exact: true }).check()
    await aside().getByText('No solves yet').waitFor()
    await expect.poll(take).toEqual([api('/solves')])
    await page.setViewportSize({ width: widths.desktop, height: 560 })
    await page.evaluate(() => scrollTo(0, 150))
    await tab('Scoreboard')
    await page.locator('main [data-team]').first().waitFor()
    await settle()
    expect(take()).toEqual([api('/scoreboard'), '/api/team'])

    await page.goBack()
    await aside().getByText('No solves yet').waitFor()
    expect(await page.evaluate(() => scrollY)).toBe(150)
    await page.goForward()

    // The data is old by then, but every change has been pushed.
    await page.clock.runFor(2_500)
    await tab('Challenges')
    await aside().getByText('No solves yet').waitFor()
    await page.getByRole('link', { name: 'Regatta' }).click()
    await page.getByText('Rules', { exact: true }).waitFor()
    await page.goBack()
    await page.getByRole('link', { name: /Lighthouse/ }).waitFor()
    await settle()
    const pushed = ['', '/notices', '/details', '/scoreboard'].map(api)
    expect(take().filter((path) => pushed.includes(path))).toEqual([])
    expect(connections).toEqual(['/hub/user'])
    expect(visit.faults()).toEqual([])
  })

  it('have their code fetched while their link is pointed at, but no data, and are not loaded again for it', async () => {
    await logIn(visit, team.player)
    const rest = page.waitForResponse(/\/static\/background\..*\.js$/)
    await page.goto(game())
    await rest
    await visit.settled()
    take()
    const link = (name: string) => page.getByRole('link', { name }).first()
    const code = page.waitForRequest(/\/static\/scoreboard\..*\.js$/)
    await link('Scoreboard').hover()
    await code
    await visit.settled()
    // A page that isn't there yet asks and listens to nothing.
    expect([take(), connections]).toEqual([[], []])

    let loads = 0
    page.on('load', () => void loads++)
    await page.route('**/static/challenges.*', (route) => route.abort())
    const looked = page.waitForRequest((request) => request.method() === 'HEAD')
    await link('Challenges').focus()
    await looked
    await visit.settled()
    expect(loads).toBe(0)
    await page.unroute('**/static/challenges.*')
    await link('Challenges').click()
    await page.getByRole('link', { name: /Lighthouse/ }).waitFor()
  })

  it('have the code of an open challenge fetched with the first look at the list', async () => {
    await page.setViewportSize({ width: widths.phone, height: 844 })
    await logIn(visit, team.player)
    await page.goto(`${game()}/challenges`)
    const card = page.getByRole('link', { name: /Lighthouse/ })
    await card.waitFor()
    await visit.settled()
    const read: string[] = []
    page.on('request', (request) => read.push(new URL(request.url()).pathname))
    const code = page.waitForRequest(/\/static\/rendered\..*\.js$/)
    await card.focus()
    await code
    await visit.settled()
    // The server would count it as opened.
    expect(read.filter((path) => path.startsWith('/api/'))).toEqual([])
  })

  it('leave the reader of the information alone until another tab is opened', async () => {
    await page.goto(game())
    await page.getByText('Rules', { exact: true }).waitFor()
    await page.keyboard.press('Shift')
    await page.waitForLoadState('networkidle')
    await visit.settled()
    expect(asked.filter((path) => path.startsWith(api()))).toEqual([api()])
    expect(connections).toEqual([])

    await page.goto(`${game()}/scoreboard`)
    await page.locator('main [data-team]').first().waitFor()
    await page.getByText('Live', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Regatta' }).click()
    await page.getByText('Rules', { exact: true }).waitFor()
    await page.goBack()
    await page.getByText('Live', { exact: true }).waitFor()
    expect(connections).toEqual(['/hub/user'])
    expect(visit.faults()).toEqual([])
  })

  /** Expects the requests that leave before any answer about the game or code of its pages. */
  const firstRound = async (path: string, expected: readonly string[]): Promise<void> => {
    let release = (): void => undefined
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(/\/api\/game\/|\/static\/(kit|challenges|scoreboard)\.[^/]*\.js$/, async (route) => {
      await released
      await route.continue()
    })
    await page.goto(path, { waitUntil: 'commit' })
    await expect
      .poll(() => asked.filter((one) => one.startsWith(api())).toSorted())
      .toEqual([...expected].toSorted())
    release()
  }

  it('ask for a challenge and all around it in one round, beside the code', async () => {
    await logIn(visit, team.player)
    await firstRound(`${game()}/challenges?challenge=${challenge.id}`, [
      ...[api(), api('/notices'), api('/details'), api(`/challenges/${challenge.id}`)],
    ])
    await challengePanel(page, 'Lighthouse').getByText('Where', { exact: true }).waitFor()
    expect(visit.faults()).toEqual([])
  })

  it('ask for the board and all around it in one round, beside the code', async () => {
    await firstRound(`${game()}/scoreboard`, [api(), api('/notices'), api('/scoreboard')])
    await page.locator('main [data-team]').first().waitFor()
    expect(visit.faults()).toEqual([])
  })

  it('ask nothing about their challenges for a visitor who has to log in first', async () => {
    await page.goto(`${game()}/challenges?challenge=${challenge.id}`)
    await page.getByLabel('Password', { exact: true }).waitFor()
    expect(asked.filter((path) => /details|challenges/.test(path))).toEqual([])
    expect(visit.faults()).toEqual([])
  })
})
