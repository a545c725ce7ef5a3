import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtClient, type Journeys, startJourneys } from '../kit/browser.ts'
import { insertParticipation, insertTeam } from '../kit/factories.ts'
import { createOpenGame, type OpenGame, type OpenTeam } from '../kit/open-game.ts'
import { createWorld, type Person, type World } from '../kit/world.ts'
import { expectNoFaults, expectReadable, inspectedWidths } from './screen.ts'
import { keepWorldTime } from './world-time.ts'

const crowd = 60

describe('the scoreboard', () => {
  let world: World
  let journeys: Journeys
  let open: OpenGame
  let gulls: OpenTeam
  let terns: OpenTeam
  let berth: { id: number }
  let chandler: { id: number }
  let path: string

  beforeAll(async () => {
    world = await createWorld({ webRoot: builtClient })
    journeys = await startJourneys(world.origin)
    open = await createOpenGame(world, { title: 'Harbour games' })
    path = `/games/${open.game.id}/scoreboard`
    const students = await open.division('Students')
    berth = await open.challenge({ title: 'Berth preferences', category: 'Web', flags: ['flag{a}'] })
    chandler = await open.challenge({ title: 'Chandler', category: 'Pwn', flags: ['flag{b}'] })
    await open.challenge({ title: 'A very long title for a challenge', category: 'Crypto' })
    for (let each = 0; each < crowd; each++) {
      const team = await insertTeam(world.db, [], { name: `Crowd ${each}` })
      await insertParticipation(world.db, open.game, team)
    }
    terns = await open.team({ name: 'Terns', division: students })
    gulls = await open.team({ name: 'Gulls' })
    await open.submit(terns.player, berth, 'flag{a}')
  })
  afterAll(async () => {
    await journeys.close()
    await world.close()
  })

  const visitAs = async (person: Person | null, options?: Parameters<Journeys['visit']>[0]) => {
    const visit = await journeys.visit(options)
    if (person !== null) {
      const { userName, password } = person
      await visit.context.request.post('/api/account/login', { data: { userName, password } })
    }
    return visit
  }
  const grid = (page: Page) => page.getByRole('grid', { name: 'Scoreboard' })
  const rowOf = (page: Page, team: string) =>
    grid(page)
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: team }) })
  const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '')

  it('shows everybody a solve as soon as it is there', async () => {
    const [one, other] = await Promise.all([visitAs(gulls.player), visitAs(null)])
    for (const { page } of [one, other]) {
      await page.goto(path)
      await rowOf(page, 'Terns').getByRole('gridcell', { name: 'First blood, 1050 points' }).waitFor()
      await page.getByText('Live', { exact: true }).waitFor()
    }
    await one.page.goto(`/games/${open.game.id}/challenges?challenge=${chandler.id}`)
    await one.page.getByLabel('Flag', { exact: true }).fill('flag{b}')
    await one.page.keyboard.press('Enter')
    await rowOf(other.page, 'Gulls').getByRole('gridcell', { name: 'First blood, 1050 points' }).waitFor()
    expect([...one.faults(), ...other.faults()]).toEqual([])
    await Promise.all([one.close(), other.close()])
  })

  it('is moved in by keys, which open details and come back', async () => {
    const { page, faults, close } = await visitAs(gulls.player)
    await page.goto(path)
    await page.locator('[data-own], [data-own-place]').first().waitFor()
    await page.keyboard.press('m')
    await page.waitForFunction(() => document.activeElement?.closest('[data-own]') != null)
    await page.keyboard.press('Control+Home')
    expect(await focused(page)).toBe('1')
    for (const key of ['ArrowRight', 'End', 'Enter']) await page.keyboard.press(key)
    const details = page.getByRole('dialog')
    await details.getByText('First blood').waitFor()
    await details.getByText('GMT+1').or(details.getByText('GMT+2')).waitFor()
    await page.keyboard.press('Escape')
    await details.waitFor({ state: 'hidden' })
    await page.waitForFunction(() => document.activeElement?.getAttribute('data-column') === '6')

    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await page
      .getByRole('heading', { name: 'Terns' })
      .or(page.getByRole('heading', { name: 'Gulls' }))
      .waitFor()
    expect(new URL(page.url()).searchParams.get('team')).toMatch(/^\d+$/)
    await page.getByRole('table', { name: 'Solves, newest first' }).waitFor()
    await page.getByText('Bloods').waitFor()
    await page.getByText(`of ${crowd + 2} ranked teams`).waitFor()
    await page.keyboard.press('Escape')
    expect(new URL(page.url()).searchParams.get('team')).toBeNull()

    const rowOfFocus = (): Promise<string | null | undefined> =>
      page.evaluate(() => document.activeElement?.closest('[aria-rowindex]')?.getAttribute('aria-rowindex'))
    // The focus returns to where it was before the details opened.
    await expect.poll(rowOfFocus).toBe('3')
    await page.keyboard.press('Control+End')
    await expect.poll(rowOfFocus).toBe(`${crowd + 4}`)
    await page.keyboard.press('/')
    await page.keyboard.type('tern')
    await page.getByText('1 team', { exact: true }).waitFor()
    expect(new URL(page.url()).searchParams.get('q')).toBe('tern')
    expect(faults()).toEqual([])
    await close()
  })

  it('goes from team to team by keys, except while someone is typing', async () => {
    const { page, faults, close } = await visitAs(null)
    const shown = (): string | null => new URL(page.url()).searchParams.get('team')
    await page.goto(`${path}?team=${terns.team.id}`)
    await page.getByRole('dialog', { name: 'Terns' }).waitFor()
    await page.keyboard.press('j')
    await expect.poll(shown).not.toBe(String(terns.team.id))
    const before = shown()
    await page.keyboard.press('Control+k')
    const search = page.getByRole('combobox', { name: 'Search or type a command' })
    await search.waitFor()
    await page.keyboard.type('kjj')
    await expect.poll(() => search.inputValue()).toBe('kjj')
    expect(shown()).toBe(before)
    expect(faults()).toEqual([])
    await close()
  })

  it('narrows to a division and a category by its address', async () => {
    const { page, close } = await visitAs(null)
    await page.goto(path)
    await page.getByLabel('Division').selectOption({ label: 'Students' })
    await page.getByText('1 team', { exact: true }).waitFor()
    await page.getByLabel('Category').selectOption('Pwn')
    await page.reload()
    await page.getByText('1 team', { exact: true }).waitFor()
    expect(await grid(page).getByRole('columnheader').allTextContents()).toEqual(
      expect.arrayContaining([expect.stringContaining('Chandler')]),
    )
    await expect.poll(() => grid(page).getByText('Berth preferences').count()).toBe(0)
    await close()
  })

  it('opens on its own when the game starts', async () => {
    const hour = 3_600_000
    const later = await createOpenGame(world, { start_at: new Date(world.clock.now() + hour) })
    await later.team({ name: 'Puffins' })
    const { page, faults, close, expectAnswer } = await visitAs(null)
    // Both are requested together with the answer that says when the game starts, which saves a round trip.
    expectAnswer(400, `${later.path}/notices`)
    expectAnswer(400, `${later.path}/scoreboard`)
    const time = await keepWorldTime(world, page)
    await page.goto(`/games/${later.game.id}/scoreboard`)
    await page.getByText('The game hasn’t started yet').waitFor()
    await time.pass(hour)
    await rowOf(page, 'Puffins').waitFor()
    expect(faults()).toEqual([])
    await page.unrouteAll({ behavior: 'wait' })
    await close()
  })

  it('fills a projector without controls until Escape', async () => {
    const { page, close } = await visitAs(null)
    await page.goto(path)
    await page.getByRole('button', { name: 'Present' }).click()
    const screen = page.getByRole('dialog', { name: 'Presentation: Harbour games' })
    await screen.getByRole('grid').waitFor()
    await expect.poll(() => page.getByRole('searchbox').count()).toBe(0)
    await expectReadable(page, 'board-presented')
    await page.keyboard.press('Escape')
    await screen.waitFor({ state: 'hidden' })
    expect(new URL(page.url()).searchParams.get('present')).toBeNull()
    await close()
  })

  for (const [size, width] of Object.entries(inspectedWidths))
    it(`has no faults on a ${size}`, async () => {
      const visit = await visitAs(gulls.player, { width })
      const { page } = visit
      await page.goto(path)
      await page.locator('main [data-team]').first().waitFor()
      const cut = await grid(page)
        .locator('[scope=colgroup] span')
        .evaluateAll((spans) =>
          spans
            .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
            .map((one) => one.textContent),
        )
      expect(cut).toEqual([])
      await expectNoFaults(visit, `board-${size}`)
      await page.locator('main').getByText('Terns', { exact: true }).click()
      await page.getByRole('dialog').getByRole('table').first().waitFor()
      await expectNoFaults(visit, `board-team-${size}`)
      await page.goto(`${path}?view=timeline&compare=${gulls.team.id}-${terns.team.id}`)
      await page.locator('canvas').waitFor()
      const line = page.getByRole('button', { name: /Terns/ }).last()
      await expect.poll(() => line.getAttribute('aria-pressed')).toBe('true')
      await line.press('Enter')
      await expect.poll(() => line.getAttribute('aria-pressed')).toBe('false')
      await expectNoFaults(visit, `board-timeline-${size}`)
      const picture = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Save as image' }).click()
      expect((await picture).suggestedFilename()).toMatch(/\.png$/)
      await page.getByRole('radio', { name: 'Table' }).last().check()
      await page.getByRole('cell', { name: '1050' }).first().waitFor()
      await expectNoFaults(visit, `board-timeline-table-${size}`)
      await visit.close()
    })
})
