import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { builtClient, type Journeys, startJourneys, type Visit } from '../kit/browser.ts'
import { insertChallenge, insertInstance } from '../kit/factories.ts'
import { createOpenGame, type OpenGame, type OpenTeam } from '../kit/open-game.ts'
import { createWorld, type World } from '../kit/world.ts'
import { challengePanel, connected } from './screen.ts'

describe('a player whose connection breaks', () => {
  let world: World
  let journeys: Journeys
  let open: OpenGame
  let team: OpenTeam
  let challenge: { id: number }
  let visit: Visit
  let page: Page

  beforeAll(async () => {
    world = await createWorld({ webRoot: builtClient })
    open = await createOpenGame(world, { title: 'Regatta' })
    journeys = await startJourneys(world.origin)
  })
  afterAll(async () => {
    await journeys.close()
    await world.close()
  })
  beforeEach(async () => {
    team = await open.team()
    challenge = await open.challenge({ title: 'Lighthouse', flags: ['flag{fresnel}'] })
    visit = await journeys.visit()
    const { userName, password } = team.player
    await visit.context.request.post('/api/account/login', { data: { userName, password } })
    page = visit.page
    await page.goto(`/games/${open.game.id}/challenges?challenge=${challenge.id}`)
  })
  afterEach(async () => {
    await visit.close()
    await world.db.deleteFrom('challenge').where('id', '=', challenge.id).execute()
    await open.changed()
  })

  const panel = () => challengePanel(page, 'Lighthouse')
  const box = () => panel().getByLabel('Flag', { exact: true })
  const submitted = async (): Promise<string[]> => {
    const rows = await world.db
      .selectFrom('submission')
      .select('answer')
      .where('challenge_id', '=', challenge.id)
      .execute()
    return rows.map(({ answer }) => answer)
  }
  const unreachable = 'Can’t reach the server'

  it('is told that a flag did not get through, keeps it, and sends it again', async () => {
    await page.route(`**/challenges/${challenge.id}`, (route) =>
      route.request().method() === 'POST' ? route.abort('internetdisconnected') : route.continue(),
    )
    await box().fill('flag{fresnel}')
    await page.keyboard.press('Enter')
    await panel().getByText(unreachable).first().waitFor()
    await expect.poll(() => box().inputValue()).toBe('flag{fresnel}')
    await page.unroute(`**/challenges/${challenge.id}`)
    await page.keyboard.press('Enter')
    await panel().getByRole('heading', { name: 'First blood' }).waitFor()
    expect(await submitted()).toEqual(['flag{fresnel}'])
  })

  it('without any network is told so at once, and nothing is sent later without being asked for', async () => {
    let loads = 0
    page.on('load', () => void loads++)
    await box().fill('flag{mirror}')
    await connected(page)
    await visit.context.setOffline(true)
    await box().press('Enter')
    await panel().getByText(unreachable).first().waitFor()
    await box().fill('flag{fresnel}')
    await visit.context.setOffline(false)
    await page.waitForFunction(() => navigator.onLine)
    expect(await submitted()).toEqual([])
    await expect.poll(() => box().inputValue()).toBe('flag{fresnel}')
    await box().press('Enter')
    await panel().getByRole('heading', { name: 'First blood' }).waitFor()
    expect(await submitted()).toEqual(['flag{fresnel}'])
    expect(loads).toBe(0)
  })

  it('sees that a flag has counted although the answer got lost', async () => {
    await page.route(`**/challenges/${challenge.id}`, async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      await route.fetch()
      return route.abort('connectionreset')
    })
    await box().fill('flag{fresnel}')
    await page.keyboard.press('Enter')
    await panel()
      .getByRole('heading', { name: /^Solved by / })
      .waitFor()
    expect(await box().getAttribute('readonly')).not.toBeNull()
    expect(await submitted()).toEqual(['flag{fresnel}'])
  })
})

describe('a player whose server is started again', () => {
  it('keeps the page, knows that it is old, and is up to date when the server is back', async () => {
    const first = await createWorld({ webRoot: builtClient })
    const open = await createOpenGame(first, { title: 'Regatta' })
    const { player, participation } = await open.team()
    await open.challenge({ title: 'Lighthouse' })
    const journeys = await startJourneys(first.origin)
    const visit = await journeys.visit()
    const { page } = visit
    await visit.context.request.post('/api/account/login', {
      data: { userName: player.userName, password: player.password },
    })
    let loads = 0
    page.on('load', () => void loads++)
    await page.goto(`/games/${open.game.id}/challenges`)
    await page.getByRole('link', { name: /Lighthouse/ }).click()
    const box = challengePanel(page, 'Lighthouse').getByLabel('Flag', { exact: true })
    await box.fill('flag{half typed')
    await connected(page)

    await first.app.close()
    await page.getByText('Offline', { exact: true }).waitFor()
    const added = await insertChallenge(first.db, open.game, { title: 'Buoy', type: 'StaticAttachment' })
    await insertInstance(first.db, { participation, challenge: added })
    await first.db
      .updateTable('game_ledger')
      .set((row) => ({ revision: row('revision', '+', 1), setup: row('revision', '+', 1) }))
      .where('game_id', '=', open.game.id)
      .execute()
    await expect.poll(() => box.inputValue()).toBe('flag{half typed')

    const second = await first.another({
      webRoot: builtClient,
      settings: { PORT: new URL(first.origin).port },
    })
    await connected(page)
    await page.getByRole('button', { name: 'Show 1 new challenge' }).click()
    await page.getByText('Buoy').waitFor()
    await expect.poll(() => box.inputValue()).toBe('flag{half typed')
    expect(loads).toBe(1)
    expect(visit.faults().filter((fault) => fault.startsWith('script:'))).toEqual([])
    await visit.close()
    await journeys.close()
    await second.close()
    await first.close()
  })
})
