import { afterAll, beforeAll, expect, it } from 'vitest'
import { withBreadth } from '../kit/breadth.ts'
import { builtClient, type Journeys, startJourneys, widths } from '../kit/browser.ts'
import { insertSolve } from '../kit/factories.ts'
import { createOpenGame, type OpenGame, type OpenTeam } from '../kit/open-game.ts'
import { createWorld, type Person, type World } from '../kit/world.ts'
import { connected, expectNoFaults, goTo, inspectedWidths, logIn } from './screen.ts'

let world: World
let journeys: Journeys
let admin: Person
beforeAll(async () => {
  world = await createWorld({ webRoot: builtClient })
  admin = await world.person('Admin')
  journeys = await startJourneys(world.origin)
})
afterAll(async () => {
  await journeys.close()
  await world.close()
})

const minute = 60_000
const hour = 60 * minute

type Played = {
  open: OpenGame
  berth: { id: number }
  gulls: OpenTeam
  terns: OpenTeam
  /** Only the gulls had solved anything. */
  early: number
  publish: (sent?: object) => Promise<void>
}

/** Over, and frozen since before the terns overtook the gulls. */
const played = async (isFrozen = true): Promise<Played> => {
  const now = world.clock.now()
  const open = await createOpenGame(world, {
    ...{ title: 'Harbour Cup', practice_mode: true, writeup_required: true },
    ...{
      writeup_deadline: new Date(now + 48 * hour),
      freeze_at: isFrozen ? new Date(now - 5 * minute) : null,
    },
  })
  const students = await open.division('Students')
  const berth = await open.challenge({ title: 'Berth', flags: ['flag{a}'], original_score: 500 })
  const chandler = await open.challenge({ title: 'Chandler', flags: ['flag{b}'], original_score: 700 })
  const gulls = await open.team({ name: 'Gulls', division: students })
  const terns = await open.team({ name: 'فريق النوارس', division: students })
  await insertSolve(
    world.db,
    { participation: gulls.participation, challenge: berth },
    new Date(now - 10 * minute),
  )
  await open.changed()
  await open.submit(terns.player, berth, 'flag{a}')
  await open.submit(terns.player, chandler, 'flag{b}')
  await world.db
    .updateTable('game')
    .set({ start_at: new Date(now - hour), end_at: new Date(world.clock.now()) })
    .where('id', '=', open.game.id)
    .execute()
  await open.changed()
  return {
    ...{ open, berth, gulls, terns, early: now - 5 * minute },
    async publish(sent = {}) {
      const { status, text } = await admin.post(`/api/edit/games/${open.game.id}/results`, sent)
      expect(status, text).toBe(200)
    },
  }
}

it.each(Object.entries(inspectedWidths))(
  'players find their place on the page of the game, and the final board with its revision, on a %s',
  async (size, width) => {
    const { open, gulls, terns, publish } = await played()
    const visit = await journeys.visit({ width })
    await logIn(visit, terns.player)
    const { page } = visit
    await page.goto(`/games/${open.game.id}`)
    const card = page.getByRole('region', { name: 'Results' })
    await card.getByText('Results aren’t published yet').waitFor()
    await card.getByText('without ranks', { exact: false }).waitFor()
    await expectNoFaults(visit, `results-pending-${size}`)

    await publish({ note: 'Thank you for playing' })
    await page.reload()
    await card.getByText('1st of 2', { exact: true }).waitFor()
    await card.getByText('1st of 2 in Students').waitFor()
    expect(await page.locator('main [data-kind="primary"]').allInnerTexts()).toEqual(['Final scoreboard'])
    await card.getByText('Thank you for playing').waitFor()
    await card.getByRole('img', { name: 'Your team’s points over time' }).waitFor()
    await expectNoFaults(visit, `results-card-${size}`)
    await card.getByRole('button', { name: /^Submit writeup by / }).click()
    await page.getByRole('dialog', { name: 'Submit writeup' }).getByText('Not submitted yet').waitFor()
    await page.keyboard.press('Escape')
    await card.getByRole('button', { name: 'Share' }).click()
    await card.getByRole('button', { name: 'Copied' }).waitFor()

    await goTo(page, '/')
    await page.getByRole('heading', { name: 'Harbour Cup', level: 1 }).waitFor()
    await card.getByText('1st of 2', { exact: true }).waitFor()
    await expectNoFaults(visit, `home-after-${size}`)

    // Those of a large game take a while, and the page goes ahead without them. So it does without the game, which
    // they don't need.
    for (const [late, isShown] of [
      [`**/api/game/${open.game.id}/results`, 0],
      [`**/api/game/${open.game.id}`, 1],
    ] as const) {
      let release = (): void => undefined
      const released = new Promise<void>((resolve) => {
        release = resolve
      })
      await page.route(late, async (route) => {
        await released
        await route.continue()
      })
      await page.goto('/')
      await page.getByRole('heading', { name: 'Harbour Cup', level: 1 }).waitFor()
      await expect.poll(() => card.getByText('1st of 2', { exact: true }).count()).toBe(isShown)
      release()
      await card.getByText('1st of 2', { exact: true }).waitFor()
      await page.unroute(late)
    }

    await admin.put(`/api/admin/teams/${gulls.team.id}`, { name: 'Kittiwakes' })
    await card.getByRole('link', { name: 'Final scoreboard' }).click()
    const band = page.getByRole('region', { name: 'Results' })
    await band.getByText('Final results').waitFor()
    await band.getByText('Revision 1', { exact: false }).waitFor()
    await page.locator('main').getByText('Gulls').first().waitFor()
    expect(await page.getByRole('region', { name: 'Scoreboard freeze' }).count()).toBe(0)
    expect(await page.locator('main').getByText('Live', { exact: true }).count()).toBe(0)
    expect(await page.getByText('Scoreboard frozen').count()).toBe(0)
    await expectNoFaults(visit, `results-board-${size}`)
    await band.getByRole('switch', { name: 'Current scoreboard' }).click()
    await page.locator('main').getByText('Kittiwakes').first().waitFor()

    await publish({ reason: 'A team was renamed' })
    await page.goto(`/games/${open.game.id}`)
    await card.getByText('Revision 2', { exact: false }).first().waitFor()
    await card.getByText('Revisions', { exact: true }).click()
    await card.getByText('A team was renamed').waitFor()
    await card.getByRole('link', { name: 'Revision 1' }).click()
    await band.getByText('An older revision').waitFor()
    await page.locator('main').getByText('Gulls').first().waitFor()
    expect(visit.faults()).toEqual([])
    await visit.close()
  },
)

withBreadth(() => {
  it('visitors see who won; while a page is open, results take the place of a frozen board', async () => {
    const { open, berth, early, publish } = await played()
    const visit = await journeys.visit({ width: widths.desktop })
    const { page } = visit
    await page.goto(`/games/${open.game.id}`)
    await page.getByRole('heading', { name: 'Harbour Cup' }).waitFor()
    await publish()
    const card = page.getByRole('region', { name: 'Results' })
    await card.getByText('Top teams').waitFor()
    await expectNoFaults(visit, 'results-visitor')
    visit.expectAnswer(404, `/api/game/${open.game.id}/results`)
    expect((await admin.delete(`/api/edit/games/${open.game.id}/results`, {})).status).toBe(200)
    await card.waitFor({ state: 'detached' })

    await page.goto(`/games/${open.game.id}/scoreboard`)
    await page.getByText(/^Frozen since /).waitFor()
    await publish()
    await page.getByText('Final results').waitFor()
    const points = page.getByRole('row').filter({ hasText: 'Gulls' }).getByRole('gridcell')
    // Those of the points and of the solves.
    const zero = points.getByText('0', { exact: true }).first()
    await page.getByRole('slider', { name: 'Time of the scoreboard' }).press('Home')
    await page.getByText('As of', { exact: false }).first().waitFor()
    // Nothing above an earlier board calls it final.
    await page.getByText('Final results').waitFor({ state: 'detached' })
    expect(await page.getByText('Revision 1', { exact: false }).count()).toBe(0)
    await zero.waitFor()
    // Also where it fills a screen.
    await expect.poll(() => page.url()).toContain('at=')
    await page.goto(`${page.url()}&present=1`)
    await zero.waitFor()
    await page.getByText('As of', { exact: false }).first().waitFor()
    await page.getByRole('button', { name: 'Back to final' }).click()
    await zero.waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await zero.waitFor({ state: 'detached' })
    await page.getByText('Final results').waitFor()

    // An address leads to what was so then, whatever is set for practice since.
    const first = (): Promise<string | null> => page.locator('main [data-team]').first().textContent()
    await expect.poll(first).toContain('فريق النوارس')
    const path = `/api/edit/games/${open.game.id}/challenges/${berth.id}`
    expect((await admin.put(path, { isEnabled: false })).status).toBe(200)
    await page.goto(`/games/${open.game.id}/scoreboard?at=${early}`)
    await page.getByText('As of', { exact: false }).first().waitFor()
    await expect.poll(first).toContain('Gulls')
    await points.getByText('525', { exact: true }).first().waitFor()
    expect(visit.faults()).toEqual([])
    await visit.close()
  })

  it('an open page hears of results without a freeze, of another revision, and of their withdrawal', async () => {
    const { open, gulls, publish } = await played(false)
    const visit = await journeys.visit({ width: widths.desktop })
    const { page } = visit
    await page.goto(`/games/${open.game.id}/scoreboard`)
    await page.getByRole('row').filter({ hasText: 'Gulls' }).waitFor()
    await connected(page)
    await publish()
    const band = page.getByRole('region', { name: 'Results' })
    await band.getByText('Revision 1', { exact: false }).waitFor()

    await admin.put(`/api/admin/teams/${gulls.team.id}`, { name: 'Kittiwakes' })
    await publish({ reason: 'A team was renamed' })
    await band.getByText('Revision 2', { exact: false }).waitFor()
    await page.locator('main').getByText('Kittiwakes').first().waitFor()

    const results = `/api/game/${open.game.id}/results`
    visit.expectAnswer(404, results)
    const { status } = await admin.delete(`/api/edit/games/${open.game.id}/results`, {})
    expect(status).toBe(200)
    await band.waitFor({ state: 'detached' })
    await page.locator('main').getByText('Kittiwakes').first().waitFor()
    expect(visit.faults()).toEqual([])
    await visit.close()
  })
})
