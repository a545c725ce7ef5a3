import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { builtClient, type Journeys, startJourneys, type Visit } from '../kit/browser.ts'
import { createOpenGame, type OpenGame, type OpenTeam } from '../kit/open-game.ts'
import { createWorld, type World } from '../kit/world.ts'
import { challengePanel } from './screen.ts'

const minute = 60_000

describe('a deadline', () => {
  let world: World
  let journeys: Journeys
  let open: OpenGame
  let team: OpenTeam
  let visit: Visit
  let page: Page

  beforeAll(async () => {
    world = await createWorld({ webRoot: builtClient })
    open = await createOpenGame(world, {
      title: 'Regatta',
      end_at: new Date(world.clock.now() + 150 * minute),
    })
    team = await open.team()
    journeys = await startJourneys(world.origin)
  })
  afterAll(async () => {
    await journeys.close()
    await world.close()
  })
  beforeEach(async () => {
    visit = await journeys.visit()
    const { userName, password } = team.player
    await visit.context.request.post('/api/account/login', { data: { userName, password } })
    page = visit.page
  })
  afterEach(async () => {
    await visit.close()
  })

  const openPanel = async (title: string, closesIn: number) => {
    const deadline_at = new Date(world.clock.now() + closesIn)
    const { id } = await open.challenge({ title, deadline_at })
    await page.goto(`/games/${open.game.id}/challenges?challenge=${id}`)
    const panel = challengePanel(page, title)
    const box = panel.getByLabel('Flag', { exact: true })
    await box.waitFor()
    return { panel, box, locked: panel.getByText('The deadline has passed') }
  }
  /** In milliseconds. */
  const left = async (): Promise<number> => {
    const [hours = 0, minutes = 0, seconds = 0] = (await page.getByRole('timer').innerText())
      .split(':')
      .map(Number)
    return ((hours * 60 + minutes) * 60 + seconds) * 1_000
  }

  it.each([
    ['fast', 60 * minute],
    ['slow', -60 * minute],
  ])('is the server’s to a browser whose clock is an hour %s', async (pace, error) => {
    await page.clock.install({ time: Date.now() + error })
    const ahead = await openPanel(`Ahead ${pace}`, 30 * minute)
    await expect.poll(() => ahead.box.getAttribute('readonly')).toBeNull()
    const expected = open.game.end_at.getTime() - world.clock.now()
    expect(Math.abs((await left()) - expected)).toBeLessThan(5_000)

    const past = await openPanel(`Past ${pace}`, -30 * minute)
    await past.locked.waitFor()
    expect(await past.box.getAttribute('readonly')).not.toBeNull()
    expect(visit.faults()).toEqual([])
  })

  it('that passes while the challenge is open locks its box and leaves what was typed', async () => {
    const { box, locked, panel } = await openPanel('Sandbank', 6_000)
    await box.fill('flag{nearly')
    await expect.poll(() => locked.count()).toBe(0)
    await locked.waitFor({ timeout: 10_000 })
    await expect.poll(() => box.inputValue()).toBe('flag{nearly')
    expect(await box.getAttribute('readonly')).not.toBeNull()
    expect(await panel.getByRole('button', { name: 'Submit' }).isDisabled()).toBe(true)
    expect(visit.faults()).toEqual([])
  })
})
