import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withBreadth } from '../kit/breadth.ts'
import { builtClient, type Journeys, startJourneys, type Visit, widths } from '../kit/browser.ts'
import { hearRegions, saying } from '../kit/live-regions.ts'
import { createOpenGame, type OpenGame, type OpenTeam } from '../kit/open-game.ts'
import { createWorld, type Person, type World } from '../kit/world.ts'
import { connected, expectNoFaults, inspectedWidths, logIn } from './screen.ts'

type Shift = PerformanceEntry & {
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
}

/** What moves from here until nothing does, but for the list of notices, which grows beside the challenges. */
const watchShifts = async (visit: Visit): Promise<() => Promise<string[]>> => {
  await visit.settled()
  const { page } = visit
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  await page.evaluate(() => {
    const shifts: string[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const { node, previousRect: from, currentRect: to } of (list.getEntries() as Shift[]).flatMap(
        ({ sources }) => sources,
      )) {
        // A figure at the end of a line has got other digits.
        if (from.top === to.top && from.right === to.right) continue
        if (node?.parentElement?.closest('aside') === null) shifts.push(node.textContent?.slice(0, 200) ?? '')
      }
    }).observe({ type: 'layout-shift' })
  })
  return () =>
    page.evaluate(async () => {
      const moving = document.getAnimations().map(({ finished }) => finished)
      await Promise.allSettled(moving)
      for (let frame = 0; frame < 3; frame++)
        await new Promise((resolve) => {
          requestAnimationFrame(resolve)
        })
      return (window as unknown as { shifts: string[] }).shifts
    })
}

/** A game of its own for each test: what one solves, the next would find solved. */
describe('a right flag', () => {
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

  type Played = {
    open: OpenGame
    own: OpenTeam
    rival: OpenTeam
    challenges: Record<'buoy' | 'fog' | 'bilge', { id: number }>
  }

  const played = async (): Promise<Played> => {
    const open = await createOpenGame(world, { title: 'Regatta', blood_bonus: 52_459_530 })
    const challenge = (title: string, original_score: number, min_score_rate = 1) =>
      open.challenge({ ...{ title, original_score, min_score_rate }, category: 'Web', flags: ['flag{x}'] })
    const challenges = {
      buoy: await challenge('Buoy', 100),
      // Worth less with each solve but the first.
      fog: await challenge('Fog Signal', 500, 0.25),
      bilge: await challenge('Bilge Pump', 700),
    }
    const rival = await open.team({ name: 'Tidal Locksmiths' })
    const own = await open.team({ name: 'פריק!', size: 2 })
    await open.submit(rival.player, challenges.buoy, 'flag{x}')
    return { open, own, rival, challenges }
  }

  const visitAs = async (
    { open }: Played,
    { player }: Pick<OpenTeam, 'player'>,
    path: string,
    width?: number,
  ) => {
    const visit = await journeys.visit(width === undefined ? {} : { width })
    await logIn(visit, player)
    await visit.page.goto(`/games/${open.game.id}/${path}`)
    // A phone shows no such state beside the challenges.
    if (width !== widths.phone) await connected(visit.page)
    return visit
  }
  const panelOf = (page: Page, name: string) =>
    page.getByRole('dialog', { name }).or(page.getByRole('region', { name }))
  const box = (page: Page) => page.getByRole('textbox', { name: 'Flag', exact: true })
  const isFocused = (what: Locator): Promise<boolean> =>
    what.evaluate((element) => element === document.activeElement)
  const submit = async (page: Page, flag: string): Promise<void> => {
    await box(page).fill(flag)
    await box(page).press('Enter')
  }
  const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' })

  it('turns the foot into a card that is read once, moves nothing, and leads on', async () => {
    const game = await played()
    const visit = await visitAs(game, game.own, `challenges?challenge=${game.challenges.fog.id}`)
    const { page } = visit
    const panel = panelOf(page, 'Fog Signal')
    await box(page).waitFor()
    const shifts = await watchShifts(visit)
    await page.evaluate(() => {
      const counted: string[] = []
      const covered: boolean[] = []
      Object.assign(window, { counted, covered })
      new MutationObserver(() => {
        for (const one of document.querySelectorAll('[data-counting]')) counted.push(one.textContent)
        if (document.querySelector('#challenge-panel [data-hidden]') !== null)
          covered.push(document.querySelector('[data-covers]') !== null)
      }).observe(document.body, { subtree: true, childList: true, attributes: true })
    })
    // Which fetches the code of the card.
    await box(page).focus()
    await visit.settled()
    await submit(page, 'flag{x}')
    const heading = panel.getByRole('heading', { name: 'First blood. 525 points. Rank 1, was 2', level: 3 })
    await expect.poll(() => isFocused(heading)).toBe(true)
    await panel.getByText('500 and 25 for first blood').waitFor()
    await panel.getByText('2 → 1').waitFor()
    await panel.getByText('Past Tidal Locksmiths').waitFor()
    expect(await panel.innerText()).not.toMatch(/solved/i)
    expect(await shifts()).toEqual([])
    // With reduced motion nothing counts. The flag box never goes without the card in its place.
    const seen = await page.evaluate(() => {
      const { counted, covered } = window as unknown as { counted: string[]; covered: boolean[] }
      return { counted, covered: [...new Set(covered)] }
    })
    expect(seen).toEqual({ counted: [], covered: [true] })
    await expectNoFaults(visit, 'solve-card')

    await page.keyboard.press('Tab')
    const next = panel.getByRole('button', { name: 'Next: Bilge Pump, 700 points' })
    expect(await isFocused(next)).toBe(true)
    await page.keyboard.press('Enter')
    await panelOf(page, 'Bilge Pump').waitFor()
    await page.goto(`/games/${game.open.game.id}/challenges?challenge=${game.challenges.fog.id}`)
    await panel.getByText(`Solved by ${game.own.player.userName}`).waitFor()
    await panel.getByText('525 points', { exact: true }).waitFor()
    await game.open.submit(game.rival.player, game.challenges.fog, 'flag{x}')
    await panel.locator('[data-changed]').getByText('432 points').waitFor()
    await panel.getByText('525 points, now 454').waitFor()
    await panel.getByText('First blood').first().waitFor()
    expect(await box(page).count()).toBe(0)
    await visit.close()
  })

  it('is heard by the focus, and by a live region while it takes long, each word once', async () => {
    const game = await played()
    const visit = await journeys.visit()
    const { page } = visit
    const ranked = new Promise<void>((resolve) => {
      page.on('websocket', (hub) =>
        hub.on('framereceived', ({ payload }) => {
          if (payload.includes('"rankBefore"')) resolve()
        }),
      )
    })
    await logIn(visit, game.own.player)
    await page.goto(`/games/${game.open.game.id}/challenges`)
    await connected(page)
    const card = page.getByRole('link', { name: /^Fog Signal ?, 500 points, 0 solves$/ })
    await card.waitFor()
    const heard = await hearRegions(page)
    await page.evaluate(() => {
      const focused: string[] = []
      Object.assign(globalThis, { focused })
      addEventListener('focusin', ({ target }) => {
        const { tagName, ariaLabel } = target as HTMLElement
        focused.push([tagName, ariaLabel ?? []].flat().join(' '))
      })
    })
    await card.focus()
    await page.keyboard.press('Enter')
    const panel = panelOf(page, 'Fog Signal')
    await expect
      .poll(() => isFocused(panel.getByRole('heading', { name: 'Fog Signal', level: 2 })))
      .toBe(true)
    await box(page).waitFor()
    let judge = (): void => undefined
    const judged = new Promise<void>((resolve) => {
      judge = resolve
    })
    await page.route('**/status/*', async (route) => {
      await judged
      await route.continue()
    })
    await page.keyboard.press('f')
    await page.keyboard.type('flag{x}')
    await page.keyboard.press('Enter')
    await expect.poll(heard).toEqual(['polite: Checking…'])
    await ranked
    judge()
    const words = 'First blood. 525 points. Rank 1, was 2'
    await expect.poll(() => isFocused(panel.getByRole('heading', { name: words, level: 3 }))).toBe(true)
    await page.keyboard.press('Tab')
    const next = panel.getByRole('button', { name: 'Next: Bilge Pump, 700 points' })
    await expect.poll(() => isFocused(next)).toBe(true)
    expect(await heard()).toEqual(['polite: Checking…'])
    expect(await page.evaluate(() => (globalThis as unknown as { focused: string[] }).focused)).toEqual([
      'A',
      'H2',
      'INPUT Flag',
      `H3 ${words}`,
      'BUTTON',
    ])
    await visit.close()
  })

  it('is told to teammates: by a card where the panel is open, elsewhere by a message, and to no rival', async () => {
    const game = await played()
    const [, mate] = game.own.players
    if (mate === undefined) throw new Error('nobody')
    const path = `challenges?challenge=${game.challenges.fog.id}`
    const typing = await visitAs(game, { player: mate }, path)
    const elsewhere = await visitAs(game, { player: mate }, 'scoreboard')
    const rival = await visitAs(game, game.rival, path)
    await box(typing.page).fill('flag{half')
    await box(rival.page).fill('flag{other')
    const [typingHeard, elsewhereHeard, rivalHeard] = await Promise.all(
      [typing, elsewhere, rival].map(({ page }) => hearRegions(page)),
    )
    await game.open.submit(game.own.player, game.challenges.fog, 'flag{x}')
    const { userName } = game.own.player

    const panel = panelOf(typing.page, 'Fog Signal')
    await panel.getByRole('heading', { name: new RegExp(`^Solved by ${userName}`) }).waitFor()
    await panel.getByText('Your text is still here').waitFor()
    await panel.getByRole('button', { name: 'Copy what you typed' }).waitFor()
    expect(await box(typing.page).inputValue()).toBe('flag{half')
    expect(await isFocused(box(typing.page))).toBe(true)
    expect(await box(typing.page).getAttribute('readonly')).not.toBeNull()
    expect(
      await toasts(typing.page)
        .getByText(/solved/)
        .count(),
    ).toBe(0)

    const toast = toasts(elsewhere.page)
    await toast.getByText(`${userName} solved “Fog Signal”: +525, rank 2 → 1`).waitFor()
    await toast.getByRole('link', { name: 'Open' }).click()
    await panelOf(elsewhere.page, 'Fog Signal').waitFor()

    await panelOf(rival.page, 'Fog Signal').getByText('פריק!').waitFor()
    expect(await box(rival.page).inputValue()).toBe('flag{other')
    expect(
      await toasts(rival.page)
        .getByText(/solved/)
        .count(),
    ).toBe(0)
    // Nothing is said twice, and to a rival only that there was a first blood.
    const told = `polite: ${userName} solved “Fog Signal”: +525, rank 2 → 1`
    await expect.poll(() => elsewhereHeard?.()).toEqual([told])
    await expect
      .poll(() => rivalHeard?.())
      .toEqual(['polite: \u2068פריק!\u2069 took first blood in Fog Signal'])
    await expect
      .poll(async () => (await typingHeard?.())?.join(' '))
      .toMatch(/^polite: Solved by .* 525 points/)
    await expectNoFaults(typing, 'solve-card-mate')
    for (const { close } of [typing, elsewhere, rival]) await close()
  })

  withBreadth(() => {
    it.each(Object.entries(inspectedWidths))('is celebrated within the window: %s', async (size, width) => {
      const game = await played()
      const { bilge } = game.challenges
      for (let each = 0; each < 3; each++)
        await game.open.submit((await game.open.team()).player, bilge, 'flag{x}')
      const visit = await visitAs(game, game.own, `challenges?challenge=${bilge.id}`, width)
      await box(visit.page).waitFor()
      const shifts = await watchShifts(visit)
      await submit(visit.page, 'flag{x}')
      const panel = panelOf(visit.page, 'Bilge Pump')
      await panel.getByText('Correct! Challenge solved.').waitFor()
      await panel.getByText('5 → 4').waitFor()
      expect(await shifts()).toEqual([])
      expect((await panel.innerText()).match(/solved/gi)).toHaveLength(1)
      // The hardest of its category is solved, so it's the one that most have solved.
      await panel.getByRole('button', { name: 'Next: Buoy, 100 points' }).waitFor()
      await expectNoFaults(visit, `solve-card-${size}`)
      await visit.close()
    })

    it('counts up to its points where motion is welcome, and has the final ones from the start', async () => {
      const game = await played()
      const visit = await visitAs(game, game.own, `challenges?challenge=${game.challenges.fog.id}`)
      const { page } = visit
      await page.emulateMedia({ reducedMotion: 'no-preference' })
      await box(page).waitFor()
      const shifts = await watchShifts(visit)
      await page.evaluate(() => {
        const seen: string[] = []
        Object.assign(window, { seen })
        new MutationObserver(() => {
          const figure = document.querySelector('[data-counting]')
          if (figure !== null) seen.push([...figure.children].map(({ textContent }) => textContent).join(' '))
        }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
      })
      await submit(page, 'flag{x}')
      await panelOf(page, 'Fog Signal').getByText('525', { exact: true }).waitFor()
      await expect.poll(() => page.locator('[data-counting]').count()).toBe(0)
      await panelOf(page, 'Fog Signal').getByText('2 → 1').waitFor()
      expect(await shifts()).toEqual([])
      const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen)
      expect(seen[0]).toBe('525 0')
      expect(seen.every((one) => one.startsWith('525 '))).toBe(true)
      const counted = seen.map((one) => Number(one.split(' ')[1]))
      expect(counted).toEqual(counted.toSorted((one, other) => one - other))
      expect(visit.faults()).toEqual([])
      await visit.close()
    })
  })
})

describe('a flag that is not right', () => {
  let world: World
  let journeys: Journeys
  let visit: Visit
  let page: Page
  let open: OpenGame
  let admin: Person
  beforeAll(async () => {
    world = await createWorld({ webRoot: builtClient })
    journeys = await startJourneys(world.origin)
    admin = await world.person('Admin')
    open = await createOpenGame(world, { title: 'Regatta' })
    const { id } = await open.challenge({ title: 'Fog Signal', flags: ['flag{x}'] })
    const { player } = await open.team()
    visit = await journeys.visit({ width: widths.phone })
    ;({ page } = visit)
    await logIn(visit, player)
    await page.goto(`/games/${open.game.id}/challenges?challenge=${id}`)
    await page.getByRole('textbox', { name: 'Flag', exact: true }).waitFor()
  })
  afterAll(async () => {
    await journeys.close()
    await world.close()
  })
  const box = () => page.getByRole('textbox', { name: 'Flag', exact: true })
  const said = (how: 'assertive' | 'polite') => saying(page, how)

  it('says so once, keeps the text, and selects it', async () => {
    await box().fill('flag{dark}')
    await box().press('Enter')
    await expect.poll(() => said('assertive').textContent()).toBe('Incorrect flag. It’s still in the box.')
    expect(await page.getByText('Incorrect flag', { exact: true }).count()).toBe(1)
    expect(await box().getAttribute('aria-invalid')).toBe('true')
    const selected = await box().evaluate((element) => {
      const { value, selectionStart, selectionEnd } = element as HTMLInputElement
      return [element === document.activeElement, value.slice(selectionStart ?? 0, selectionEnd ?? 0)]
    })
    expect(selected).toEqual([true, 'flag{dark}'])
    await expectNoFaults(visit, 'flag-wrong')
    await expect.poll(() => said('assertive').textContent()).toBe('')
    await box().fill('flag{dar}')
    expect(await box().getAttribute('aria-invalid')).toBeNull()
  })

  it('says that it is checked when that takes more than a second', async () => {
    let judge = (): void => undefined
    const judged = new Promise<void>((resolve) => {
      judge = resolve
    })
    await page.route('**/status/*', async (route) => {
      await judged
      await route.continue()
    })
    await box().fill('flag{dim}')
    await box().press('Enter')
    await page.locator('form [data-at="dip"]').waitFor()
    await page.getByRole('button', { name: 'Checking…' }).waitFor()
    await expect.poll(() => said('polite').textContent()).toBe('Checking…')
    judge()
    await page.getByText('Incorrect flag', { exact: true }).waitFor()
    expect(await page.locator('form [data-at="dip"]').count()).toBe(0)
    await page.unroute('**/status/*')
  })

  it('can be reached, filled, and sent in a window of 320 by 256', async () => {
    await page.setViewportSize({ width: 320, height: 256 })
    await box().fill('flag{small}')
    await box().scrollIntoViewIfNeeded()
    await page.getByRole('button', { name: 'Submit', exact: true }).click()
    await page.getByText('Incorrect flag', { exact: true }).waitFor()
    expect(visit.faults()).toEqual([])
  })

  it.each([
    [320, 256],
    [widths.phone, 844],
    [widths.desktop, 900],
  ])('stays in sight under a message while someone types, at %i × %i', async (width, height) => {
    await page.setViewportSize({ width, height })
    await box().scrollIntoViewIfNeeded()
    await box().focus()
    const content = `Tide ${width}`
    await admin.post(`/api/edit/games/${open.game.id}/notices`, { content })
    const toast = page.getByRole('region', { name: 'Notifications' })
    await toast.getByText(content).waitFor()
    const [over, under] = [await toast.boundingBox(), await box().boundingBox()]
    expect(over?.y).toBeGreaterThanOrEqual(0)
    expect((over?.y ?? 0) + (over?.height ?? 0)).toBeLessThanOrEqual(under?.y ?? 0)
    expect(visit.faults()).toEqual([])
  })
})
