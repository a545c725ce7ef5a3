import type { ChallengeEditDetail } from '@pennant/contract/challenge'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtClient, type Journeys, startJourneys, type Visit, widths } from '../kit/browser.ts'
import { insertSolve } from '../kit/factories.ts'
import { createOpenGame, type OpenGame } from '../kit/open-game.ts'
import { createWorld, type Person, type World } from '../kit/world.ts'
import { inspectedWidths, expectNoFaults, logIn } from './screen.ts'

const day = 86_400_000

const dialog = (page: Page) => page.getByRole('dialog')
const changes = (page: Page) => dialog(page).getByRole('region', { name: 'What changes on the scoreboard' })
const confirm = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click()

describe('what organizers are asked before they change a game that has begun', () => {
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

  /** Sea Urchins lead with both challenges, Night Watch and Otters have one; the third is unsolved. */
  const played = async (begun = true) => {
    const times = begun
      ? {}
      : { start_at: new Date(world.clock.now() + day), end_at: new Date(world.clock.now() + 2 * day) }
    const open = await createOpenGame(world, { title: 'Harbour Cup', ...times })
    const guests = await open.division('Guests')
    const lighthouse = await open.challenge({ title: 'Lighthouse', original_score: 1000, min_score_rate: 1 })
    const buoy = await open.challenge({ title: 'Buoy', original_score: 500, min_score_rate: 1 })
    const anchor = await open.challenge({ title: 'Anchor', original_score: 100, is_enabled: true })
    const urchins = await open.team({ name: 'Sea Urchins' })
    const watch = await open.team({ name: 'Night Watch' })
    const otters = await open.team({ name: 'Otters' })
    const at = world.clock.now() - 60_000
    if (begun) {
      await insertSolve(
        world.db,
        { participation: urchins.participation, challenge: lighthouse },
        new Date(at),
      )
      await insertSolve(world.db, { participation: watch.participation, challenge: buoy }, new Date(at + 1))
      await insertSolve(world.db, { participation: otters.participation, challenge: buoy }, new Date(at + 2))
    }
    await open.changed()
    return { open, lighthouse, buoy, anchor, guests, base: `/admin/games/${open.game.id}` }
  }
  const visitAt = async (path: string, width: number = widths.desktop): Promise<Visit> => {
    const visit = await journeys.visit({ width })
    await logIn(visit, admin)
    await visit.page.goto(path)
    return visit
  }
  const challenge = async ({ game }: OpenGame, { id }: { id: number }): Promise<ChallengeEditDetail> =>
    (await admin.get<ChallengeEditDetail>(`/api/edit/games/${game.id}/challenges/${id}`)).body

  it.each(Object.entries(inspectedWidths))(
    'names points and lead before a solved challenge is disabled, on a %s',
    async (size, width) => {
      const { open, lighthouse, base } = await played()
      const visit = await visitAt(`${base}/challenges/${lighthouse.id}`, width)
      const { page } = visit
      await page.getByRole('switch', { name: 'Lighthouse' }).click()
      await changes(page).getByText('1 team loses points (1,050 points)').waitFor()
      await changes(page).getByText('Lead: Sea Urchins → Night Watch (1,050 → 525 points)').waitFor()
      await expectNoFaults(visit, `disable-solved-${size}`)
      expect((await challenge(open, lighthouse)).isEnabled).toBe(true)
      await confirm(page, 'Cancel')
      await dialog(page).waitFor({ state: 'detached' })
      expect((await challenge(open, lighthouse)).isEnabled).toBe(true)
      expect(visit.faults()).toEqual([])
      await visit.close()
    },
  )

  it('takes back with one press what was disabled', async () => {
    const { open, lighthouse, base } = await played()
    const visit = await visitAt(`${base}/challenges`)
    const { page } = visit
    await page.getByRole('switch', { name: 'Lighthouse' }).click()
    await confirm(page, 'Disable')
    await page.getByText('1 challenge changed').waitFor()
    expect((await challenge(open, lighthouse)).isEnabled).toBe(false)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Change undone').waitFor()
    expect((await challenge(open, lighthouse)).isEnabled).toBe(true)
    expect(visit.faults()).toEqual([])
    await visit.close()
  })

  it('overwrites nothing when somebody else has changed it since', async () => {
    const { open, lighthouse, base } = await played()
    const visit = await visitAt(`${base}/challenges/${lighthouse.id}`)
    const { page } = visit
    const path = `/api/edit/games/${open.game.id}/challenges/${lighthouse.id}`
    visit.expectAnswer(412, path)
    await page.getByRole('switch', { name: 'Lighthouse' }).click()
    await confirm(page, 'Disable')
    await page.getByText('Challenge disabled').waitFor()
    expect((await admin.put(path, { title: 'Lightship' })).status).toBe(200)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Someone else has changed it since. Nothing was overwritten.').waitFor()
    expect(await challenge(open, lighthouse)).toMatchObject({ title: 'Lightship', isEnabled: false })
    expect(visit.faults()).toEqual([])
    await visit.close()
  })

  it('undoes a change of several one by one, and names those that were changed since', async () => {
    const { open, lighthouse, buoy, base } = await played()
    const visit = await visitAt(`${base}/challenges`)
    const { page } = visit
    const path = `/api/edit/games/${open.game.id}/challenges/${buoy.id}`
    visit.expectAnswer(412, path)
    await page.getByLabel('Select Lighthouse').check()
    await page.getByLabel('Select Buoy').check()
    await page.getByRole('button', { name: 'Disable', exact: true }).click()
    await changes(page).getByText('3 teams lose points (2,090 points in total, up to 1,050 each)').waitFor()
    await confirm(page, 'Disable')
    await page.getByText('2 challenges changed').waitFor()
    expect((await admin.put(path, { title: 'Sea mark' })).status).toBe(200)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('1 failed').waitFor()
    expect((await challenge(open, lighthouse)).isEnabled).toBe(true)
    expect(await challenge(open, buoy)).toMatchObject({ title: 'Sea mark', isEnabled: false })
    expect(visit.faults()).toEqual([])
    await visit.close()
  })

  it('asks nothing where no board changes', async () => {
    const before = await played(false)
    const early = await visitAt(`${before.base}/challenges`)
    await early.page.getByRole('switch', { name: 'Lighthouse' }).click()
    await early.page.getByText('1 challenge changed').waitFor()
    expect((await challenge(before.open, before.lighthouse)).isEnabled).toBe(false)
    expect(early.faults()).toEqual([])
    await early.close()

    const { open, anchor, base } = await played()
    const visit = await visitAt(`${base}/challenges`)
    const { page } = visit
    await page.getByRole('switch', { name: 'Anchor' }).click()
    await page.getByText('1 challenge changed').waitFor()
    expect((await challenge(open, anchor)).isEnabled).toBe(false)
    await page.goto(`${base}/challenges/${anchor.id}`)
    await page.locator('[name=originalScore]').fill('150')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved', { exact: true }).first().waitFor()
    expect((await challenge(open, anchor)).originalScore).toBe(150)
    expect(visit.faults()).toEqual([])
    await visit.close()
  })

  it('asks before solved challenges are worth other points, however they are changed', async () => {
    const { open, lighthouse, base } = await played()
    const visit = await visitAt(`${base}/challenges/${lighthouse.id}`)
    const { page } = visit
    const points = page.locator('[name=originalScore]')
    await points.fill('400')
    await page.getByRole('button', { name: 'Save' }).click()
    await changes(page).getByText('1 team loses points (630 points)').waitFor()
    await changes(page).getByText('Lead: Sea Urchins → Night Watch (1,050 → 525 points)').waitFor()
    await confirm(page, 'Cancel')
    expect((await challenge(open, lighthouse)).originalScore).toBe(1000)
    expect(await points.inputValue()).toBe('400')
    await page.getByRole('button', { name: 'Save' }).click()
    await changes(page).waitFor()
    await confirm(page, 'Save')
    await page.getByText('Saved', { exact: true }).first().waitFor()
    expect((await challenge(open, lighthouse)).originalScore).toBe(400)

    await page.goto(`${base}/challenges`)
    await page.getByLabel('Select Buoy').check()
    await page.getByRole('button', { name: 'Points…' }).click()
    await dialog(page).locator('[name=points]').fill('100')
    await changes(page).getByText('2 teams lose points').waitFor()
    await expectNoFaults(visit, 'points-of-solved')
    await confirm(page, 'Cancel')

    await page.goto(`${base}/scoring`)
    await page.locator('[name=first]').fill('50')
    await page.getByRole('button', { name: 'Save' }).click()
    await changes(page).getByText('2 teams gain points').waitFor()
    await confirm(page, 'Cancel')
    expect(visit.faults()).toEqual([])
    await visit.close()
  })

  it('says what is lost before solved challenges are deleted', async () => {
    const { lighthouse, base } = await played()
    const visit = await visitAt(`${base}/challenges/${lighthouse.id}`)
    const { page } = visit
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await changes(page).getByText('Lead: Sea Urchins → Night Watch').waitFor()
    await dialog(page).getByText('This can’t be undone', { exact: false }).waitFor()
    await expectNoFaults(visit, 'delete-solved')
    await confirm(page, 'Cancel')
    expect(visit.faults()).toEqual([])
    await visit.close()
  })

  it('asks before teams leave the board or play under other rules', async () => {
    const { base, guests, open } = await played()
    const visit = await visitAt(`${base}/review`)
    const { page } = visit
    const row = page.getByRole('row').filter({ hasText: 'Sea Urchins' })
    await row.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Suspend' }).click()
    await changes(page).getByText('Lead: Sea Urchins → Night Watch').waitFor()
    await expectNoFaults(visit, 'suspend-leader')
    await confirm(page, 'Suspend')
    await row.getByText('Suspended').waitFor()

    await row.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Accept' }).click()
    await changes(page).getByText('Lead: Night Watch → Sea Urchins (525 → 1,050 points)').waitFor()
    await confirm(page, 'Accept')
    await row.getByText('Accepted').waitFor()

    await row.getByRole('checkbox').check()
    await page.locator('[name=new-division]').selectOption({ label: 'Guests' })
    await changes(page).getByText('1 team changes rank').waitFor()
    await confirm(page, 'Move teams')
    await row.getByText('Guests').waitFor()

    await page.goto(`${base}/divisions`)
    await page.getByRole('button', { name: 'Edit Guests' }).click()
    await dialog(page).getByLabel('Get points').uncheck()
    await confirm(page, 'Save')
    await changes(page).getByText('1 team loses points (1,050 points)').waitFor()
    await expectNoFaults(visit, 'permissions-of-division')
    await dialog(page).last().getByRole('button', { name: 'Cancel' }).click()
    const kept = await admin.get<{ id: number }[]>(`/api/edit/games/${open.game.id}/divisions`)
    expect(kept.body).toMatchObject([{ id: guests.id, defaultPermissions: 2_147_483_647 }])
    expect(visit.faults()).toEqual([])
    await visit.close()
  })
})
