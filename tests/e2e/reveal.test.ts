import type { Results } from '@pennant/contract/results'
import type { Reveal } from '@pennant/contract/reveal'
import { revealAt, revealOf } from '@pennant/rules/reveal/reveal'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { byBreadth, withBreadth } from '../kit/breadth.ts'
import { builtClient, type Journeys, screenshot, startJourneys, widths } from '../kit/browser.ts'
import { insertParticipation, insertSolve, insertSubmission, insertTeam } from '../kit/factories.ts'
import { createOpenGame, type OpenGame } from '../kit/open-game.ts'
import { createWorld, type Person, type World } from '../kit/world.ts'
import { expectAccessible, expectNoFaults, logIn } from './screen.ts'

const teamCount = byBreadth(20, 300)
/** Around names that are read from right to left. */
const isolates = /[\u2068\u2069]/g
const hour = 3_600_000

let world: World
let journeys: Journeys
let admin: Person
let open: OpenGame
beforeAll(async () => {
  world = await createWorld({ webRoot: builtClient })
  admin = await world.person('Admin')
  journeys = await startJourneys(world.origin)
  open = await crowdedGame()
})
afterAll(async () => {
  await journeys.close()
  await world.close()
})

/** The same numbers each time. */
const numbers = (): ((below: number) => number) => {
  let state = 7
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((state / 4_294_967_296) * below)
  }
}

const crowdedGame = async (): Promise<OpenGame> => {
  const { db, clock } = world
  const end = clock.now() - 60_000
  const start = end - 4 * hour
  const game = await createOpenGame(world, {
    ...{ title: 'Harbour Cup', start_at: new Date(start), end_at: new Date(end) },
    freeze_at: new Date(end - hour),
  })
  const next = numbers()
  const participations = []
  for (let at = 0; at < teamCount; at++) {
    const name = at === 7 ? 'فريق النوارس' : `Crew ${at}`
    participations.push(await insertParticipation(db, game.game, await insertTeam(db, [], { name })))
  }
  for (let pier = 0; pier < 6; pier++) {
    const challenge = await game.challenge({ title: `Pier ${pier}`, original_score: 500 })
    for (const participation of participations) {
      const owned = { participation, challenge }
      const chance = next(100)
      if (chance < 30) await insertSolve(db, owned, new Date(start + next(3 * hour)))
      else if (chance < 38) await insertSolve(db, owned, new Date(end - hour + next(hour)))
      else if (chance < 44) await insertSubmission(db, owned, { time: new Date(end - hour + next(hour)) })
    }
  }
  await game.changed()
  return game
}

const stage = (page: Page) => page.getByRole('dialog', { name: 'Reveal' })
const line = (page: Page) => stage(page).locator('footer p')
const rowsIn = (page: Page) =>
  stage(page)
    .locator('li:not([aria-hidden])')
    .evaluateAll((rows) =>
      rows.map((row) =>
        [...row.children].flatMap((part, at) => (at === 0 || at === 2 ? [part.textContent] : [])),
      ),
    )
/** Presses keys and says what the last line was after each. */
const press = (page: Page, keys: readonly string[]): Promise<string[]> =>
  stage(page).evaluate(async (dialog, wanted) => {
    const said: string[] = []
    for (const key of wanted) {
      dialog.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
      await new Promise((done) => requestAnimationFrame(() => done(undefined)))
      said.push(dialog.querySelector('footer p')?.textContent ?? '')
    }
    return said
  }, keys)

it(`an organizer reveals ${teamCount} teams without a network, back and forth, and ends at the published board`, async () => {
  const visit = await journeys.visit({ width: 1920 })
  await visit.page.setViewportSize({ width: 1920, height: 1080 })
  await logIn(visit, admin)
  const { page } = visit
  await page.goto(`/admin/games/${open.game.id}/results`)
  await page.getByRole('link', { name: 'Reveal' }).first().click()
  await page.getByRole('button', { name: 'Load results' }).click()
  await page.getByText('you can disconnect from the network', { exact: false }).waitFor()
  expect(await page.locator('main [data-kind="primary"]').allInnerTexts()).toEqual(['Play'])
  await expectNoFaults(visit, 'reveal-ready')
  const { body: reveal } = await admin.get<Reveal>(`/api/game/${open.game.id}/reveal`)
  const steps = revealOf(reveal)
  const names = new Map(reveal.teams.map(({ id, name }) => [id, name]))

  const asked: string[] = []
  await page.context().setOffline(true)
  page.on('request', (request) => {
    if (!request.url().startsWith('data:')) asked.push(request.url())
  })
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await line(page).getByText('Scoreboard at the freeze').waitFor()
  await expectAccessible(page, 'reveal-start')

  // Anywhere, the screen shows what the rules say.
  const next = numbers()
  let at = 0
  const expectRows = async (): Promise<void> => {
    const { rows } = revealAt(reveal, steps, at)
    const shown = await rowsIn(page)
    const first = Number(shown[0]?.[0] ?? 0)
    expect(shown).toEqual(
      rows.slice(first - 1, first - 1 + shown.length).map(({ id, place }) => [String(place), names.get(id)]),
    )
  }
  for (let walk = 0; walk < 12; walk++) {
    const back = walk % 3 === 2
    const count = Math.min(1 + next(40), back ? at : steps.length - 6 - at)
    await press(
      page,
      Array.from({ length: count }, () => (back ? 'PageUp' : 'PageDown')),
    )
    at += back ? -count : count
    await expectRows()
  }
  const solved = steps.findIndex((step, index) => index >= at && step.kind === 'open' && step.points > 0)
  await press(
    page,
    Array.from({ length: solved + 1 - at }, () => ' '),
  )
  at = solved + 1
  await screenshot(page, 'reveal-opened')
  expect(asked).toEqual([])

  // A reload goes on at the same step.
  await page.context().setOffline(false)
  const before = await line(page).textContent()
  // The first key after it loads what the rest of the site does in the background.
  const background = page.waitForResponse((answer) => answer.url().includes('/background.'))
  await page.reload()
  await expect.poll(() => line(page).textContent()).toBe(before)
  await expectRows()
  await press(page, ['Home'])
  await background
  await page.context().setOffline(true)
  asked.splice(0)

  await press(page, ['Home'])
  await line(page).getByText('Scoreboard at the freeze').waitFor()
  const said = await press(
    page,
    Array.from({ length: steps.length - 5 }, () => 'ArrowRight'),
  )
  const third = steps.findIndex((step) => step.kind === 'place' && step.place === 3)
  const from = steps.length - 5
  if (third >= from)
    said.push(
      ...(await press(
        page,
        Array.from({ length: third + 1 - from }, () => 'ArrowRight'),
      )),
    )
  else
    await press(
      page,
      Array.from({ length: from - third - 1 }, () => 'ArrowLeft'),
    )
  await stage(page).getByText('3rd place').waitFor()
  await expectAccessible(page, 'reveal-third')
  said.push(
    ...(await press(
      page,
      Array.from({ length: steps.length - third - 1 }, () => 'ArrowRight'),
    )),
  )
  await stage(page).getByText('1st place').waitFor()
  await expectAccessible(page, 'reveal-winner')

  const { status } = await admin.post(`/api/edit/games/${open.game.id}/results`, {})
  expect(status).toBe(200)
  const { board } = (await world.visitor().get<Results>(`/api/game/${open.game.id}/results`)).body
  const write = new Intl.NumberFormat('en-US').format
  const placed = new Set(
    said.filter((text) => text.startsWith('Rank ')).map((text) => text.replaceAll(isolates, '')),
  )
  expect(placed).toEqual(
    new Set(board.items.map(({ rank, name, score }) => `Rank ${rank}: ${name}, points: ${write(score)}`)),
  )
  await press(page, ['ArrowRight'])
  await line(page).getByText('Final ranking').waitFor()
  expect(await rowsIn(page)).toEqual(board.items.slice(0, 12).map(({ rank, name }) => [String(rank), name]))
  await expectAccessible(page, 'reveal-end')
  expect(asked).toEqual([])
  await page.context().setOffline(false)
  const [step] = (
    (await stage(page)
      .getByText(/^\d+\/\d+$/)
      .textContent()) ?? ''
  ).split('/')
  await page.keyboard.press('Escape')
  await expect.poll(() => stage(page).count()).toBe(0)
  await page.getByRole('button', { name: `Continue at step ${step}`, exact: true }).waitFor()
  expect(visit.faults()).toEqual([])
  await visit.close()
})

withBreadth(() => {
  it('is rehearsed on a phone, by its buttons, before the game is over, and says each step once', async () => {
    const running = await createOpenGame(world, { title: 'Still on' })
    const visit = await journeys.visit({ width: widths.phone })
    await logIn(visit, admin)
    const { page } = visit
    await page.addInitScript(() => {
      const locks = { held: 0 }
      const request = async () => {
        locks.held++
        return { release: async () => void locks.held-- }
      }
      Object.assign(globalThis, { locks })
      Object.defineProperty(navigator, 'wakeLock', { value: { request } })
    })
    const locks = () => page.evaluate(() => (globalThis as unknown as { locks: { held: number } }).locks.held)
    await page.goto(`/admin/games/${running.game.id}/reveal`)
    await page.getByText('You can rehearse now.', { exact: false }).waitFor()
    expect(await page.getByRole('button', { name: 'Load results' }).isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Rehearse with made-up results' }).click()
    await page.getByRole('button', { name: 'Play', exact: true }).click()
    await line(page).getByText('Scoreboard at the freeze').waitFor()
    await expect.poll(locks).toBe(1)
    await stage(page).getByRole('button', { name: 'Next' }).click()
    const heard = () => page.evaluate(() => document.getElementById('live-regions')?.textContent ?? '')
    await expect.poll(heard).toContain('No team loses points from here on')
    await expectNoFaults(visit, 'reveal-phone')
    await stage(page).getByRole('button', { name: 'Back' }).click()
    await line(page).getByText('Scoreboard at the freeze').waitFor()

    // The keys, as a clicker or a keyboard sends them.
    await stage(page).focus()
    const atStart = line(page).getByText('Scoreboard at the freeze')
    const atSettled = line(page).getByText('No team loses points from here on', { exact: false })
    for (const [forward, back] of [
      ['ArrowRight', 'ArrowLeft'],
      [' ', 'PageUp'],
      ['PageDown', 'Home'],
    ] as const) {
      await page.keyboard.press(forward)
      await atSettled.waitFor()
      await page.keyboard.press(back)
      await atStart.waitFor()
    }
    await page.keyboard.press('ArrowUp')
    await stage(page).getByText('1.5 s', { exact: false }).waitFor()
    for (let time = 0; time < 6; time++) await page.keyboard.press('ArrowDown')
    await stage(page).getByText('5 s', { exact: false }).waitFor()
    for (let time = 0; time < 9; time++) await page.keyboard.press('ArrowUp')
    await stage(page).getByText('0.5 s', { exact: false }).waitFor()
    await page.keyboard.press('n')
    await stage(page).getByText('Waits from rank 5').waitFor()
    // By itself, past the first place, until someone goes back.
    await page.keyboard.press('a')
    await stage(page).getByRole('button', { name: 'Hold' }).waitFor()
    await line(page)
      .getByText(/^Rank [0-9]+: /)
      .waitFor()
    await page.keyboard.press('ArrowLeft')
    await stage(page).getByRole('button', { name: 'Automatic' }).waitFor()

    // Rows change without moving where the visitor wants no motion.
    const slides = async () => {
      await page.keyboard.press('ArrowRight')
      const row = stage(page).locator('li[data-lit]').first()
      return row.evaluate((element) => getComputedStyle(element).transitionDuration !== '0s')
    }
    expect(await slides()).toBe(false)
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    expect(await slides()).toBe(true)
    await page.emulateMedia({ reducedMotion: 'reduce' })

    const isFullScreen = () => page.evaluate(() => document.fullscreenElement !== null)
    await page.keyboard.press('f')
    await expect.poll(isFullScreen).toBe(true)
    await line(page).click({ trial: true })
    await page.keyboard.press('f')
    await expect.poll(isFullScreen).toBe(false)
    await stage(page).getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: /^Continue at step / }).waitFor()
    await expect.poll(locks).toBe(0)
    expect(visit.faults()).toEqual([])
    await visit.close()
  })
})
