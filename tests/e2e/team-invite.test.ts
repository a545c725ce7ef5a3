import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { builtClient, type Journeys, startJourneys } from '../kit/browser.ts'
import { insertTeam } from '../kit/factories.ts'
import { createWorld, type World } from '../kit/world.ts'
import { logIn } from './screen.ts'

let world: World
let journeys: Journeys
beforeAll(async () => {
  world = await createWorld({ webRoot: builtClient })
  journeys = await startJourneys(world.origin)
})
afterAll(async () => {
  await journeys.close()
  await world.close()
})

const nextCode = async (page: Page, teamId: number): Promise<string> => {
  const answer = await page.waitForResponse((response) =>
    response.url().endsWith(`/api/team/${teamId}/invite`),
  )
  return (await answer.json()) as string
}

it('a captain who removes a member is shown the code that counts from then on', async () => {
  const captain = await world.person('User', 'captain')
  const member = await world.person('User', 'rascal')
  const team = await insertTeam(world.db, [captain, member], { name: 'Otters' })
  const visit = await journeys.visit()
  await logIn(visit, captain)
  const { page } = visit
  const [before] = await Promise.all([nextCode(page, team.id), page.goto(`/teams?team=${team.id}`)])
  await page.getByRole('button', { name: 'Actions for rascal' }).click()
  await page.getByRole('button', { name: 'Remove from team' }).click()
  const confirm = page.getByRole('dialog').last()
  await confirm.getByText('The invite code is replaced', { exact: false }).waitFor()
  const [after] = await Promise.all([
    nextCode(page, team.id),
    confirm.getByRole('button', { name: 'Remove from team' }).click(),
  ])
  expect(after).not.toBe(before)
  expect((await captain.get<string>(`/api/team/${team.id}/invite`)).body).toBe(after)
  expect(visit.faults()).toEqual([])
  await visit.close()
})
