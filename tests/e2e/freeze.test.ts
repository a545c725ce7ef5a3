import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withBreadth } from '../kit/breadth.ts'
import { builtClient, type Journeys, startJourneys, type Visit, widths } from '../kit/browser.ts'
import { createOpenGame, type OpenGame, type OpenTeam } from '../kit/open-game.ts'
import { createWorld, type Person, type World } from '../kit/world.ts'
import { challengePanel, expectNoFaults, expectReadable, inspectedWidths, logIn } from './screen.ts'
import { keepWorldTime } from './world-time.ts'

const minute = 60_000
const later = 'Counts when results are published'
const live = 'Live – not public'

type Kind = { freezesIn?: number; hidesBoard?: boolean }

describe('a frozen scoreboard', () => {
  let world: World
  let journeys: Journeys
  let admin: Person
  let monitor: Person
  beforeAll(async () => {
    world = await createWorld({ webRoot: builtClient })
    journeys = await startJourneys(world.origin)
    admin = await world.person('Admin', 'quartermaster')
    monitor = await world.person('Monitor', 'lookout')
  })
  afterAll(async () => {
    await journeys.close()
    await world.close()
  })

  type Played = {
    open: OpenGame
    gulls: OpenTeam
    terns: OpenTeam
    berth: { id: number }
    chandler: { id: number }
  }
  /** The Gulls have solved "Berth". */
  const played = async ({ freezesIn, hidesBoard = false }: Kind = {}): Promise<Played> => {
    const open = await createOpenGame(world, {
      title: 'Harbour Cup',
      freeze_at: freezesIn === undefined ? null : new Date(world.clock.now() + freezesIn),
      freeze_hides_board: hidesBoard,
    })
    const berth = await open.challenge({ title: 'Berth', category: 'Web', flags: ['flag{a}'] })
    const chandler = await open.challenge({ title: 'Chandler', category: 'Pwn', flags: ['flag{b}'] })
    const gulls = await open.team({ name: 'Gulls' })
    const terns = await open.team({ name: 'Terns' })
    await open.submit(gulls.player, berth, 'flag{a}')
    return { open, gulls, terns, berth, chandler }
  }
  const visitAs = async (
    person: Person | null,
    path: string,
    width: number = widths.desktop,
  ): Promise<Visit> => {
    const visit = await journeys.visit({ width })
    if (person !== null) await logIn(visit, person)
    await visit.page.goto(path)
    return visit
  }
  const band = (page: Page) => page.getByRole('region', { name: 'Scoreboard freeze' })
  // On a phone, the rows are a list.
  const rowOf = (page: Page, team: string) =>
    page.locator('main [data-team]').filter({ has: page.getByText(team, { exact: true }) })
  const pointsOf = async (page: Page, team: string): Promise<string | undefined> => {
    const points = rowOf(page, team).locator('[data-column="2"], a > :last-child')
    return /\d+/.exec((await points.textContent()) ?? '')?.[0]
  }
  const laterIn = (page: Page, team: string) =>
    rowOf(page, team)
      .getByRole('gridcell', { name: later })
      .or(rowOf(page, team).getByRole('link', { name: later }))
  const submit = async (page: Page, challenge: string, flag: string): Promise<void> => {
    await page.getByRole('link', { name: challenge }).click()
    const panel = challengePanel(page, challenge)
    await panel.getByRole('textbox', { name: 'Flag' }).fill(flag)
    await panel.getByRole('button', { name: 'Submit' }).click()
    await panel.getByText('Correct! Challenge solved.').waitFor()
  }

  it.each(Object.entries(inspectedWidths))(
    'is frozen now and thawed by the organizer while a player and a monitor watch on a %s',
    async (size, width) => {
      const { open, gulls, terns, chandler } = await played()
      const base = `/games/${open.game.id}`
      const [organizer, player, guest, watcher] = await Promise.all([
        visitAs(admin, `/admin/games/${open.game.id}`, width),
        visitAs(terns.player, `${base}/challenges`, width),
        visitAs(null, `${base}/scoreboard`, width),
        visitAs(monitor, `${base}/scoreboard`, width),
      ])
      await Promise.all([guest, watcher].map(({ page }) => page.getByText('Live', { exact: true }).waitFor()))
      await player.page.getByRole('link', { name: 'Berth' }).waitFor()
      expect(await band(player.page).count()).toBe(0)
      expect(await band(guest.page).count()).toBe(0)

      await organizer.page.getByRole('button', { name: 'Freeze now' }).click()
      await organizer.page.getByText(/^Everyone keeps seeing the scoreboard as of /).waitFor()
      await expectNoFaults(organizer, `freeze-now-question-${size}`)
      await organizer.page.getByRole('button', { name: 'Freeze scoreboard' }).click()
      await organizer.page.getByText('Scoreboard frozen', { exact: true }).waitFor()
      await organizer.page.getByText(/^Frozen since /).waitFor()
      for (const { page } of [player, guest, watcher])
        await band(page)
          .getByText(/^Frozen since \d\d:\d\d UTC$/)
          .waitFor()

      await open.submit(gulls.player, chandler, 'flag{b}')
      await submit(player.page, 'Berth', 'flag{a}')
      const panel = challengePanel(player.page, 'Berth')
      await panel.getByText(later).last().waitFor()
      expect(await panel.getByText(/rank|blood/i).count()).toBe(1)
      await expectNoFaults(player, `frozen-verdict-${size}`)
      await player.page.keyboard.press('Escape')
      await player.page.getByRole('link', { name: new RegExp(`Solved\\W*${later}`) }).waitFor()
      await expectNoFaults(player, `frozen-challenges-${size}`)

      await player.page.goto(`${base}/scoreboard`)
      await laterIn(player.page, 'Terns').waitFor()
      expect(await laterIn(player.page, 'Gulls').count()).toBe(0)
      await expectNoFaults(player, `frozen-board-${size}`)
      await guest.page.reload()
      await rowOf(guest.page, 'Terns').waitFor()
      expect(await pointsOf(guest.page, 'Terns')).toBe('0')
      const publicPoints = await pointsOf(guest.page, 'Gulls')

      expect(await pointsOf(watcher.page, 'Gulls')).toBe(publicPoints)
      await watcher.page.getByRole('switch', { name: live }).click()
      await expect.poll(() => pointsOf(watcher.page, 'Gulls')).not.toBe(publicPoints)
      const watched = await pointsOf(watcher.page, 'Terns')
      expect(watched).not.toBe('0')
      await expectNoFaults(watcher, `live-board-${size}`)
      await watcher.page.getByText('Live', { exact: true }).waitFor()
      await open.submit(terns.player, chandler, 'flag{b}')
      await expect.poll(() => pointsOf(watcher.page, 'Terns')).not.toBe(watched)
      await rowOf(watcher.page, 'Terns').getByText('Terns', { exact: true }).click()
      await watcher.page.getByRole('dialog', { name: 'Terns' }).getByText(live).waitFor()
      await watcher.page.keyboard.press('Escape')

      await organizer.page.getByRole('button', { name: 'Unfreeze scoreboard' }).click()
      await organizer.page.getByText(/^Everyone will see what has been solved since /).waitFor()
      await organizer.page.getByText('No notifications are sent.', { exact: false }).waitFor()
      await expectNoFaults(organizer, `thaw-question-${size}`)
      await organizer.page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
      expect(await pointsOf(guest.page, 'Terns')).toBe('0')
      await organizer.page.getByRole('button', { name: 'Unfreeze scoreboard' }).click()
      await organizer.page.getByRole('dialog').getByRole('button', { name: 'Unfreeze scoreboard' }).click()
      await expect.poll(() => pointsOf(guest.page, 'Terns')).not.toBe('0')
      await expect.poll(() => band(guest.page).count()).toBe(0)
      await expect.poll(() => watcher.page.getByText(live).count()).toBe(0)
      await expect.poll(() => laterIn(player.page, 'Terns').count()).toBe(0)
      for (const visit of [organizer, player, guest, watcher]) {
        expect(visit.faults()).toEqual([])
        await visit.close()
      }
    },
  )

  it.each(Object.entries(inspectedWidths))(
    'that is hidden shows the own team alone on a %s',
    async (size, width) => {
      const { open, gulls, terns, berth } = await played({ freezesIn: 0, hidesBoard: true })
      await open.submit(terns.player, berth, 'flag{a}')
      const path = `/games/${open.game.id}/scoreboard`
      const player = await visitAs(terns.player, path, width)
      await band(player.page).getByText('Hidden since').waitFor()
      const own = player.page.getByRole('region', { name: 'Terns' })
      await own.getByText(later).waitFor()
      await own.getByText('Berth').waitFor()
      await expectNoFaults(player, `hidden-board-${size}`)
      expect(await player.page.getByText('Gulls').count()).toBe(0)

      const guest = await visitAs(null, path, width)
      await guest.page.getByText('Scoreboard hidden').last().waitFor()
      await expectNoFaults(guest, `hidden-board-guest-${size}`)
      expect(await guest.page.getByText(/Gulls|Terns/).count()).toBe(0)

      const watcher = await visitAs(monitor, path, width)
      await watcher.page.getByRole('switch', { name: live }).click()
      await rowOf(watcher.page, 'Gulls').waitFor()
      // A phone has no button for it.
      if (width === widths.desktop) {
        await watcher.page.getByRole('button', { name: 'Present' }).click()
        const screen = watcher.page.getByRole('dialog', { name: 'Presentation: Harbour Cup' })
        await screen.getByText(live).waitFor()
        await expectReadable(watcher.page, 'live-board-presented')
        await watcher.page.keyboard.press('Escape')
      }
      // A page that is opened again, perhaps on a projector, gives nothing away.
      await watcher.page.reload()
      await watcher.page.getByText('Scoreboard hidden').last().waitFor()
      expect(await watcher.page.getByText(gulls.team.name).count()).toBe(0)
      for (const visit of [player, guest, watcher]) {
        expect(visit.faults()).toEqual([])
        await visit.close()
      }
    },
  )

  // The last ones, because the world's clock is ahead of the pages' afterward.
  withBreadth(() => {
    it('shows itself to those who watched when it was planned', async () => {
      const { open, terns } = await played()
      const base = `/games/${open.game.id}`
      const [player, guest] = await Promise.all([journeys.visit(), journeys.visit()])
      await logIn(player, terns.player)
      const time = await keepWorldTime(world, player.page, guest.page)
      await player.page.goto(`${base}/challenges`)
      await guest.page.goto(`${base}/scoreboard`)
      await guest.page.getByText('Live', { exact: true }).waitFor()
      await player.page.getByRole('link', { name: 'Berth' }).waitFor()
      const path = `/api/edit/games/${open.game.id}`
      const { body } = await admin.get<object>(path)
      await admin.put(path, { ...body, freezeAt: world.clock.now() + minute })
      for (const { page } of [player, guest]) await band(page).getByText('Freezes in').waitFor()
      await time.pass(minute)
      for (const { page } of [player, guest]) await band(page).getByText('Frozen since').waitFor()
      for (const visit of [player, guest]) {
        expect(visit.faults()).toEqual([])
        await visit.page.unrouteAll({ behavior: 'wait' })
        await visit.close()
      }
    })

    it.each(Object.entries(inspectedWidths))(
      'is counted down to on a %s, and comes on its own',
      async (size, width) => {
        const { open, gulls, terns, chandler } = await played({ freezesIn: 42 * minute })
        const visit = await journeys.visit({ width })
        const { page } = visit
        await logIn(visit, terns.player)
        const time = await keepWorldTime(world, page)
        for (const place of ['challenges', 'scoreboard']) {
          await page.goto(`/games/${open.game.id}/${place}`)
          await band(page).getByText('Freezes in').waitFor()
          expect(await band(page).getByRole('timer').textContent()).toMatch(/^00:4[12]:\d\d$/)
          const { height = 0 } = (await band(page).boundingBox()) ?? {}
          expect(height).toBe(36)
          await expectNoFaults(visit, `freeze-countdown-${place}-${size}`)
        }
        await time.pass(43 * minute)
        await band(page).getByText('Frozen since').waitFor()
        await open.submit(gulls.player, chandler, 'flag{b}')
        await page.reload()
        await rowOf(page, 'Gulls').waitFor()
        const solves = rowOf(page, 'Gulls')
          .locator('[data-column="3"]')
          .or(rowOf(page, 'Gulls').getByText(/^1 solved$/))
        expect(await solves.textContent()).toMatch(/^1\b/)
        expect(visit.faults()).toEqual([])
        await page.unrouteAll({ behavior: 'wait' })
        await visit.close()
      },
    )
  })
})
