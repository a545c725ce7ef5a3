import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChallengeSummary } from '@pennant/contract/challenge'
import type { BasicGameInfo } from '@pennant/contract/game'
import { builtClient, type Journeys, startJourneys, type Visit, widths } from '../kit/browser.ts'
import { createWorld, type Person, type World } from '../kit/world.ts'
import { expectNoFaults, logIn } from './screen.ts'

describe('the sample game that an empty installation offers', () => {
  let world: World
  let journeys: Journeys
  let admin: Person
  let visit: Visit

  beforeAll(async () => {
    world = await createWorld({ webRoot: builtClient })
    journeys = await startJourneys(world.origin)
    admin = await world.person('Admin')
    visit = await journeys.visit({ width: widths.phone })
    await logIn(visit, admin)
  })
  afterAll(async () => {
    await journeys.close()
    await world.close()
  })

  it('says what it is, goes on where it was broken off, and leads to a game that can be played', async () => {
    const { page } = visit
    await page.goto('/games')
    await page.getByRole('link', { name: 'Try the sample game' }).waitFor()
    await page.goto('/')
    await page.getByRole('link', { name: 'Try the sample game' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('is visible to every').waitFor()
    await expectNoFaults(visit, 'sample-game-offer-phone')

    // The last step fails, as if the server had stopped.
    const lastStep = /\/api\/edit\/games\/\d+$/
    visit.expectAnswer(400, '/api/edit/games/1')
    await page.route(lastStep, (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({ status: 400, json: { title: 'Not now' } })
        : route.fallback(),
    )
    await dialog.getByRole('button', { name: 'Start sample game' }).click()
    await dialog.locator('[data-alert]').getByText('Not now').waitFor()
    await page.unroute(lastStep)
    await dialog.getByRole('button', { name: 'Start sample game' }).click()
    await page.getByText('Sample game started').waitFor()
    await page.waitForURL(/\/admin\/games\/\d+$/)
    await page.getByRole('link', { name: 'Harbour Lights CTF' }).first().waitFor()
    expect(visit.faults()).toEqual([])

    const { body: games } = await world.visitor().get<{ data: BasicGameInfo[] }>('/api/game')
    expect(games.data.map(({ title }) => title)).toEqual(['Harbour Lights CTF'])
    const [game] = games.data
    expect(game?.start).toBeLessThanOrEqual(Date.now())
    expect(game?.poster).not.toBeNull()
    const all = await admin.get<ChallengeSummary[]>(`/api/edit/games/${game?.id}/challenges`)
    expect(all.body).toHaveLength(24)
    expect(all.body.filter(({ isEnabled }) => !isEnabled).map(({ type }) => type)).toEqual([
      'DynamicContainer',
      'DynamicContainer',
    ])
  })

  it('is offered no more once there is a game', async () => {
    const { page } = visit
    await page.goto('/')
    await page.getByRole('link', { name: 'Harbour Lights CTF' }).waitFor()
    await expect.poll(() => page.getByRole('link', { name: 'Try the sample game' }).count()).toBe(0)
  })
})
