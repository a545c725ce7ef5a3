import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtClient, type Journeys, startJourneys } from '../kit/browser.ts'
import { createOpenGame, type OpenGame, type OpenTeam } from '../kit/open-game.ts'
import { createWorld, type World } from '../kit/world.ts'
import { isFocused, tabTo } from './keyboard.ts'
import { challengePanel } from './screen.ts'

describe('a player without a mouse', () => {
  let world: World
  let journeys: Journeys
  let open: OpenGame
  let team: OpenTeam

  beforeAll(async () => {
    world = await createWorld({ webRoot: builtClient })
    open = await createOpenGame(world, { title: 'Regatta' })
    team = await open.team({ name: 'Gulls' })
    await open.challenge({ title: 'Anchor', category: 'Web', original_score: 100, flags: ['flag{anchor}'] })
    await open.challenge({ title: 'Buoy', category: 'Web', original_score: 200 })
    await open.challenge({ title: 'Compass', category: 'Web', original_score: 300 })
    journeys = await startJourneys(world.origin)
  })
  afterAll(async () => {
    await journeys.close()
    await world.close()
  })

  it('logs in, finds the game, solves a challenge, goes through the others and logs out', async () => {
    const visit = await journeys.visit()
    const { page } = visit
    const { keyboard } = page
    await page.goto('/')
    await tabTo(page, page.getByRole('link', { name: 'Log in' }).first())
    await keyboard.press('Enter')
    await tabTo(page, page.getByLabel('Username or email'))
    await keyboard.type(team.player.userName)
    await keyboard.press('Tab')
    await tabTo(page, page.getByLabel('Password', { exact: true }))
    await keyboard.type(team.player.password)
    await keyboard.press('Enter')
    await page.getByText(`You’re logged in as ${team.player.userName}.`).waitFor()

    // The page listens to keys only after it has been painted.
    await keyboard.press('Control+k')
    await page.getByRole('dialog').waitFor()
    await keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await keyboard.press('g')
    await keyboard.press('g')
    await tabTo(page, page.getByRole('main').getByRole('link', { name: /Regatta/ }))
    await keyboard.press('Enter')
    await tabTo(page, page.getByRole('main').getByRole('link', { name: 'Challenges' }).first())
    await keyboard.press('Enter')
    await tabTo(page, page.getByRole('link', { name: /Anchor/ }))
    await keyboard.press('Enter')

    const first = challengePanel(page, 'Anchor')
    await expect.poll(() => isFocused(first.getByRole('heading', { name: 'Anchor' }))).toBe(true)
    await first.getByLabel('Flag', { exact: true }).waitFor()
    await keyboard.press('f')
    await expect.poll(() => isFocused(first.getByLabel('Flag', { exact: true }))).toBe(true)
    await keyboard.type('flag{anchor}')
    await keyboard.press('Enter')
    // The points of the solve are read where the focus goes.
    const heading = first.getByRole('heading', { name: /^First blood\. [\d,]+ points\. Rank \d+/ })
    await expect.poll(() => isFocused(heading)).toBe(true)

    await keyboard.press('j')
    const second = challengePanel(page, 'Buoy')
    await second.getByLabel('Flag', { exact: true }).waitFor()
    await keyboard.press('j')
    const third = challengePanel(page, 'Compass')
    await third.getByLabel('Flag', { exact: true }).waitFor()
    await expect.poll(() => third.getByLabel('Flag', { exact: true }).inputValue()).toBe('')
    await keyboard.press('k')
    await second.getByLabel('Flag', { exact: true }).waitFor()
    await tabTo(page, second.getByLabel('Flag', { exact: true }))
    await keyboard.type('j')
    await expect.poll(() => second.getByLabel('Flag', { exact: true }).inputValue()).toBe('j')

    await keyboard.press('Escape')
    await expect.poll(() => isFocused(second.getByRole('heading', { name: 'Buoy' }))).toBe(true)
    await keyboard.press('Escape')
    await second.waitFor({ state: 'detached' })
    await expect.poll(() => isFocused(page.getByRole('link', { name: /Buoy/ }))).toBe(true)
    await tabTo(page, page.getByRole('button', { name: /’s menu$/ }), 'Shift+Tab')
    await keyboard.press('Enter')
    const out = page.getByRole('button', { name: 'Log out' })
    await out.waitFor()
    await keyboard.press('End')
    expect(await isFocused(out)).toBe(true)
    await keyboard.press('Enter')
    await page
      .getByText('You’re logged out.')
      .or(page.getByRole('heading', { name: 'Log in' }))
      .first()
      .waitFor()
    await expect.poll(() => page.getByRole('button', { name: /’s menu$/ }).count()).toBe(0)
    expect(visit.faults()).toEqual([])
    await visit.close()
  })

  it('goes from one team of the scoreboard to the next, but not while typing', async () => {
    const rival = await open.team({ name: 'Terns' })
    const visit = await journeys.visit()
    const { page } = visit
    const { keyboard } = page
    await page.goto(`/games/${open.game.id}/scoreboard?team=${team.team.id}`)
    await page.getByRole('dialog', { name: 'Gulls' }).waitFor()
    await keyboard.press('j')
    await page.getByRole('dialog', { name: 'Terns' }).waitFor()
    await keyboard.press('k')
    await page.getByRole('dialog', { name: 'Gulls' }).waitFor()

    await keyboard.press('Control+k')
    const typed = page.locator('input[role="combobox"]')
    await typed.waitFor()
    await keyboard.type('jk')
    await expect.poll(() => typed.inputValue()).toBe('jk')
    await keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'Gulls' }).waitFor()
    await keyboard.press('j')
    await page.getByRole('dialog', { name: 'Terns' }).waitFor()
    expect(new URL(page.url()).searchParams.get('team')).toBe(String(rival.team.id))
    expect(visit.faults()).toEqual([])
    await visit.close()
  })
})
