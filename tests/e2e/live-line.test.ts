import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtClient, type Journeys, startJourneys, type Visit, widths } from '../kit/browser.ts'
import { hearRegions } from '../kit/live-regions.ts'
import { createOpenGame, type OpenGame, type OpenTeam } from '../kit/open-game.ts'
import { createWorld, type Person, type World } from '../kit/world.ts'
import { connected, expectNoFaults, logIn } from './screen.ts'

const second = 1_000
const minute = 60 * second
const flag = 'flag{x}'

describe('the live line', () => {
  let world: World
  let journeys: Journeys
  let admin: Person
  beforeAll(async () => {
    world = await createWorld({ webRoot: builtClient })
    journeys = await startJourneys(world.origin)
    admin = await world.person('Admin')
  })
  afterAll(async () => {
    await journeys.close()
    await world.close()
  })

  type Played = { open: OpenGame; own: OpenTeam; rivals: OpenTeam[] }
  const rivalNames = ['Tidal Locksmiths', 'פריק!', 'Ferry Loop', 'Hex on the Beach', 'Gulls', 'Terns']

  const played = async (): Promise<Played> => {
    const open = await createOpenGame(world, { title: 'Regatta' })
    const own = await open.team({ name: 'Nova Quay', size: 2 })
    const rivals: OpenTeam[] = []
    for (const name of rivalNames) rivals.push(await open.team({ name }))
    return { open, own, rivals }
  }
  const challengeIn = ({ open }: Played, title: string, given = {}): Promise<{ id: number }> =>
    open.challenge({ ...{ title, category: 'Web', flags: [flag] }, ...given })
  const submit = async ({ open }: Played, by: OpenTeam | undefined, challenge: { id: number }) => {
    if (by === undefined) throw new Error('nobody')
    await open.submit(by.player, challenge, flag)
  }
  /** From here on, only the test moves the time of the page. */
  const stopTime = async (page: Page): Promise<void> =>
    page.clock.pauseAt((await page.evaluate(() => Date.now())) + second)
  const visitAs = async (
    { open }: Played,
    player: Person,
    { path = 'challenges', width = widths.desktop }: { path?: string; width?: number } = {},
  ): Promise<Visit> => {
    const visit = await journeys.visit({ width })
    await logIn(visit, player)
    await visit.page.clock.install()
    const heard = visit.page.waitForEvent('websocket').then((hub) => hub.waitForEvent('framereceived'))
    await visit.page.goto(`/games/${open.game.id}/${path}`)
    await heard
    if (width !== widths.phone) await connected(visit.page)
    return visit
  }
  const line = (page: Page) => page.locator('[data-live-line]')
  /** Without the entry that fades away. */
  const textOf = (page: Page): Promise<string> =>
    line(page).evaluate((element) => {
      const shown = element.cloneNode(true) as HTMLElement
      for (const gone of shown.querySelectorAll('[aria-hidden], time')) gone.remove()
      return shown.textContent.replace(/[\u2068\u2069]/g, '')
    })
  const aside = (page: Page) => page.getByRole('region', { name: 'Notices' })
  const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' })

  it('shows bloods one after the other, waits while it is paused, and counts the rest', async () => {
    const game = await played()
    const [locksmiths, freak, ferry, hex, gulls, terns] = game.rivals
    const buoy = await challengeIn(game, 'Buoy')
    const fog = await challengeIn(game, 'Fog Signal')
    await submit(game, terns, await challengeIn(game, 'Berth'))
    const visit = await visitAs(game, game.own.player)
    const { page } = visit
    await line(page).getByText('took first blood in Berth').waitFor()
    await page.getByRole('radio', { name: 'Live', exact: true }).check()
    await aside(page).getByRole('listitem').waitFor()
    await stopTime(page)
    const listed = (text: string) => aside(page).getByRole('listitem').filter({ hasText: text })

    await submit(game, locksmiths, buoy)
    await listed('Tidal Locksmiths').waitFor()
    await expect.poll(() => textOf(page)).toContain('Tidal Locksmiths took first blood in Buoy')
    await submit(game, freak, buoy)
    await listed('פריק!').waitFor()
    await page.clock.runFor(3_900)
    expect(await textOf(page)).toContain('Tidal Locksmiths')
    await page.clock.runFor(200)
    await expect.poll(() => textOf(page)).toContain('פריק! took second blood in Buoy')
    await page.clock.runFor(3_900)
    expect(await textOf(page)).toContain('פריק!')

    const box = await line(page).boundingBox()
    expect(box?.width).toBeLessThanOrEqual(544)
    expect(await line(page).evaluate((element) => getComputedStyle(element).fontSize)).toBe('14px')
    const bar = await page.getByRole('navigation', { name: 'Game sections' }).first().boundingBox()
    expect([bar?.y, (bar?.y ?? 0) + (bar?.height ?? 0)]).toEqual([
      expect.closeTo((box?.y ?? 0) - 4, -1),
      expect.closeTo((box?.y ?? 0) + (box?.height ?? 0) + 4, -1),
    ])

    await line(page).hover()
    await line(page).getByRole('button', { name: 'Pause live line' }).click()
    await submit(game, ferry, fog)
    await listed('Ferry Loop').waitFor()
    await page.clock.runFor(minute)
    expect(await textOf(page)).toContain('פריק!')
    await line(page).getByRole('button', { name: 'Resume live line' }).click()
    await expect.poll(() => textOf(page)).toContain('Ferry Loop took first blood in Fog Signal')

    await aside(page).getByLabel('Live line').selectOption('All solves')
    // The third blood comes first, and the other two are told of as one.
    for (const team of [hex, gulls, terns]) await submit(game, team, buoy)
    await listed('Terns solved Buoy').waitFor()
    await page.clock.runFor(4 * second)
    await expect.poll(() => textOf(page)).toMatch(/took third blood in Buoy and 2 more solves/)
    // The inspection needs timers.
    await page.clock.resume()
    await expectNoFaults(visit, 'live-line')
    await line(page).getByRole('link').click()
    await page.getByRole('dialog', { name: 'Notices' }).getByText('Tidal Locksmiths').waitFor()
    await visit.close()
  })

  it('stands on the bottom bar of a phone, opens the sheet at Live, and gives its room back when it is off', async () => {
    const game = await played()
    const buoy = await challengeIn(game, 'Buoy')
    await submit(game, game.rivals[1], buoy)
    const visit = await visitAs(game, game.own.player, { width: widths.phone })
    const { page } = visit
    await line(page).getByText('took first blood in').waitFor()
    const bottom = (): Promise<number> =>
      page.evaluate(() =>
        Number.parseFloat(
          getComputedStyle(document.querySelector('main')?.parentElement ?? document.body).paddingBottom,
        ),
      )
    const before = await bottom()
    const box = await line(page).boundingBox()
    const bar = await page.locator('[data-bottom-bar]').boundingBox()
    expect([box?.height, (box?.y ?? 0) + (box?.height ?? 0)]).toEqual([28, bar?.y])
    await expectNoFaults(visit, 'live-line-phone')
    await line(page).getByRole('link').click()
    const sheet = page.getByRole('dialog', { name: 'Notices' })
    await sheet.getByText('took first blood in').waitFor()
    expect(await sheet.getByRole('radio', { name: 'Live', exact: true }).isChecked()).toBe(true)
    await expectNoFaults(visit, 'live-sheet-phone')
    await sheet.getByLabel('Live line').selectOption('Off')
    await expect.poll(() => line(page).count()).toBe(0)
    expect(before - (await bottom())).toBe(28)
    await sheet.getByLabel('Live line').selectOption('Bloods')
    await page.setViewportSize({ width: widths.phone, height: 400 })
    await expect.poll(() => line(page).isVisible()).toBe(false)
    await visit.close()
  })

  it('says that the board is frozen or hidden, and then tells of the own team alone', async () => {
    const game = await played()
    const [rival] = game.rivals
    const buoy = await challengeIn(game, 'Buoy')
    const fog = await challengeIn(game, 'Fog Signal')
    await submit(game, rival, buoy)
    const edit = async (changes: object): Promise<void> => {
      const path = `/api/edit/games/${game.open.game.id}`
      const { body } = await admin.get<object>(path)
      expect((await admin.put(path, { ...body, ...changes })).status).toBe(200)
    }
    await edit({ freezeAt: world.clock.now() })
    const [, mate] = game.own.players
    if (mate === undefined) throw new Error('nobody')
    const visit = await visitAs(game, mate)
    const { page } = visit
    await line(page).getByText('Scoreboard frozen').waitFor()
    expect(await line(page).getByText('Tidal Locksmiths').count()).toBe(0)
    await submit(game, rival, fog)
    await submit(game, game.own, fog)
    // What the team hears comes after what others could hear.
    await toasts(page).getByText(`${game.own.player.userName} solved “Fog Signal”`).waitFor()
    await line(page).getByText('solved Fog Signal').waitFor()
    await page.getByRole('radio', { name: 'Live', exact: true }).check()
    await aside(page).getByRole('listitem').filter({ hasText: 'Fog Signal' }).waitFor()
    expect(await aside(page).getByRole('listitem').filter({ hasText: 'Fog Signal' }).count()).toBe(1)
    expect(await line(page).getByText('Tidal Locksmiths').count()).toBe(0)
    await expectNoFaults(visit, 'live-line-frozen')
    await edit({ freezeHidesBoard: true })
    await line(page).getByText('Scoreboard hidden').waitFor()
    await visit.close()
  })

  it('leaves messages to what is not in sight, in plain words', async () => {
    const game = await played()
    const buoy = await challengeIn(game, 'Buoy', { type: 'StaticContainer' })
    const drafts = [
      await challengeIn(game, 'Lantern', { is_enabled: false }),
      await challengeIn(game, 'Sextant', { is_enabled: false }),
    ]
    await submit(game, game.rivals[0], buoy)
    const post = (content: string) => admin.post(`/api/edit/games/${game.open.game.id}/notices`, { content })
    const visit = await visitAs(game, game.own.player, { path: 'scoreboard' })
    const { page } = visit
    await stopTime(page)
    await post('The **server** is `back`, see [the rules](https://ctf.example)')
    await toasts(page).getByText('The server is back, see the rules', { exact: true }).waitFor()
    for (const { id } of drafts)
      await admin.put(`/api/edit/games/${game.open.game.id}/challenges/${id}`, { isEnabled: true })
    await toasts(page).getByText('2 new challenges').waitFor()
    expect(
      await toasts(page)
        .getByText(/Lantern|Sextant/)
        .count(),
    ).toBe(0)
    await page.clock.runFor(10 * second)
    await expect.poll(() => toasts(page).getByRole('button', { name: 'Close', exact: true }).count()).toBe(0)

    await page.clock.resume()
    await page.goto(`/games/${game.open.game.id}/challenges`)
    await connected(page)
    await aside(page).getByText('The server is').waitFor()
    const heard = await hearRegions(page)
    await post('High **tide**')
    await aside(page).getByText('High tide').waitFor()
    // In sight, it is only said.
    await expect.poll(heard).toContain('polite: High tide')
    expect(await toasts(page).getByText('High tide').count()).toBe(0)
    expect(visit.faults()).toEqual([])
    await visit.close()
  })

  it('is joined by a message when ten minutes are left', async () => {
    const game = await played()
    const end = world.clock.now() + 11 * minute
    await world.db
      .updateTable('game')
      .set({ end_at: new Date(end) })
      .where('id', '=', game.open.game.id)
      .execute()
    await game.open.changed()
    await challengeIn(game, 'Buoy')
    const visit = await visitAs(game, game.own.player, { path: 'scoreboard' })
    await line(visit.page).getByText('No solves yet').waitFor()
    expect(await toasts(visit.page).getByText('10 minutes left').count()).toBe(0)
    await visit.page.clock.fastForward(90 * second)
    await toasts(visit.page).getByText('10 minutes left').waitFor()
    expect(visit.faults()).toEqual([])
    await visit.close()
  })
})
