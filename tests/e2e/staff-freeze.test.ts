import { randomUUID } from 'node:crypto'
import type { GameInfo } from '@pennant/contract/game'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { byBreadth } from '../kit/breadth.ts'
import { builtClient, type Journeys, startJourneys, type Visit, widths } from '../kit/browser.ts'
import { createOpenGame, type OpenGame } from '../kit/open-game.ts'
import { createWorld, type Person, type World } from '../kit/world.ts'
import { expectNoFaults, inspectedWidths, logIn } from './screen.ts'

const minute = 60_000
const hour = 60 * minute

/** In the format of the field and the time zone of the tests' browser. */
const typed = (at: number): string =>
  new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: 'Europe/Berlin' })
    .format(at)
    .replace(' ', 'T')

const dialog = (page: Page) => page.getByRole('dialog')
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()
const freezeAt = (page: Page) => page.getByLabel('Freeze time')

describe('a freeze', () => {
  let world: World
  let journeys: Journeys
  let admin: Person
  /** In whole minutes, as in the fields. */
  let now: number
  beforeAll(async () => {
    world = await createWorld({ webRoot: builtClient })
    now = Math.floor(world.clock.now() / minute) * minute
    admin = await world.person('Admin', 'quartermaster')
    journeys = await startJourneys(world.origin)
  })
  afterAll(async () => {
    await journeys.close()
    await world.close()
  })

  const running = (settings: Parameters<typeof createOpenGame>[1] = {}): Promise<OpenGame> =>
    createOpenGame(world, {
      title: 'Harbour Cup',
      start_at: new Date(now - 2 * hour),
      end_at: new Date(now + 2 * hour),
      ...settings,
    })
  const visitAt = async (path: string, width: number = widths.desktop): Promise<Visit> => {
    const visit = await journeys.visit({ width })
    await logIn(visit, admin)
    await visit.page.goto(path)
    return visit
  }
  const pathOf = ({ game }: OpenGame): string => `/admin/games/${game.id}`
  const gameOf = async ({ game }: OpenGame): Promise<GameInfo> =>
    (await admin.get<GameInfo>(`/api/edit/games/${game.id}`)).body
  const saved = (page: Page) => page.getByText('Saved', { exact: true }).first().waitFor()

  it.each(Object.entries(inspectedWidths))(
    'is planned beside the times of a game on a %s, with refusals at its field',
    async (size, width) => {
      const open = await running()
      const visit = await visitAt(`${pathOf(open)}/info`, width)
      const { page } = visit
      await page.getByLabel('Freeze the scoreboard').check()
      expect(await freezeAt(page).inputValue()).toBe(typed(now + hour))
      await freezeAt(page).fill(typed(now + 3 * hour))
      await save(page)
      await page.getByText('Choose a time between the start and the end').waitFor()
      expect(await freezeAt(page).getAttribute('aria-invalid')).toBe('true')
      await expectNoFaults(visit, `freeze-outside-${size}`)

      const program = { id: randomUUID(), program: null, elected: false, loop_delay_ms: 1, hub_clients: 0 }
      const seen = new Date(world.clock.now())
      const beat = { ...program, seen_at: seen, started_at: seen, memory_mb: 1 }
      await world.db.insertInto('process').values(beat).execute()
      visit.expectAnswer(409, `/api/edit/games/${open.game.id}`)
      await freezeAt(page).fill(typed(now + hour))
      await save(page)
      await page.getByText(/^A freeze can’t be set while an older version/).waitFor()
      expect(await freezeAt(page).getAttribute('aria-invalid')).toBe('true')
      expect(await gameOf(open)).not.toHaveProperty('freezeAt')
      await world.db.deleteFrom('process').where('id', '=', program.id).execute()

      await page.getByLabel('Hide all teams').check()
      await save(page)
      await saved(page)
      expect(await gameOf(open)).toMatchObject({ freezeAt: now + hour, freezeHidesBoard: true })
      await expectNoFaults(visit, `freeze-planned-${size}`)
      await page.goto(pathOf(open))
      await page.getByText(/^Freezes: /).waitFor()
      await expectNoFaults(visit, `freeze-overview-${size}`)
      await visit.close()
    },
  )

  it('that has not come is moved and cleared without a question, and stays when only the end moves', async () => {
    const open = await running({ freeze_at: new Date(now + hour) })
    const visit = await visitAt(`${pathOf(open)}/info`)
    const { page } = visit
    await freezeAt(page).fill(typed(now + 90 * minute))
    await save(page)
    await saved(page)
    expect((await gameOf(open)).freezeAt).toBe(now + 90 * minute)

    await page.locator('[name=end]').fill(typed(now + 3 * hour))
    await save(page)
    await dialog(page).getByLabel('Post a notice to players').uncheck()
    await dialog(page).getByRole('button', { name: 'Change times' }).click()
    await page.getByText('Times changed').waitFor()
    expect(await gameOf(open)).toMatchObject({ end: now + 3 * hour, freezeAt: now + 90 * minute })
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Change undone').waitFor()
    expect(await gameOf(open)).toMatchObject({ end: now + 2 * hour, freezeAt: now + 90 * minute })

    await page.getByLabel('Freeze the scoreboard').uncheck()
    await save(page)
    await saved(page)
    expect(await gameOf(open)).not.toHaveProperty('freezeAt')
    expect(visit.faults()).toEqual([])
    await visit.close()
  })

  it('that has come is asked about before it is moved, hides teams, or ends, and stays without consent', async () => {
    const open = await running({ freeze_at: new Date(now - 30 * minute) })
    const visit = await visitAt(`${pathOf(open)}/info`)
    const { page } = visit
    const move = (at: number) => freezeAt(page).fill(typed(at))
    const changes: [change: () => Promise<void>, says: RegExp, agree: string][] = [
      [() => move(now - 10 * minute), /with points, ranks, and bloods/, 'Move freeze'],
      [() => move(now - hour), /disappear for everyone except/, 'Move freeze'],
      [() => page.getByLabel('Hide all teams').check(), /no longer shows teams/, 'Hide teams'],
      [
        () => page.getByLabel('Freeze the scoreboard').uncheck(),
        /^Everyone will see what/,
        'Unfreeze scoreboard',
      ],
    ]
    for (const [at, [change, says, agree]] of changes.entries()) {
      const before = await gameOf(open)
      await change()
      await save(page)
      await dialog(page).getByText(says).waitFor()
      // The others differ in words alone.
      if (byBreadth(at === 0, true)) await expectNoFaults(visit, `freeze-question-${at}`)
      await dialog(page).getByRole('button', { name: 'Cancel' }).click()
      expect(await gameOf(open)).toEqual(before)
      await save(page)
      await dialog(page).getByRole('button', { name: agree, exact: true }).click()
      await dialog(page).waitFor({ state: 'detached' })
      await page.getByText('Unsaved changes').waitFor({ state: 'detached' })
      expect(await gameOf(open)).not.toEqual(before)
    }
    expect(visit.faults()).toEqual([])
    await visit.close()
  })

  it('by mistake is undone', async () => {
    const open = await running()
    const visit = await visitAt(pathOf(open))
    const { page } = visit
    await page.getByRole('button', { name: 'Freeze now' }).click()
    await dialog(page).getByRole('button', { name: 'Freeze scoreboard' }).click()
    await page.getByText('Scoreboard frozen', { exact: true }).waitFor()
    expect(await gameOf(open)).toHaveProperty('freezeAt')
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Change undone').waitFor()
    expect(await gameOf(open)).not.toHaveProperty('freezeAt')
    expect(visit.faults()).toEqual([])
    await visit.close()
  })

  it.each(Object.entries(inspectedWidths))('is remembered after the end on a %s', async (size, width) => {
    const open = await running({
      end_at: new Date(now - minute),
      freeze_at: new Date(now - hour),
    })
    await open.team({ name: 'Gulls' })
    const visit = await visitAt(pathOf(open), width)
    const { page } = visit
    const list = page.getByRole('region', { name: 'Left to do' })
    await list.getByText('The scoreboard is still frozen.', { exact: false }).waitFor()
    await expectNoFaults(visit, `still-frozen-${size}`)
    await page.goto('/admin/status')
    await page.getByText('The scoreboard of “Harbour Cup” is still frozen').first().waitFor()
    await expectNoFaults(visit, `still-frozen-status-${size}`)

    await page.goto(pathOf(open))
    expect(await page.getByRole('button', { name: 'Unfreeze scoreboard' }).count()).toBe(0)
    await list.getByRole('link', { name: 'Results' }).click()
    await page.getByText('Not published yet').waitFor()
    const steps = page.getByRole('region', { name: 'Steps in order' })
    const step = (name: string) =>
      steps.getByRole('listitem').filter({ has: page.getByRole('link', { name, exact: true }) })
    await step('CTFtime').getByText('Waits for the results').waitFor()
    await expectNoFaults(visit, `results-before-${size}`)
    await page.getByRole('button', { name: 'Publish results' }).click()
    await dialog(page).getByText('The freeze ends, and everyone sees', { exact: false }).waitFor()
    await dialog(page).getByText('you can’t take back what people have seen', { exact: false }).waitFor()
    await dialog(page).getByLabel('Note').fill('Thank you for playing')
    await expectNoFaults(visit, `results-question-${size}`)
    await dialog(page).getByRole('button', { name: 'Publish results' }).click()
    await page.getByRole('table', { name: 'Revisions' }).getByText('Thank you for playing').waitFor()
    await step('CTFtime').getByText('Upload the results to CTFtime', { exact: false }).waitFor()
    await step('Reveal').getByText('Ready', { exact: true }).waitFor({ state: 'attached' })
    await expectNoFaults(visit, `results-published-${size}`)
    expect(await gameOf(open)).toHaveProperty('resultsAt')

    await step('CTFtime').getByRole('link').click()
    await page.getByRole('region', { name: 'CTFtime' }).getByText('Minimal feed').waitFor()
    await page.getByText('Results are published.', { exact: false }).waitFor()
    await list.waitFor()
    await expect.poll(() => list.getByText('still frozen', { exact: false }).count()).toBe(0)

    // What is changed from now on is in no results that are published already.
    await page.goto(`${pathOf(open)}/scoring`)
    await page.getByRole('button', { name: 'Give or take points' }).click()
    await dialog(page).getByRole('checkbox', { name: 'Gulls' }).check()
    await dialog(page).getByRole('spinbutton', { name: 'Points' }).fill('50')
    await dialog(page).getByText('stay as they are until you publish a new revision').waitFor()
    await expectNoFaults(visit, `results-points-after-${size}`)

    await page.goto(`${pathOf(open)}/results`)
    await page.getByRole('button', { name: 'Publish new revision' }).click()
    await dialog(page).getByRole('button', { name: 'Publish new revision' }).click()
    await page.getByText('Nothing has changed since the last revision').waitFor()
    await page.getByRole('button', { name: 'Withdraw results' }).click()
    await dialog(page).getByText('The scoreboard is frozen again', { exact: false }).waitFor()
    await expectNoFaults(visit, `results-withdraw-${size}`)
    await dialog(page).getByRole('button', { name: 'Withdraw results' }).click()
    await page.getByText('Only administrators see the revisions.', { exact: false }).waitFor()
    expect(await gameOf(open)).not.toHaveProperty('resultsAt')
    expect(visit.faults()).toEqual([])
    await visit.close()
  })
})
