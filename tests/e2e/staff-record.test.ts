import type { Recorded } from '@pennant/contract/record'
import type { HistoryEntry, Scoreboard } from '@pennant/contract/scoreboard'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtClient, type Journeys, screenshot, startJourneys, type Visit, widths } from '../kit/browser.ts'
import { insertSolve } from '../kit/factories.ts'
import { createOpenGame, type OpenGame, type OpenTeam } from '../kit/open-game.ts'
import { createWorld, type Person, type World } from '../kit/world.ts'
import { expectNoFaults, logIn } from './screen.ts'

const minute = 60_000

let world: World
let journeys: Journeys
let admin: Person
let monitor: Person
let open: OpenGame
let lighthouse: { id: number }
let teams: OpenTeam[]
beforeAll(async () => {
  world = await createWorld({ webRoot: builtClient })
  admin = await world.person('Admin')
  monitor = await world.person('Monitor')
  const start = new Date(world.clock.now() - 5 * 60 * minute)
  open = await createOpenGame(world, { title: 'Regatta', start_at: start })
  lighthouse = await open.challenge({ title: 'Lighthouse', original_score: 1000, min_score_rate: 0.25 })
  const buoy = await open.challenge({ title: 'Buoy', original_score: 400, min_score_rate: 1 })
  const pier = await open.challenge({ title: 'Pier', original_score: 100, min_score_rate: 1 })
  teams = [
    await open.team({ name: 'Gulls' }),
    await open.team({ name: 'فريق النوارس' }),
    await open.team({ name: 'Terns' }),
  ]
  const [gulls, arabic, terns] = teams.map(({ participation }) => participation)
  const at = (hours: number): Date => new Date(start.getTime() + hours * 60 * minute)
  if (gulls === undefined || arabic === undefined || terns === undefined) throw new Error('no teams')
  await insertSolve(world.db, { participation: gulls, challenge: lighthouse }, at(1))
  await insertSolve(world.db, { participation: terns, challenge: lighthouse }, at(2))
  await insertSolve(world.db, { participation: arabic, challenge: buoy }, at(3))
  await insertSolve(world.db, { participation: terns, challenge: pier }, at(4))
  await open.changed()
  journeys = await startJourneys(world.origin)
})
afterAll(async () => {
  await journeys.close()
  await world.close()
})

const visitAs = async (person: Person, width: number = widths.desktop): Promise<Visit> => {
  const visit = await journeys.visit({ width })
  await logIn(visit, person)
  return visit
}
const standings = async (): Promise<string[]> => {
  const { body } = await monitor.get<Scoreboard>(`${open.path}/scoreboard/live`)
  return body.items.map(({ name, rank, score }) => `${name} ${rank} ${score}`)
}
/** Before and after, from the table of what changes. */
const predicted = async (dialog: Locator): Promise<{ before: string[]; after: string[] }> => {
  await dialog.getByText(/Rank and points of \d teams?/).click()
  const rows = await dialog
    .getByRole('row')
    .filter({ has: dialog.page().getByRole('cell') })
    .all()
  const cells = await Promise.all(
    rows.map(async (row) => [
      await row.getByRole('rowheader').innerText(),
      ...(await row.getByRole('cell').allInnerTexts()),
    ]),
  )
  const side = (at: 0 | 1): string[] =>
    cells
      .map(([name = '', rank = '', points = '']) => {
        const [from, to = from] = [rank, points]
          .map((cell) => cell.split(' → '))
          .map((each) => each[at] ?? each[0])
        return `${name.trim()} ${from} ${to}`
      })
      .filter((line) => !line.endsWith('– –'))
  return { before: side(0), after: side(1) }
}
const byRank = (lines: readonly string[]): string[] => lines.toSorted()

describe('what an act would change', () => {
  it('is what it changes: a curve, then the suspension of the leader', async () => {
    const visit = await visitAs(admin)
    const { page } = visit
    const dialog = page.getByRole('dialog')
    await page.goto(`/admin/games/${open.game.id}/challenges/${lighthouse.id}`)
    await page.getByRole('spinbutton', { name: 'Points' }).fill('300')
    await page.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Lead:', { exact: false }).waitFor()
    const curve = await predicted(dialog)
    expect(byRank(curve.before)).toEqual(byRank(await standings()))
    await expectNoFaults(visit, 'what-changes-curve')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(standings).not.toEqual(curve.before)
    expect(byRank(curve.after)).toEqual(byRank(await standings()))

    await page.goto(`/admin/games/${open.game.id}/review?open=${teams[1]?.participation.id}`)
    await page.getByRole('button', { name: 'Suspend' }).click()
    await dialog.last().getByText('Lead:', { exact: false }).waitFor()
    const leader = await predicted(dialog.last())
    const before = await standings()
    expect(before[0]).toContain('فريق النوارس 1')
    expect(byRank(leader.before)).toEqual(byRank(before.filter((line) => leader.before.includes(line))))
    await dialog.last().getByRole('button', { name: 'Suspend' }).click()
    await expect.poll(async () => (await standings()).length).toBe(2)
    expect(await standings()).toEqual(expect.arrayContaining(leader.after))
    expect(visit.faults()).toEqual([])
    await visit.close()
  })
})

/** Every text of the slider since. */
const watchMoments = async (slider: Locator): Promise<() => Promise<string[]>> => {
  await slider.evaluate((input) => {
    const moments: string[] = []
    Object.assign(globalThis, { moments })
    const observer = new MutationObserver(() => moments.push(input.getAttribute('aria-valuetext') ?? ''))
    observer.observe(input, { attributeFilter: ['aria-valuetext'] })
  })
  return () =>
    slider
      .page()
      .evaluate(
        () =>
          new Promise((resolve) => requestAnimationFrame(() => resolve(Reflect.get(globalThis, 'moments')))),
      )
}

describe('the board at a moment', () => {
  it('is found by a slider, in the address, and played; players have none', async () => {
    const visit = await visitAs(monitor)
    const { page } = visit
    await page.goto(`/games/${open.game.id}/scoreboard`)
    const slider = page.getByRole('slider', { name: 'Time of the scoreboard' })
    await slider.waitFor()
    expect(await page.getByRole('button', { name: 'Back to live' }).count()).toBe(0)
    // Home is the start: nobody has points, and the curve is as it was.
    await slider.press('Home')
    await page.getByText('As of', { exact: false }).waitFor()
    const gulls = (points: string): Locator =>
      page.getByRole('row').filter({ hasText: 'Gulls' }).getByRole('gridcell', { name: points, exact: true })
    await gulls('0').first().waitFor()
    for (let hour = 0; hour < 2; hour++) await slider.press('PageUp')
    await gulls('1050').waitFor()
    const shown = await watchMoments(slider)
    await slider.press('ArrowRight')
    await gulls('907').waitFor()
    const chosen = await slider.inputValue()
    await page.waitForURL(({ searchParams }) => searchParams.get('at') === chosen)
    // Not even for a frame the one before, while the address catches up.
    expect(await shown()).toHaveLength(1)
    await page.reload()
    await gulls('907').waitFor()
    // The team that is suspended now was there then.
    await page.getByText('فريق النوارس').first().waitFor()
    await expectNoFaults(visit, 'moment')
    await page.getByRole('row').filter({ hasText: 'Gulls' }).getByRole('gridcell').nth(1).click()
    const panel = page.getByRole('dialog')
    await panel.getByText('Why this score').click()
    await panel.getByText('1050', { exact: true }).first().waitFor()
    expect(await panel.getByText('Organizers changed', { exact: false }).count()).toBe(0)
    await screenshot(page, 'moment-history')
    await panel.getByRole('button', { name: 'Close' }).click()
    // The chart ends at the moment.
    await page.getByRole('radio', { name: 'Timeline', exact: true }).click()
    await page.getByRole('region', { name: 'Timeline' }).locator('canvas').waitFor()
    await screenshot(page, 'moment-timeline')
    await page.getByRole('radio', { name: 'Table', exact: true }).first().click()
    // Its last hour: a busy machine plays a whole game for longer than a test may take.
    for (const key of ['End', 'PageDown']) {
      const before = await slider.inputValue()
      await slider.press(key)
      await expect.poll(() => slider.inputValue()).not.toBe(before)
    }
    await page.getByRole('button', { name: 'Play' }).click()
    await page.getByRole('button', { name: 'Pause' }).waitFor()
    await page.getByRole('button', { name: 'Pause' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Play' }).waitFor()
    await page.waitForURL(({ searchParams }) => !searchParams.has('at'))
    expect(visit.faults()).toEqual([])
    await visit.close()

    const player = await visitAs(teams[0]?.player ?? expect.fail('no team'))
    await player.page.goto(`/games/${open.game.id}/scoreboard?at=${open.game.start_at.getTime()}`)
    await player.page.getByRole('row').filter({ hasText: 'Gulls' }).waitFor()
    expect(await player.page.getByRole('slider').count()).toBe(0)
    expect(player.faults()).toEqual([])
    await player.close()
  })

  it('shows no board while it loads, and none that comes out other than the server’s', async () => {
    const visit = await visitAs(monitor)
    const { page } = visit
    let answer = (): void => undefined
    const isAnswered = new Promise<void>((done) => (answer = done))
    await page.route('**/record', async (route) => {
      const response = await route.fetch()
      const record = (await response.json()) as Recorded
      await isAnswered
      await route.fulfill({ response, json: { ...record, checksum: '00000000' } })
    })
    await page.goto(`/games/${open.game.id}/scoreboard?at=${open.game.start_at.getTime()}`)
    await page.getByText('As of', { exact: false }).waitFor()
    await page.getByRole('row').first().waitFor({ state: 'detached' })
    await page.locator('main').getByRole('progressbar', { name: 'Loading' }).waitFor()
    answer()
    await page.getByText('differs from the server', { exact: false }).waitFor()
    await page.locator('main').getByRole('progressbar', { name: 'Loading' }).waitFor({ state: 'detached' })
    expect(await page.getByRole('row').count()).toBe(0)
    await expectNoFaults(visit, 'moment-differs')
    await page.getByRole('button', { name: 'Back to live' }).click()
    await page.getByRole('row').filter({ hasText: 'Gulls' }).waitFor()
    expect(visit.faults()).toEqual([])
    await visit.close()
  })

  it('names what was deleted for good, on a phone', async () => {
    const { body } = await admin.get<Scoreboard>(`${open.path}/scoreboard/live`)
    const pier = Object.values(body.challenges)
      .flat()
      .find(({ title }) => title === 'Pier')
    expect((await admin.delete(`/api/edit/games/${open.game.id}/challenges/${pier?.id}`)).status).toBe(200)
    const visit = await visitAs(monitor, widths.phone)
    const { page } = visit
    await page.goto(`/games/${open.game.id}/scoreboard?at=${open.game.start_at.getTime() + 150 * minute}`)
    await page.getByText('Deleted for good, so missing here: Pier').waitFor()
    await expectNoFaults(visit, 'moment-missing')
    await page.getByRole('button', { name: 'Back to live' }).click()
    await page.getByText('Deleted for good', { exact: false }).waitFor({ state: 'detached' })
    expect(visit.faults()).toEqual([])
    await visit.close()
  })
})

it('a monitor reads why a team has its points', async () => {
  const terns = teams[2]?.participation.id ?? 0
  const { body } = await monitor.get<HistoryEntry[]>(`${open.path}/participations/${terns}/history`)
  expect(body.map(({ what }) => what)).toContain('Changed')
  const visit = await visitAs(monitor, widths.phone)
  const { page } = visit
  await page.goto(`/games/${open.game.id}/monitor/events?traces=${terns}`)
  await page.getByText('Why this score').click()
  await page.getByText('Organizers changed “Lighthouse”').waitFor()
  await expectNoFaults(visit, 'history-of-team')

  await page.goto(`/games/${open.game.id}/scoreboard?team=${teams[2]?.team.id}`)
  await page.getByRole('dialog').getByText('Why this score').click()
  await page.getByRole('dialog').getByText('Organizers changed “Lighthouse”').waitFor()
  expect(visit.faults()).toEqual([])
  await visit.close()
})

it('a monitor finds the slider above a hidden board, too', async () => {
  await world.db
    .updateTable('game')
    .set({ freeze_at: new Date(world.clock.now() - minute), freeze_hides_board: true })
    .where('id', '=', open.game.id)
    .execute()
  await open.changed()
  const visit = await visitAs(monitor)
  const { page } = visit
  await page.goto(`/games/${open.game.id}/scoreboard`)
  const hidden = page.locator('main').getByText('Teams and ranks appear when results are published')
  await hidden.waitFor()
  await page.getByRole('slider', { name: 'Time of the scoreboard' }).press('Home')
  await page.getByRole('row').filter({ hasText: 'Gulls' }).waitFor()
  await hidden.waitFor({ state: 'hidden' })
  await expectNoFaults(visit, 'moment-hidden-board')
  await page.getByRole('button', { name: 'Back to live' }).click()
  await hidden.waitFor()
  expect(visit.faults()).toEqual([])
  await visit.close()
})
