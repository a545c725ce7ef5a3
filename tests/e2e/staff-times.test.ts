import type { GameInfo } from '@pennant/contract/game'
import type { NoticeToEdit } from '@pennant/contract/notice'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtClient, type Journeys, startJourneys, type Visit, widths } from '../kit/browser.ts'
import { insertSolve } from '../kit/factories.ts'
import { createOpenGame, type OpenGame } from '../kit/open-game.ts'
import { createWorld, type Person, type World } from '../kit/world.ts'
import { inspectedWidths, expectNoFaults, logIn } from './screen.ts'

const minute = 60_000
const hour = 60 * minute

const dialog = (page: Page) => page.getByRole('dialog')
const changes = (page: Page) => dialog(page).getByRole('region', { name: 'What changes on the scoreboard' })

/** In the format of the field and the time zone of the tests' browser. */
const typed = (at: number): string =>
  new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: 'Europe/Berlin' })
    .format(at)
    .replace(' ', 'T')

describe('other times of a game that runs', () => {
  let world: World
  let journeys: Journeys
  let admin: Person
  beforeAll(async () => {
    world = await createWorld({ webRoot: builtClient })
    admin = await world.person('Admin', 'quartermaster')
    journeys = await startJourneys(world.origin)
  })
  afterAll(async () => {
    await journeys.close()
    await world.close()
  })

  /** Started an hour ago: Otters solved half an hour ago, Sea Urchins ten minutes ago. */
  const played = async (settings: Parameters<typeof createOpenGame>[1] = {}) => {
    const now = Math.floor(world.clock.now() / minute) * minute
    const times = { start_at: new Date(now - hour), end_at: new Date(now + hour) }
    const open = await createOpenGame(world, { title: 'Harbour Cup', ...times, ...settings })
    const challenge = await open.challenge({ title: 'Lighthouse', original_score: 1000, min_score_rate: 1 })
    const buoy = await open.challenge({ title: 'Buoy', original_score: 2000, min_score_rate: 1 })
    const otters = await open.team({ name: 'Otters' })
    const urchins = await open.team({ name: 'Sea Urchins' })
    const solved = { participation: otters.participation, challenge }
    await insertSolve(world.db, solved, new Date(now - 30 * minute))
    const later = { participation: urchins.participation, challenge: buoy }
    await insertSolve(world.db, later, new Date(now - 10 * minute))
    await open.changed()
    return { open, now, path: `/admin/games/${open.game.id}/info` }
  }
  const visitAt = async (path: string, width: number = widths.desktop): Promise<Visit> => {
    const visit = await journeys.visit({ width })
    await logIn(visit, admin)
    await visit.page.goto(path)
    return visit
  }
  const gameOf = async ({ game }: OpenGame): Promise<GameInfo> =>
    (await admin.get<GameInfo>(`/api/edit/games/${game.id}`)).body
  const noticesOf = async ({ game }: OpenGame): Promise<string[]> =>
    (await admin.get<NoticeToEdit[]>(`/api/edit/games/${game.id}/notices`)).body
      .filter(({ type }) => type === 'Normal')
      .map(({ values }) => values[0] ?? '')
  const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()

  it.each(Object.entries(inspectedWidths))(
    'are asked about with the solves that fall out of them, on a %s',
    async (size, width) => {
      const { open, now, path } = await played()
      const before = await gameOf(open)
      const visit = await visitAt(path, width)
      const { page } = visit
      await page.locator('[name=end]').fill(typed(now - 20 * minute))
      await save(page)
      await changes(page).getByText('1 solve no longer counts').waitFor()
      await changes(page).getByText('1 team loses points (2,100 points)').waitFor()
      await changes(page).getByText('Lead: Sea Urchins → Otters (2,100 → 1,050 points)').waitFor()
      await dialog(page).getByLabel('Post a notice to players').waitFor()
      await expectNoFaults(visit, `times-question-${size}`)
      await dialog(page).getByRole('button', { name: 'Cancel' }).click()
      expect(await gameOf(open)).toEqual(before)
      expect(await noticesOf(open)).toEqual([])
      expect(visit.faults()).toEqual([])
      await visit.close()
    },
  )

  it('are told to players in the words that were offered, or in others', async () => {
    const { open, now, path } = await played()
    const visit = await visitAt(path)
    const { page } = visit
    await page.locator('[name=end]').fill(typed(now + 2 * hour))
    await save(page)
    const notice = dialog(page).locator('[name=notice]')
    const offered = await notice.inputValue()
    expect(offered).toMatch(/^The end of the game has moved\. Before: .* UTC\. Now: .* UTC\.$/)
    await notice.fill(`${offered} Enjoy!`)
    await dialog(page).getByRole('button', { name: 'Change times' }).click()
    await page.getByText('Times changed').waitFor()
    expect((await gameOf(open)).end).toBe(now + 2 * hour)
    expect(await noticesOf(open)).toEqual([`${offered} Enjoy!`])

    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('The notice about the change is still posted').waitFor()
    expect((await gameOf(open)).end).toBe(now + hour)
    expect(visit.faults()).toEqual([])
    await visit.close()
  })

  it('are told to nobody where the organizer does not want it', async () => {
    const { open, now, path } = await played()
    const visit = await visitAt(path)
    const { page } = visit
    await page.locator('[name=start]').fill(typed(now - 2 * hour))
    await save(page)
    await dialog(page).getByLabel('Post a notice to players').uncheck()
    await dialog(page).getByRole('button', { name: 'Change times' }).click()
    await page.getByText('Times changed').waitFor()
    expect((await gameOf(open)).start).toBe(now - 2 * hour)
    expect(await noticesOf(open)).toEqual([])

    const path412 = `/api/edit/games/${open.game.id}`
    visit.expectAnswer(412, path412)
    const theirs = await gameOf(open)
    expect((await admin.put(path412, { ...theirs, summary: 'New' })).status).toBe(200)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Someone else has changed it since. Nothing was overwritten.').waitFor()
    expect(await gameOf(open)).toMatchObject({ summary: 'New', start: now - 2 * hour })
    expect(visit.faults()).toEqual([])
    await visit.close()
  })

  it('are saved although the notice is refused, which can be posted again', async () => {
    const { open, now, path } = await played()
    const visit = await visitAt(path)
    const { page } = visit
    const notices = `/api/edit/games/${open.game.id}/notices`
    visit.expectAnswer(500, notices)
    await page.route(`**${notices}`, (route) =>
      route.fulfill({ status: 500, json: { title: 'Out of ink', status: 500 } }),
    )
    await page.locator('[name=end]').fill(typed(now + 2 * hour))
    await save(page)
    await dialog(page).getByRole('button', { name: 'Change times' }).click()
    await dialog(page).getByText('The times are changed, but the notice wasn’t posted').waitFor()
    expect((await gameOf(open)).end).toBe(now + 2 * hour)
    await page.unroute(`**${notices}`)
    await dialog(page).getByRole('button', { name: 'Post notice', exact: true }).click()
    await dialog(page).waitFor({ state: 'detached' })
    expect(await noticesOf(open)).toHaveLength(1)
    expect(visit.faults()).toEqual([])
    await visit.close()
  })

  it('are not asked about before the game begins', async () => {
    const { open, now, path } = await played({
      start_at: new Date(world.clock.now() + 24 * hour),
      end_at: new Date(world.clock.now() + 48 * hour),
    })
    const visit = await visitAt(path)
    const { page } = visit
    await page.locator('[name=end]').fill(typed(now + 50 * hour))
    await save(page)
    await page.getByText('Saved', { exact: true }).first().waitFor()
    expect((await gameOf(open)).end).toBe(now + 50 * hour)
    expect(visit.faults()).toEqual([])
    await visit.close()
  })

  it('leave practice alone, which is ended after a question of its own', async () => {
    const { open, path } = await played({
      start_at: new Date(world.clock.now() - 5 * hour),
      end_at: new Date(world.clock.now() - hour),
      practice_mode: true,
    })
    const visit = await visitAt(path)
    const { page } = visit
    await page.getByLabel('Practice mode').uncheck()
    await save(page)
    await dialog(page).getByText('running instances stop', { exact: false }).waitFor()
    await expectNoFaults(visit, 'end-practice')
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    expect((await gameOf(open)).practiceMode).toBe(true)
    await save(page)
    await dialog(page).getByRole('button', { name: 'End practice' }).click()
    await page.getByText('Saved', { exact: true }).first().waitFor()
    expect((await gameOf(open)).practiceMode).toBe(false)
    expect(visit.faults()).toEqual([])
    await visit.close()
  })
})
