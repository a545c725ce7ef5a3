import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { builtClient, type Journeys, startJourneys, type Visit } from '../kit/browser.ts'
import { createOpenGame, type OpenGame, type OpenTeam } from '../kit/open-game.ts'
import { createWorld, type World } from '../kit/world.ts'
import { challengePanel, goTo, logIn } from './screen.ts'

const count = 12

describe('on a slow device', () => {
  let world: World
  let journeys: Journeys
  let open: OpenGame
  let team: OpenTeam
  let visit: Visit
  let page: Page

  beforeAll(async () => {
    world = await createWorld({ webRoot: builtClient })
    open = await createOpenGame(world, { title: 'Harbour Cup' })
    team = await open.team({ name: 'Night Watch' })
    for (let at = 1; at <= count; at++)
      await open.challenge({ title: at === count ? 'Ropewalk' : `Buoy ${at + 10}`, category: 'Web' })
    journeys = await startJourneys(world.origin)
  })
  afterAll(async () => {
    await journeys.close()
    await world.close()
  })
  beforeEach(async () => {
    visit = await journeys.visit()
    ;({ page } = visit)
  })
  afterEach(() => visit.close())

  const slowDown = async (): Promise<void> => {
    await visit.settled()
    const devTools = await page.context().newCDPSession(page)
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  }
  const cards = () => page.locator('[data-challenge]')
  const enterGame = async (): Promise<void> => {
    await logIn(visit, team.player)
    await goTo(page, `/games/${open.game.id}/challenges`)
    await cards().first().waitFor()
  }
  const search = () => page.getByRole('combobox', { name: 'Search or type a command' })

  it('each key goes one challenge on', async () => {
    await enterGame()
    const titles = await cards().locator('strong').allInnerTexts()
    await cards().first().click()
    await challengePanel(page, titles[0] ?? '')
      .getByLabel('Flag', { exact: true })
      .waitFor()
    await slowDown()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await challengePanel(page, titles[3] ?? '')
      .getByLabel('Flag', { exact: true })
      .waitFor()
    expect(visit.faults()).toEqual([])
  })

  it('each key goes one team of the scoreboard on', async () => {
    for (const name of ['Terns', 'Gannets']) await open.team({ name })
    await page.goto(`/games/${open.game.id}/scoreboard?team=${team.team.id}`)
    await page.getByRole('dialog', { name: 'Night Watch' }).waitFor()
    await slowDown()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.getByRole('dialog', { name: 'Gannets' }).waitFor()
    expect(visit.faults()).toEqual([])
  })

  it('what was searched for stays when a challenge is opened', async () => {
    await enterGame()
    const last = await cards().filter({ hasText: 'Ropewalk' }).elementHandle()
    await slowDown()
    await page.getByRole('searchbox').pressSequentially('rope')
    await last?.evaluate((card: HTMLElement) => card.click())
    await challengePanel(page, 'Ropewalk').getByLabel('Flag', { exact: true }).waitFor()
    await expect.poll(() => cards().count()).toBe(1)
    expect(new URL(page.url()).searchParams.get('q')).toBe('rope')
    expect(visit.faults()).toEqual([])
  })

  it('a page hears keys, and leaves the focus where it is, as soon as it is seen', async () => {
    await page.goto('/teams')
    await page.getByRole('link', { name: 'Posts' }).first().waitFor()
    await slowDown()
    await page.evaluate(() => {
      const { body } = document
      const watch = new MutationObserver(() => {
        const box = document.querySelector<HTMLInputElement>('input[type=search]')
        if (box === null) return
        watch.disconnect()
        document.dispatchEvent(new KeyboardEvent('keydown', { key: '/', bubbles: true }))
        body.dataset['heard'] = String(document.activeElement === box)
        box.focus()
        box.addEventListener('blur', () => (body.dataset['left'] = ''))
      })
      watch.observe(body, { childList: true, subtree: true })
    })
    await page.getByRole('link', { name: 'Posts' }).first().click()
    await page.locator('body[data-heard]').waitFor()
    await visit.settled()
    expect(await page.evaluate(() => ({ ...document.body.dataset }))).toEqual({ heard: 'true' })
    expect(visit.faults()).toEqual([])
  })

  it('what is typed before the commands are there is in their search', async () => {
    await page.goto('/')
    await page.getByRole('heading', { name: 'Latest posts' }).waitFor()
    await slowDown()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('gh abouz')
    await page.keyboard.press('Backspace')
    await page.keyboard.type('t')
    await search().waitFor()
    expect(await search().inputValue()).toBe('gh about')
    expect(new URL(page.url()).pathname).toBe('/')
    await page.keyboard.press('Escape')
    await search().waitFor({ state: 'detached' })
    await page.keyboard.press('Control+k')
    await search().waitFor()
    expect(await search().inputValue()).toBe('')
    expect(visit.faults()).toEqual([])
  })

  it('a second click confirms nothing twice', async () => {
    await logIn(visit, team.player)
    await goTo(page, `/teams?team=${team.team.id}`)
    await page.getByRole('button', { name: 'Create new link' }).click()
    const confirm = page
      .getByRole('dialog', { name: 'Create new link' })
      .getByRole('button', { name: 'Create new link' })
    await confirm.waitFor()
    await slowDown()
    const asked: string[] = []
    page.on('request', (request) => request.method() === 'PUT' && asked.push(request.url()))
    await confirm.dblclick()
    await page.getByText('New invite link created').first().waitFor()
    await visit.settled()
    expect(asked).toHaveLength(1)
    expect(visit.faults()).toEqual([])
  })
})
