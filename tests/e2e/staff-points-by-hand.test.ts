import { afterAll, beforeAll, expect, it } from 'vitest'
import { builtClient, type Journeys, screenshot, startJourneys, widths } from '../kit/browser.ts'
import { createOpenGame, type OpenGame, type OpenTeam } from '../kit/open-game.ts'
import { createWorld, type Person, type World } from '../kit/world.ts'
import { expectNoFaults, logIn } from './screen.ts'

let world: World
let journeys: Journeys
let admin: Person
let open: OpenGame
let gulls: OpenTeam
let terns: OpenTeam
beforeAll(async () => {
  world = await createWorld({ webRoot: builtClient })
  admin = await world.person('Admin')
  open = await createOpenGame(world, { title: 'Regatta' })
  const challenge = await open.challenge({ title: 'Lighthouse', flags: ['flag{a}'], original_score: 500 })
  gulls = await open.team({ name: 'Gulls' })
  terns = await open.team({ name: 'فريق النوارس' })
  for (const { player } of [gulls, terns]) await open.submit(player, challenge, 'flag{a}')
  journeys = await startJourneys(world.origin)
})
afterAll(async () => {
  await journeys.close()
  await world.close()
})

it('an organizer sees what points by hand do, gives them, and takes them back; the board says so', async () => {
  const visit = await journeys.visit({ width: widths.phone })
  await logIn(visit, admin)
  const { page } = visit
  await page.goto(`/admin/games/${open.game.id}/scoring`)
  await page.getByText('No points have been given or taken yet.').waitFor()
  await page.getByRole('button', { name: 'Give or take points' }).click()
  const dialog = page.getByRole('dialog', { name: 'Give or take points' })

  // What is missing is said at its field, and nothing that was typed is lost.
  await dialog.getByLabel('Reason').fill('Attacked the scoreboard')
  await dialog.getByRole('button', { name: 'Give points' }).click()
  await dialog.getByText('Select at least one team').waitFor()
  await dialog.getByLabel('Find a team').fill('gul')
  await dialog.getByRole('checkbox', { name: 'Gulls' }).check()
  await dialog.getByText('1 team selected').waitFor()
  await dialog.getByRole('spinbutton', { name: 'Points' }).fill('-200')
  const changes = dialog.getByRole('region', { name: 'What changes on the scoreboard' })
  await changes.getByText('1 team loses points', { exact: false }).waitFor()
  await changes.getByText('Lead:', { exact: false }).waitFor()
  // On a desk, they are in sight without scrolling.
  await page.setViewportSize({ width: widths.desktop, height: 900 })
  await expect.poll(() => changes.evaluate(isInSight)).toBe(true)
  await screenshot(page, 'points-by-hand-dialog-desk')
  await page.setViewportSize({ width: widths.phone, height: 844 })
  await expectNoFaults(visit, 'points-by-hand-dialog')
  await dialog.getByRole('button', { name: 'Take points' }).click()
  await dialog.waitFor({ state: 'detached' })

  const list = page.getByRole('table', { name: 'Points by hand' })
  await list.getByText('-200').waitFor()
  await list.getByText('Attacked the scoreboard').waitFor()
  await expectNoFaults(visit, 'points-by-hand')

  await page.goto(`/games/${open.game.id}/scoreboard?team=${gulls.team.id}`)
  const panel = page.getByRole('dialog')
  await panel.getByText('Points by hand').waitFor()
  await panel.getByText('-200').waitFor()

  await page.goto(`/admin/games/${open.game.id}/scoring`)
  await page.getByRole('button', { name: 'Take back' }).click()
  const back = page.getByRole('dialog')
  await back.getByLabel('Reason for taking them back').fill('It was somebody else')
  await expectNoFaults(visit, 'points-by-hand-back')
  await back.getByRole('button', { name: 'Take back' }).click()
  await back.waitFor({ state: 'detached' })
  await list.getByText('It was somebody else', { exact: false }).waitFor()
  expect(await page.getByRole('button', { name: 'Take back' }).count()).toBe(0)
  expect(visit.faults()).toEqual([])
  await visit.close()
})

it('the cell of the board names the points by hand in it', async () => {
  const sent = { participationIds: [terns.participation.id], points: 60, reason: 'A bug report' }
  expect((await admin.post(`/api/edit/games/${open.game.id}/adjustments`, sent)).status).toBe(200)
  const visit = await journeys.visit()
  await visit.page.goto(`/games/${open.game.id}/scoreboard`)
  await visit.page.getByTitle('Includes +60 by hand').waitFor()
  await screenshot(visit.page, 'points-by-hand-board')
  expect(visit.faults()).toEqual([])
  await visit.close()
})

it('the own team reads what its score is made of, with the reasons; nobody else is shown them', async () => {
  const visit = await journeys.visit({ width: widths.phone })
  await logIn(visit, terns.player)
  const { page } = visit
  await page.goto(`/games/${open.game.id}/scoreboard?team=${terns.team.id}`)
  const panel = page.getByRole('dialog')
  await panel.getByText('+60 A bug report', { exact: true }).waitFor()
  await panel.getByText('Why this score').click()
  await panel.getByText('Points by hand: A bug report').waitFor()
  await expectNoFaults(visit, 'score-history')
  await page.setViewportSize({ width: widths.desktop, height: 900 })
  await page.goto(`/games/${open.game.id}/scoreboard`)
  await page.getByTitle(/^Includes \+60 by hand\n\+60 A bug report$/).waitFor()
  await page.goto(`/games/${open.game.id}/scoreboard?team=${gulls.team.id}`)
  await panel.getByText('By member').waitFor()
  expect(await panel.getByText('Why this score').count()).toBe(0)
  expect(await panel.getByText('Attacked the scoreboard').count()).toBe(0)

  // After the end, too, without practice.
  await world.db
    .updateTable('game')
    .set({ end_at: new Date(world.clock.now()), practice_mode: false })
    .where('id', '=', open.game.id)
    .execute()
  await open.changed()
  await page.goto(`/games/${open.game.id}/scoreboard?team=${terns.team.id}`)
  await panel.getByText('Why this score').click()
  await panel.getByText('Points by hand: A bug report').waitFor()
  expect(visit.faults()).toEqual([])
  await visit.close()
})

/** Of what is in a dialog. */
const isInSight = (element: Element): boolean => {
  const body = element.closest('dialog')?.getBoundingClientRect()
  const { top, bottom } = element.getBoundingClientRect()
  return body !== undefined && top >= body.top && bottom <= body.bottom - 60
}
