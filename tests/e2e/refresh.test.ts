import type { Page, WebSocketRoute } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { builtClient, type Journeys, startJourneys, type Visit } from '../kit/browser.ts'
import { createOpenGame, type OpenGame, type OpenTeam } from '../kit/open-game.ts'
import { createWorld, type Person, type World } from '../kit/world.ts'
import { connected } from './screen.ts'

const second = 1_000
const minute = 60 * second
const ping = '{"type":6}\u001e'

describe('what a page asks for on its own', () => {
  let world: World
  let journeys: Journeys
  let open: OpenGame
  let team: OpenTeam
  let admin: Person
  let challenge: { id: number }
  let visit: Visit
  let page: Page
  /** Paths called since the last reset. */
  let asked: string[]

  beforeAll(async () => {
    world = await createWorld({ webRoot: builtClient })
    open = await createOpenGame(world, { title: 'Regatta' })
    team = await open.team()
    challenge = await open.challenge({ title: 'Lighthouse' })
    admin = await world.person('Admin')
    await admin.post('/api/edit/posts', { title: 'News', summary: 'The harbor is open.' })
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
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.startsWith('/api/')) asked.push(pathname)
    })
    await page.clock.install()
  })
  afterEach(() => visit.close())

  const goToChallenges = async (): Promise<void> => {
    const { userName, password } = team.player
    await visit.context.request.post('/api/account/login', { data: { userName, password } })
    await page.goto(`/games/${open.game.id}/challenges`)
    await page.getByText('Lighthouse').first().waitFor()
    await settle()
  }
  /** Waits for all requests, including those after the first paint. */
  const settle = async (): Promise<void> => {
    await page.clock.runFor(3 * second)
    await visit.settled()
  }
  const take = (): string[] => asked.splice(0)
  /** In steps, because answers arrive in between. */
  const pass = async (ms: number, step = 5 * second): Promise<void> => {
    for (let left = ms; left > 0; left -= step) {
      await page.clock.runFor(step)
      // A late answer would delay the next request by a step.
      await visit.settled()
    }
  }
  const show = (state: 'visible' | 'hidden'): Promise<void> =>
    page.evaluate((next) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => next })
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    }, state)
  const details = () => `/api/game/${open.game.id}/details`
  const countOf = (path: string): number => asked.filter((one) => one === path).length

  describe('when its live connection is there', () => {
    /** As if the server had told nothing for so long. */
    const enter = async (quietMs: number): Promise<string[]> => {
      await page.routeWebSocket('**/hub/**', (hub) => {
        const server = hub.connectToServer()
        server.onMessage((records) =>
          hub.send(String(records).replace(/"quietMs":\d+/, `"quietMs":${quietMs}`)),
        )
      })
      const { userName, password } = team.player
      await visit.context.request.post('/api/account/login', { data: { userName, password } })
      await page.goto(`/games/${open.game.id}/challenges?challenge=${challenge.id}`)
      await page.getByLabel('Flag', { exact: true }).waitFor()
      await connected(page)
      await settle()
      const once = [details(), `/api/game/${open.game.id}/challenges/${challenge.id}`]
      return take().filter((path) => [...once, `/api/game/${open.game.id}/notices`].includes(path))
    }

    it('is nothing twice if nothing was told since it asked first', async () => {
      const paths = await enter(60_000)
      expect(paths).toHaveLength(3)
      expect(new Set(paths).size).toBe(3)

      // Another tab listens through the first.
      const other = await visit.context.newPage()
      const heard: string[] = []
      other.on('request', (request) => heard.push(new URL(request.url()).pathname))
      await other.goto(`/games/${open.game.id}/challenges`)
      await connected(other)
      await other.waitForLoadState('networkidle')
      expect(heard.filter((path) => path.startsWith('/hub/'))).toEqual([])
      expect(heard.filter((path) => path === details())).toHaveLength(1)
      await other.close()
    })

    it('is everything once more if it may have missed something', async () => {
      const paths = await enter(0)
      expect(paths).toHaveLength(6)
      expect(new Set(paths).size).toBe(3)
    })
  })

  it('is no less where the network lets no sockets through, and changes are pushed', async () => {
    const streams: string[] = []
    page.on('request', (request) => {
      if (request.headers()['accept'] === 'text/event-stream') streams.push(new URL(request.url()).pathname)
    })
    await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'WebSocket'))
    await goToChallenges()
    await connected(page)
    expect(streams).toEqual(['/hub/user'])
    const notice = { content: 'The lock is closed' }
    await admin.post(`/api/edit/games/${open.game.id}/notices`, notice)
    await page.getByText(notice.content).first().waitFor()
    expect(visit.faults()).toEqual([])
  })

  it('is so little while changes are pushed that sixty people behind one address are never refused', async () => {
    const hubs: WebSocketRoute[] = []
    await page.routeWebSocket('**/hub/**', (hub) => {
      hub.connectToServer()
      hubs.push(hub)
    })
    await goToChallenges()
    await connected(page)
    take()
    for (let left = 5 * minute; left > 0; left -= 10 * second) {
      // The server pings by its own clock, which the page's clock does not move.
      for (const hub of hubs) hub.send(ping)
      await pass(10 * second)
    }
    const aMinute = take().length / 5
    expect(aMinute).toBeGreaterThan(0)
    expect(aMinute * 60).toBeLessThan(150)
  })

  it('is the game every ten seconds while nothing is pushed', async () => {
    await page.route('**/hub/**', (route) => route.abort())
    await goToChallenges()
    take()
    await pass(minute)
    expect(countOf(details())).toBeGreaterThanOrEqual(5)
    expect(countOf(details())).toBeLessThanOrEqual(7)
  })

  it('is nothing in a tab that nobody sees, and what is overdue when somebody comes back', async () => {
    await page.route('**/hub/**', (route) => route.abort())
    await goToChallenges()
    await show('hidden')
    await settle()
    take()
    await pass(10 * minute, minute)
    expect(take()).toEqual([])
    await show('visible')
    await page.clock.runFor(100)
    await expect.poll(() => countOf(details())).toBe(1)
    await visit.settled()
    take()
    // Returning to the page requests nothing that is fresh.
    await show('hidden')
    await show('visible')
    await page.clock.runFor(100)
    await visit.settled()
    expect(take()).toEqual([])
  })

  it('names the state that is known, so that an answer is empty while nothing has changed', async () => {
    const conditions: (string | undefined)[] = []
    page.on('requestfinished', (request) => {
      if (!request.url().endsWith('/api/posts/latest')) return
      void request.allHeaders().then((headers) => conditions.push(headers['if-none-match']))
    })
    await page.goto('/')
    await page.getByText('News').first().waitFor()
    await settle()
    await expect.poll(() => conditions).toEqual([undefined])
    await pass(5 * minute + 10 * second, 10 * second)
    await expect.poll(() => conditions).toEqual([undefined, expect.stringMatching(/^W\/"latest-/)])
  })
})
