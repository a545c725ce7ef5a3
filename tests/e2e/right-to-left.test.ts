import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { byBreadth } from '../kit/breadth.ts'
import { builtClient, type Journeys, overflow, startJourneys, type Visit, widths } from '../kit/browser.ts'
import { createOpenGame, type OpenGame, type OpenTeam } from '../kit/open-game.ts'
import { createWorld, type World } from '../kit/world.ts'
import { goTo, inspectedWidths, logIn } from './screen.ts'

const hebrew = 'פריק!'
const arabic = 'فريق الميناء'
const mailLink = `token=${btoa('token')}&email=${btoa('somebody@players.example')}`

describe('names and screens that are read from right to left', () => {
  let world: World
  let journeys: Journeys
  let open: OpenGame
  let team: OpenTeam
  let tide: { id: number }
  let solved: { id: number }

  beforeAll(async () => {
    world = await createWorld({ webRoot: builtClient })
    open = await createOpenGame(world, { title: hebrew, content: '**Rules**' })
    const division = await open.division('Open')
    team = await open.team({ name: hebrew, division })
    solved = await open.challenge({ title: 'Buoy', category: 'Web', flags: ['flag{a}'] })
    tide = await open.challenge({ title: 'Tide', category: 'Pwn', content: '`nc tide 1`' })
    await open.submit(team.player, solved, 'flag{a}')
    journeys = await startJourneys(world.origin)
  })
  afterAll(async () => {
    await journeys.close()
    await world.close()
  })

  const enter = async (width: number = widths.desktop): Promise<Visit> => {
    const visit = await journeys.visit({ width })
    await logIn(visit, team.player)
    return visit
  }

  it('show the last character of such a name at its left', async () => {
    const visit = await enter()
    const { page } = visit
    for (const path of [`/games/${open.game.id}/scoreboard`, `/games/${open.game.id}`, '/teams', '/games']) {
      await goTo(page, path)
      const places = await endsOf(page, hebrew)
      expect(places.length, path).toBeGreaterThan(0)
      for (const { first, last } of places) expect(last, path).toBeLessThan(first)
    }
    await goTo(page, `/games/${open.game.id}/scoreboard`)
    await page.locator('[data-live-line]').getByText(hebrew).waitFor()
    const [end] = await endsOf(page, hebrew, '[data-live-line]')
    expect(end?.last).toBeLessThan(end?.first ?? 0)
    await visit.close()
  })

  it('show it so in a message, too', async () => {
    const visit = await enter()
    const { page } = visit
    await goTo(page, `/games/${open.game.id}/scoreboard`)
    await page.locator('[data-state=live]').first().waitFor()
    const admin = await world.person('Admin')
    const late = await open.challenge({ title: hebrew, is_enabled: false })
    await admin.put(`/api/edit/games/${open.game.id}/challenges/${late.id}`, { isEnabled: true })
    await page.getByRole('region', { name: 'Notifications' }).getByText(hebrew).waitFor()
    const places = await endsOf(page, hebrew, '[aria-label="Notifications"]')
    expect(places).toHaveLength(1)
    for (const { first, last } of places) expect(last).toBeLessThan(first)
    await visit.close()
  })

  it('keep such a name apart in the title of the page', async () => {
    const visit = await enter()
    const { page } = visit
    await goTo(page, `/games/${open.game.id}`)
    await expect.poll(() => page.title()).toBe(`\u2068${hebrew}\u2069 - GZ::CTF`)
    await visit.close()
  })

  it('keep such a name apart in a question', async () => {
    const captain = await world.person()
    const { body, status } = await captain.post<{ id: number }>('/api/team', { name: arabic })
    expect(status).toBe(200)
    const visit = await journeys.visit()
    await logIn(visit, captain)
    const { page } = visit
    await goTo(page, `/teams?team=${body.id}`)
    await page.getByRole('button', { name: 'Disband team' }).click()
    await page.getByRole('heading', { name: `Disband “\u2068${arabic}\u2069”?` }).waitFor()
    await visit.close()
  })

  it.each(Object.entries(inspectedWidths))(
    'need no scrolling sideways and cover nothing, on a %s',
    async (_, width) => {
      const { id } = open.game
      const visit = await enter(width)
      await expectMirrored(visit.page, [
        ...['/', '/games', '/posts', '/teams', '/teams/new', '/account/profile', '/about', '/nowhere'],
        `/games/${id}`,
        `/games/${id}/join`,
        `/games/${id}/scoreboard`,
        `/games/${id}/scoreboard?view=timeline`,
        `/games/${id}/scoreboard?team=${team.team.id}`,
        `/games/${id}/challenges`,
        `/games/${id}/challenges?challenge=${tide.id}`,
        `/games/${id}/challenges?challenge=${solved.id}`,
        `/games/${id}/challenges?sheet=notices`,
        `/games/${id}/challenges?sheet=team`,
        `/teams/${team.team.id}/invite`,
      ])
      await visit.close()
      const visitor = await journeys.visit({ width })
      await expectMirrored(visitor.page, [
        ...['/', '/account/login', '/account/register', '/account/recovery', '/account/pending'],
        ...['reset', 'verify'].map((page) => `/account/${page}?${mailLink}`),
        `/games/${id}`,
        `/invite/${team.team.id}#${team.team.invite_token}`,
      ])
      await visitor.close()
    },
  )

  it.each(Object.entries(byBreadth<Readonly<Record<string, number>>>({}, widths)))(
    'need none for the people who run a game either, on a %s',
    async (_, width) => {
      const { id } = open.game
      const visit = await journeys.visit({ width })
      await logIn(visit, await world.person('Admin'))
      const editor = `/admin/games/${id}`
      await expectMirrored(visit.page, [
        ...['', '/events', '/submissions', '/traffic', '/cheatinfo'].map(
          (page) => `/games/${id}/monitor${page}`,
        ),
        `/games/${id}/scoreboard?at=${open.game.start_at.getTime()}`,
        ...[
          '',
          '/info',
          '/notices',
          '/challenges',
          '/divisions',
          '/changes',
          '/review',
          '/scoring',
          '/results',
          '/reveal',
          '/writeups',
        ].map((page) => editor + page),
        `${editor}/challenges/${tide.id}`,
        `${editor}/challenges/${tide.id}/flags`,
        `${editor}/challenges/${tide.id}/changes`,
        ...[
          'users',
          'teams',
          'games',
          'instances',
          'files',
          'logs',
          'mail',
          'tokens',
          'settings',
          'status',
          'changes',
        ].map((page) => `/admin/${page}`),
      ])
      await visit.close()
    },
  )
})

/** Each page from right to left beside itself from left to right. */
const expectMirrored = async (page: Page, paths: readonly string[]): Promise<void> => {
  for (const path of paths) {
    await goTo(page, path)
    await page.evaluate(() => {
      document.documentElement.dir = 'rtl'
    })
    expect(await overflow(page), path).toBe(0)
    const mirrored = await covered(page)
    await page.evaluate(() => document.documentElement.removeAttribute('dir'))
    // Measured last, so that what has come meanwhile is taken for what it is.
    const plain = await covered(page)
    expect(
      mirrored.filter((pair) => !plain.includes(pair)),
      path,
    ).toEqual([])
  }
}

/** Left edges of the first and last character of each visible copy of a text, in pixels. */
const endsOf = (page: Page, text: string, within = 'main'): Promise<{ first: number; last: number }[]> =>
  page.evaluate(
    ([wanted, place]) => {
      const walker = document.createTreeWalker(
        document.querySelector(place) ?? document.body,
        NodeFilter.SHOW_TEXT,
      )
      const found: { first: number; last: number }[] = []
      while (walker.nextNode()) {
        const node = walker.currentNode
        const at = node.textContent?.indexOf(wanted) ?? -1
        if (at < 0) continue
        const boxOf = (offset: number): DOMRect => {
          const range = document.createRange()
          range.setStart(node, offset)
          range.setEnd(node, offset + 1)
          return range.getBoundingClientRect()
        }
        const [first, last] = [boxOf(at), boxOf(at + wanted.length - 1)]
        if (first.width > 0) found.push({ first: first.left, last: last.left })
      }
      return found
    },
    [text, within] as const,
  )

/** Pairs of headings and controls that lie on each other. */
const covered = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isFixed = (element: Element): boolean => {
      for (let one: Element | null = element; one !== null; one = one.parentElement)
        if (['fixed', 'sticky'].includes(getComputedStyle(one).position)) return true
      return false
    }
    const all = [...document.querySelectorAll('h1, h2, h3, a, button, input, select')].filter(
      (element) =>
        element.checkVisibility() && !isFixed(element) && element.closest('.visually-hidden') === null,
    )
    const nameOf = (element: Element): string =>
      `${element.tagName} ${element.textContent?.slice(0, 30) ?? ''}`
    return all.flatMap((one, at) =>
      all.slice(at + 1).flatMap((other) => {
        if (one.contains(other) || other.contains(one)) return []
        const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()]
        const width = Math.min(a.right, b.right) - Math.max(a.left, b.left)
        const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
        return width > 2 && height > 2 ? [`${nameOf(one)} | ${nameOf(other)}`] : []
      }),
    )
  })
