import type { ChallengeEditDetail } from '@pennant/contract/challenge'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { builtClient, type Journeys, screenshot, startJourneys, widths } from '../kit/browser.ts'
import { createOpenGame, type OpenGame, type OpenTeam } from '../kit/open-game.ts'
import { createWorld, type Person, type World } from '../kit/world.ts'
import { expectNoFaults, logIn } from './screen.ts'

let world: World
let journeys: Journeys
let admin: Person
let open: OpenGame
let team: OpenTeam
let ids: Record<'rsa' | 'sql' | 'bare', number>
beforeAll(async () => {
  world = await createWorld({ webRoot: builtClient })
  admin = await world.person('Admin')
  open = await createOpenGame(world, { title: 'Regatta' })
  team = await open.team({ name: 'فريق النوارس' })
  const made = async (title: string, category: 'Crypto' | 'Web'): Promise<number> =>
    (await open.challenge({ title, category })).id
  ids = {
    rsa: await made('Two Lamps', 'Crypto'),
    sql: await made('Timetable', 'Web'),
    bare: await made('Plain', 'Web'),
  }
  journeys = await startJourneys(world.origin)
})
afterAll(async () => {
  await journeys.close()
  await world.close()
})

const stored = async (id: number): Promise<ChallengeEditDetail> =>
  (await admin.get<ChallengeEditDetail>(`/api/edit/games/${open.game.id}/challenges/${id}`)).body

it('an organizer sets level, tags, and authors in the editor, and for several challenges together', async () => {
  const visit = await journeys.visit()
  await logIn(visit, admin)
  const { page } = visit
  await page.goto(`/admin/games/${open.game.id}/challenges/${ids.rsa}`)
  await page.getByLabel('Level').selectOption('Hard')
  await page.getByLabel('Tags').fill('x'.repeat(33))
  await page.getByLabel('Authors').fill('Ada, حنان')
  await page.getByRole('button', { name: 'Save' }).click()
  // Said at the field, and nothing is lost.
  await page.getByText('Enter up to 16, each with up to 32 characters').waitFor()
  await page.getByLabel('Tags').fill('RSA, Common factor, rsa')
  await page.getByRole('button', { name: 'Preview as player' }).click()
  await page
    .getByRole('dialog')
    .getByText(/By .?Ada/)
    .waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved', { exact: true }).first().waitFor()
  await expectNoFaults(visit, 'challenge-labels-editor')
  expect(await stored(ids.rsa)).toMatchObject({
    ...{ level: 'Hard', tags: ['RSA', 'Common factor'], authors: ['Ada', 'حنان'] },
  })

  await page.goto(`/admin/games/${open.game.id}/challenges`)
  for (const title of ['Two Lamps', 'Timetable'])
    await page.getByRole('checkbox', { name: `Select ${title}` }).check()
  await page.getByRole('button', { name: 'Labels…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Level').selectOption('Easy')
  await dialog.getByLabel('Add tags').fill('Warm up')
  await dialog.getByLabel('Remove tags').fill('rsa')
  await expectNoFaults(visit, 'challenge-labels-dialog')
  await dialog.getByRole('button', { name: 'Save' }).click()
  const table = page.getByRole('table', { name: 'Challenges' })
  await table.getByText('Common factor').waitFor()
  await expect.poll(() => table.getByText('Easy').count()).toBe(2)
  // With all its columns, it fits; in a narrower window, some of them stand below the title.
  const hidden = () =>
    table.evaluate(({ parentElement: box }) => (box?.scrollWidth ?? 0) - (box?.clientWidth ?? 0))
  const height = page.viewportSize()?.height ?? 0
  for (const [width, columns] of [
    [1024, 8],
    [1200, 8],
    [784, 6],
    [widths.desktop, 10],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect.poll(() => table.getByRole('columnheader').count()).toBe(columns)
    expect(await hidden(), `${width}`).toBe(0)
    await table.getByText('Common factor').waitFor()
    await screenshot(page, `challenge-list-${width}`)
  }
  await expectNoFaults(visit, 'challenge-labels-list')
  expect(await stored(ids.rsa)).toMatchObject({ level: 'Easy', tags: ['Common factor', 'Warm up'] })
  expect(await stored(ids.sql)).toMatchObject({ level: 'Easy', tags: ['Warm up'] })

  await page.getByRole('button', { name: 'Undo' }).click()
  await table.getByText('Hard').waitFor()
  expect(await stored(ids.rsa)).toMatchObject({ level: 'Hard', tags: ['RSA', 'Common factor'] })
  await expect.poll(async () => (await stored(ids.sql)).tags).toBeUndefined()
  expect(visit.faults()).toEqual([])
  await visit.close()
})

it('a player filters by level and by tag, sorts by level, and reads who made it, with the address to share', async () => {
  const change = (id: number, body: object) =>
    admin.put(`/api/edit/games/${open.game.id}/challenges/${id}`, body)
  await change(ids.rsa, { level: 'Hard', tags: ['RSA'], authors: ['Ada', 'حنان'] })
  await change(ids.sql, { level: 'Beginner', tags: ['SQL'] })
  const visit = await journeys.visit({ width: widths.phone })
  await logIn(visit, team.player)
  const { page } = visit
  await page.goto(`/games/${open.game.id}/challenges`)
  const cards = page.locator('[data-challenge] strong')
  await page.locator('[data-challenge]').getByText('Beginner').waitFor()
  await page.getByRole('combobox', { name: 'Sort' }).selectOption('level')
  await expect.poll(() => cards.allTextContents()).toEqual(['Timetable', 'Two Lamps', 'Plain'])
  await expectNoFaults(visit, 'challenge-labels-player')
  await page.getByRole('combobox', { name: 'Tag' }).selectOption('RSA')
  await expect.poll(() => cards.allTextContents()).toEqual(['Two Lamps'])
  await page.reload()
  await expect.poll(() => cards.allTextContents()).toEqual(['Two Lamps'])
  await page.getByRole('combobox', { name: 'Level' }).selectOption('Beginner')
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect.poll(() => cards.count()).toBe(3)

  await page.locator(`[data-challenge="${ids.rsa}"]`).click()
  const panel = page.locator('#challenge-panel')
  await panel.getByText(/By .?Ada and/).waitFor()
  await panel.getByText('Hard').waitFor()
  await expectNoFaults(visit, 'challenge-labels-panel')
  expect(visit.faults()).toEqual([])
  await visit.close()
})
