import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtClient, type Journeys, startJourneys } from '../kit/browser.ts'
import { createOpenGame, type OpenGame, type OpenTeam } from '../kit/open-game.ts'
import { createWorld, type World } from '../kit/world.ts'
import { challengePanel } from './screen.ts'

/** Only we have these routes: a compatible server answers 404. */
const additions = ['**/api/account/session', '**/api/setup', '**/attempts', '**/solves?*']

describe('with a compatible server that has none of our additions', () => {
  let world: World
  let journeys: Journeys
  let open: OpenGame
  let team: OpenTeam
  let buoy: { id: number }
  let anchor: { id: number }

  beforeAll(async () => {
    world = await createWorld({ webRoot: builtClient })
    open = await createOpenGame(world, { title: 'Regatta' })
    team = await open.team({ name: 'Gulls', size: 2 })
    await open.challenge({ title: 'Lighthouse', flags: ['flag{fresnel}'] })
    buoy = await open.challenge({ title: 'Buoy', flags: ['flag{bell}'] })
    anchor = await open.challenge({ title: 'Anchor', flags: ['flag{fluke}'] })
    journeys = await startJourneys(world.origin)
  })
  afterAll(async () => {
    await journeys.close()
    await world.close()
  })

  it('a player logs in, plays, and finds the way back', async () => {
    const visit = await journeys.visit()
    const { page, context } = visit
    for (const path of additions)
      await context.route(path, (route) => route.fulfill({ status: 404, json: { title: '', status: 404 } }))
    await context.routeWebSocket('**/hub/**', (socket) => {
      const server = socket.connectToServer()
      server.onMessage((records) => {
        const known = String(records)
          .split('\u001e')
          .filter((one) => !/Received(TeamChange|ScoreboardVersion)/.test(one))
        socket.send(known.join('\u001e'))
      })
    })
    await page.clock.install()
    // The client asks once to find out what the server is.
    visit.expectAnswer(404, '/api/account/session')
    visit.expectAnswer(404, '/api/setup')
    visit.expectAnswer(401, '/api/account/profile')
    const attempts: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/attempts')) attempts.push(request.url())
    })

    await page.goto('/')
    await page.getByRole('link', { name: 'Log in' }).click()
    await page.getByLabel('Username or email').fill(team.player.userName)
    await page.getByLabel('Password', { exact: true }).fill(team.player.password)
    await page.keyboard.press('Enter')
    await page.getByText(`You’re logged in as ${team.player.userName}.`).waitFor()

    await page.goto(`/games/${open.game.id}/challenges`)
    await page.getByRole('link', { name: /Lighthouse/ }).click()
    const panel = challengePanel(page, 'Lighthouse')
    await panel.getByLabel('Flag', { exact: true }).fill('flag{fresnel}')
    await page.keyboard.press('Enter')
    await panel.getByRole('heading', { name: 'First blood' }).waitFor()
    expect(await panel.getByRole('button', { name: /solves/ }).count()).toBe(0)
    await page.keyboard.press('Escape')

    await page.getByRole('link', { name: /Buoy/ }).click()
    const second = challengePanel(page, 'Buoy')
    await second.getByLabel('Flag', { exact: true }).fill('flag{ding}')
    const [, mate] = team.players
    if (mate === undefined) throw new Error('nobody')
    await open.submit(mate, buoy, 'flag{bell}')
    // What the client asks for every tenth second tells what a message would have told.
    await page.clock.runFor(10_100)
    await second.getByRole('heading', { name: new RegExp(`^Solved by ${mate.userName}`) }).waitFor()
    await second.getByText('Your text is still here').waitFor()
    expect(await page.getByText(`${mate.userName} solved`).count()).toBe(0)
    await second.getByRole('button', { name: 'Close', exact: true }).click()

    // Two answers differ by what a teammate has solved elsewhere, and notices tell of bloods.
    await open.submit(mate, anchor, 'flag{fluke}')
    await page.clock.runFor(10_100)
    await page
      .getByRole('region', { name: 'Notifications' })
      .getByText(`${mate.userName} solved “Anchor”`)
      .waitFor()
    const line = page.locator('[data-live-line]')
    await line.getByText('took first blood in Anchor').waitFor()
    const rival = await open.team({ name: 'Terns' })
    await open.submit(rival.player, anchor, 'flag{fluke}')
    await page.clock.runFor(10_100)
    await line.getByText('Terns took second blood in Anchor').waitFor()
    await line.getByRole('link').click()
    const sheet = page.getByRole('dialog', { name: 'Notices' })
    for (const text of ['Gulls took first blood in Lighthouse', 'Terns took second blood in Anchor'])
      await sheet.getByText(text).waitFor()
    expect(attempts).toEqual([])
    expect(visit.faults()).toEqual([])
    await visit.close()
  })
})
