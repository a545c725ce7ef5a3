import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type ChallengeCategory,
  type ChallengeLevel,
  type Language,
  languages,
} from '@pennant/contract/enums'
import type { GameDetail } from '@pennant/contract/scoreboard'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { byBreadth } from '../kit/breadth.ts'
import { builtClient, type Journeys, showIn, startJourneys, type Visit, widths } from '../kit/browser.ts'
import { saying } from '../kit/live-regions.ts'
import { createOpenGame, type OpenGame, type OpenTeam } from '../kit/open-game.ts'
import { createWorld, type Person, type World } from '../kit/world.ts'
import { isFocused, tabTo } from './keyboard.ts'
import { challengePanel, connected, expectNoFaults, goTo, logIn } from './screen.ts'
import { textsIn } from './texts.ts'

type Level = Exclude<ChallengeLevel, 'None'>
type Sample = { title: string; category: ChallengeCategory; level: Level; tags: string[] }
const sampleFolder = join(import.meta.dirname, '../../demo/challenges')
const samples = readdirSync(sampleFolder).flatMap((category) =>
  readdirSync(join(sampleFolder, category)).map(
    (slug): Sample => JSON.parse(readFileSync(join(sampleFolder, category, slug, 'challenge.json'), 'utf8')),
  ),
)
const solvedTitles = ['Fog Signal', 'Seven Keepers', 'Four Digits']

describe('the challenges of the sample event', () => {
  let world: World
  let journeys: Journeys
  let open: OpenGame
  let team: OpenTeam
  let admin: Person
  let visit: Visit
  let page: Page

  beforeAll(async () => {
    world = await createWorld({ webRoot: builtClient })
    open = await createOpenGame(world, { title: 'Harbour Lights CTF' })
    const [division, others] = [await open.division('Students'), await open.division('Open')]
    team = await open.team({ name: 'Low Tide Society', division })
    const rivals = await open.team({ name: 'פריק!', division: others })
    admin = await world.person('Admin')
    for (const { title, category, level, tags } of samples) {
      const hints = title === 'Bilge Pump' ? ['Look *up*', 'Look *down*'] : []
      const deadline_at = title === 'House Style' ? new Date(world.clock.now() - 60_000) : null
      const challenge = await open.challenge({
        ...{ title, category, level, tags, hints, deadline_at },
        ...{ content: `About ${title}.`, flags: [`flag{${title}}`] },
      })
      if (solvedTitles.includes(title)) await open.submit(team.player, challenge, `flag{${title}}`)
      if (title === 'Seven Keepers') await open.submit(rivals.player, challenge, `flag{${title}}`)
    }
    journeys = await startJourneys(world.origin)
  })
  afterAll(async () => {
    await journeys.close()
    await world.close()
  })
  beforeEach(async () => {
    visit = await journeys.visit()
    ;({ page } = visit)
    await logIn(visit, team.player)
    await goTo(page, path())
    await card('Bilge Pump').waitFor()
  })
  afterEach(() => visit.close())

  const path = (): string => `/games/${open.game.id}/challenges`
  const card = (title: string) => page.locator('[data-challenge]', { hasText: title })
  const titleOf = (title: string) => challengePanel(page, title).getByRole('heading', { name: title })
  const flagBox = (title: string) => challengePanel(page, title).getByLabel('Flag', { exact: true })

  const layout = async (): Promise<{ columns: number; inSight: number }> =>
    page.evaluate(() => {
      scrollTo(0, 0)
      const boxes = [...document.querySelectorAll('[data-challenge]')].map((one) =>
        one.getBoundingClientRect(),
      )
      return {
        columns: new Set(boxes.map(({ left }) => Math.round(left))).size,
        inSight: boxes.filter(({ top, bottom }) => top >= 0 && bottom <= innerHeight).length,
      }
    })

  it('stand in columns: all in sight on a desk, and 20 beside an open one', async () => {
    expect(samples).toHaveLength(24)
    expect(await layout()).toEqual({ columns: 4, inSight: 24 })
    await card('Bilge Pump').click()
    await flagBox('Bilge Pump').waitFor()
    const beside = await layout()
    expect(beside.columns).toBe(3)
    expect(beside.inSight).toBeGreaterThanOrEqual(20)

    await page.setViewportSize({ width: 2560, height: 1440 })
    await expect.poll(async () => (await layout()).columns).toBe(4)
    await page.getByRole('heading', { name: 'Low Tide Society' }).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(async () => (await layout()).columns).toBe(6)
    await page.setViewportSize({ width: widths.phone, height: 844 })
    await expect.poll(async () => (await layout()).columns).toBe(1)
    const head = page.getByRole('heading', { name: 'Hardware' })
    await card('The Lost Jumpers').evaluate((one) => one.scrollIntoView({ block: 'start' }))
    // It sticks below the header of the page.
    expect((await head.boundingBox())?.y).toBeLessThan(92)
  })

  it.each(byBreadth<readonly Language[]>([], languages))(
    'are all in sight in any language when each has been solved by many: %s',
    async (language) => {
      await visit.close()
      visit = await journeys.visit({ language })
      ;({ page } = visit)
      await logIn(visit, team.player)
      await page.route('**/details', async (route) => {
        const response = await route.fetch()
        const detail = (await response.json()) as GameDetail
        const challenges = Object.values(detail.challenges).flat()
        const others = [7, 8, 9].map((id) => ({ id, name: 'Terns', avatar: null, submitTimeUtc: 0 }))
        const many = challenges.map((one) => ({
          ...one,
          solved: 38,
          bloods: [...one.bloods, ...others].slice(0, 3),
        }))
        await route.fulfill({ response, json: { ...detail, challenges: { all: many } } })
      })
      await page.goto(path())
      const [texts, form] = [textsIn(language), new Intl.PluralRules(language).select(38)]
      await card('Bilge Pump')
        .getByText(texts(`challenge.solves_${form}`, { count: 38 }))
        .waitFor()
      await card('Bilge Pump').getByText(texts('level.Hard')).waitFor()
      expect(await layout()).toEqual({ columns: 4, inSight: 24 })
      await page.unrouteAll({ behavior: 'wait' })
    },
  )

  it('say in the head of a category how much is solved, and what is left', async () => {
    const head = (category: string) =>
      page.locator('header').filter({ has: page.getByRole('heading', { name: category, exact: true }) })
    expect(await head('Crypto').innerText()).toMatch(/Crypto\s+1 of 3\s+\d+ left/)
    expect(await head('Mobile').innerText()).toMatch(/Mobile\s+1 of 1\s+All solved/)
    // Closed.
    expect((await head('Pentest').innerText()).trim()).toMatch(/Pentest\s+0 of 1$/)
    expect(await head('Crypto').locator('[data-solved]').count()).toBe(1)
  })

  const contrastOf = (title: string): Promise<number> =>
    card(title)
      .locator('strong')
      .evaluate((one) => {
        const channels = (color: string): number[] => (color.match(/[\d.]+/g) ?? []).map(Number)
        const light = (color: string): number =>
          channels(color)
            .slice(0, 3)
            .map((part) => part / 255)
            .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
            .reduce((sum, part, at) => sum + part * ([0.2126, 0.7152, 0.0722][at] ?? 0), 0)
        const behind = (element: Element | null): string => {
          if (element === null) return 'rgb(255, 255, 255)'
          const { backgroundColor } = getComputedStyle(element)
          return channels(backgroundColor)[3] === 0 ? behind(element.parentElement) : backgroundColor
        }
        const [text = 0, ground = 0] = [getComputedStyle(one).color, behind(one)].map(light)
        return (Math.max(text, ground) + 0.05) / (Math.min(text, ground) + 0.05)
      })

  it('recede when they are solved, but stay readable', async () => {
    for (const scheme of ['dark', 'light'] as const) {
      await showIn(page, scheme)
      const [solved, unsolved] = [await contrastOf('Fog Signal'), await contrastOf('Bilge Pump')]
      expect(solved, scheme).toBeLessThan(unsolved)
      expect(solved, scheme).toBeGreaterThanOrEqual(4.5)
    }
    await visit.settled()
    await expectNoFaults(visit, 'challenge-desk')
  })

  it('stay in use beside an open one, which is no dialog, and narrow windows make it one', async () => {
    await card('Bilge Pump').click()
    await expect.poll(() => isFocused(titleOf('Bilge Pump'))).toBe(true)
    expect(await page.locator('dialog[open]').count()).toBe(0)
    await expectNoFaults(visit, 'challenge-docked')
    await card('Ticket Machine').click()
    await expect.poll(() => isFocused(titleOf('Ticket Machine'))).toBe(true)
    await tabTo(page, card('The Gatekeeper'), 'Shift+Tab')
    await page.keyboard.press('Enter')
    await expect.poll(() => isFocused(titleOf('The Gatekeeper'))).toBe(true)
    const foot = await flagBox('The Gatekeeper').boundingBox()
    expect((foot?.y ?? 0) + (foot?.height ?? 0)).toBeLessThan(900)

    await flagBox('The Gatekeeper').fill('flag{half')
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.getByRole('dialog', { name: 'The Gatekeeper' }).waitFor()
    expect(await flagBox('The Gatekeeper').inputValue()).toBe('flag{half')
    await flagBox('The Gatekeeper').focus()
    await page.keyboard.press('Escape')
    await expect.poll(() => isFocused(titleOf('The Gatekeeper'))).toBe(true)
    await page.keyboard.press('Escape')
    await expect.poll(() => isFocused(card('The Gatekeeper'))).toBe(true)
    expect(visit.faults()).toEqual([])
  })

  it('are walked through by keys, which never type', async () => {
    const { keyboard } = page
    await keyboard.press('j')
    await keyboard.press('j')
    await keyboard.press('k')
    await expect.poll(() => isFocused(page.locator('[data-challenge]').first())).toBe(true)
    await keyboard.press('Enter')
    const opened = page.locator('#challenge-panel')
    await opened.getByLabel('Flag', { exact: true }).waitFor()
    const titles = await page.locator('[data-challenge] strong').allInnerTexts()
    for (const next of titles.slice(1, 6)) {
      await keyboard.press('j')
      await expect.poll(() => isFocused(titleOf(next))).toBe(true)
    }
    const [sixth = ''] = titles.slice(5)
    await flagBox(sixth).waitFor()
    expect(await flagBox(sixth).inputValue()).toBe('')

    await keyboard.press('f')
    await keyboard.type('just typing')
    await expect.poll(() => flagBox(sixth).inputValue()).toBe('just typing')
    await keyboard.press('Escape')
    await expect.poll(() => isFocused(titleOf(sixth))).toBe(true)
    // Faster than anything is drawn: each key is about what the one before led to.
    await page.evaluate(() => {
      for (const key of ['k', 'k', 'f', 'Escape', 'j', 'f'])
        document.activeElement?.dispatchEvent(
          new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
        )
    })
    const [fifth = ''] = titles.slice(4)
    expect(await isFocused(flagBox(fifth))).toBe(true)
    expect(await flagBox(fifth).inputValue()).toBe('')
    await keyboard.press('Escape')
    await keyboard.press('j')
    await expect.poll(() => isFocused(titleOf(sixth))).toBe(true)
    await keyboard.press('Escape')
    await opened.waitFor({ state: 'detached' })
    await expect.poll(() => isFocused(card(sixth))).toBe(true)
    expect(visit.faults()).toEqual([])
  })

  it('are found by the search, which opens the first match', async () => {
    const { keyboard } = page
    const search = page.getByRole('searchbox')
    await keyboard.press('/')
    await keyboard.type('fog')
    await keyboard.press('Enter')
    await expect.poll(() => isFocused(titleOf('Fog Signal'))).toBe(true)
    expect(new URL(page.url()).searchParams.get('q')).toBe('fog')
    // Faster than the panel goes, which must not take the focus back.
    await page.evaluate(() => {
      for (const key of ['Escape', '/'])
        document.activeElement?.dispatchEvent(
          new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
        )
    })
    await page.locator('#challenge-panel').waitFor({ state: 'detached' })
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
    expect(await isFocused(search)).toBe(true)
    await keyboard.press('ArrowDown')
    await expect.poll(() => isFocused(card('Fog Signal'))).toBe(true)
    await keyboard.press('/')
    await expect.poll(() => isFocused(search)).toBe(true)
    await keyboard.press('Escape')
    await expect.poll(() => search.inputValue()).toBe('')
    await expect.poll(() => isFocused(search)).toBe(true)
    await keyboard.press('Escape')
    await expect.poll(() => isFocused(search)).toBe(false)
    await page.getByLabel('Sort').selectOption('points')
    await card('Fog Signal').getByText('Hardware').waitFor()
    expect(await page.getByRole('heading', { name: 'Hardware' }).count()).toBe(0)
  })

  it('take a flag that is pasted anywhere, and nothing else, and do not send it', async () => {
    await card('Bilge Pump').click()
    await flagBox('Bilge Pump').waitFor()
    const paste = (text: string): Promise<void> =>
      page.evaluate((pasted) => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text/plain', pasted)
        const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
        document.activeElement?.dispatchEvent(event)
      }, text)
    await paste('some words about it')
    expect(await isFocused(titleOf('Bilge Pump'))).toBe(true)
    await paste(' flag{pasted}\n')
    await expect.poll(() => flagBox('Bilge Pump').inputValue()).toBe('flag{pasted}')
    expect(await isFocused(flagBox('Bilge Pump'))).toBe(true)
    await challengePanel(page, 'Bilge Pump').getByText('0 attempts so far').waitFor()
  })

  it('have closed hints, and what was opened stays open in this browser', async () => {
    await card('Bilge Pump').click()
    const panel = challengePanel(page, 'Bilge Pump')
    await panel.getByText('Hint 1 of 2').waitFor()
    expect(await panel.getByText(/^Look/).count()).toBe(0)
    // The keys `g h` lead home.
    await page.keyboard.press('h')
    await panel.getByText('Look up').waitFor()
    expect(await panel.getByText('Look down').count()).toBe(0)
    await page.reload()
    await panel.getByText('Look up').waitFor()
    expect(await panel.getByText('Look down').count()).toBe(0)
    await panel.getByText('Hint 1 of 2').click()
    await page.reload()
    await panel.getByText('Hint 2 of 2').waitFor()
    expect(await panel.getByText('Look up').count()).toBe(0)
  })

  it('tell who has solved them, of all divisions or of the own one', async () => {
    await card('Seven Keepers').click()
    const panel = challengePanel(page, 'Seven Keepers')
    const count = panel.getByRole('button', { name: '2 solves' })
    await count.waitFor()
    await panel.getByText('First to solve').waitFor()
    await page.keyboard.press('s')
    const solvers = panel.getByRole('region', { name: 'Solved by' })
    await expect.poll(() => isFocused(solvers.getByRole('heading'))).toBe(true)
    const lines = async (): Promise<string[]> =>
      (await solvers.getByRole('listitem').allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '))
    await expect.poll(async () => (await lines()).length).toBe(2)
    const [first, second] = await lines()
    expect(first).toMatch(/^1 First blood Low Tide Society 1 hr$/)
    expect(second).toMatch(/^2 Second blood פריק! 1 hr$/)
    await expectNoFaults(visit, 'challenge-solvers')
    await solvers.getByLabel('Only Students').check()
    await expect.poll(lines).toEqual([first])
    await count.focus()
    await page.keyboard.press('s')
    await expect.poll(() => isFocused(titleOf('Seven Keepers'))).toBe(true)
    await panel.getByText('First to solve').waitFor()
  })

  it('stay where they are when new ones come, until these are asked for', async () => {
    await connected(page)
    const places = () =>
      page
        .locator('[data-challenge], [type=search], [name=sort], [name=hideSolved]')
        .evaluateAll((all) => all.map((one) => JSON.stringify(one.getBoundingClientRect())))
    const added = await open.challenge({ title: 'Anchor', category: 'AI', is_enabled: false })
    const before = await places()
    const enable = `/api/edit/games/${open.game.id}/challenges/${added.id}`
    expect((await admin.put(enable, { isEnabled: true })).status).toBe(200)
    const show = page.getByRole('button', { name: 'Show 1 new challenge' })
    await show.waitFor()
    await saying(page, 'polite').locator('p', { hasText: 'Show 1 new challenge' }).waitFor()
    expect(await places()).toEqual(before)
    expect(await card('Anchor').count()).toBe(0)
    await show.click()
    await card('Anchor').getByText('New', { exact: true }).waitFor()
    await expect.poll(() => isFocused(card('Anchor'))).toBe(true)
    await page.getByText(/^25 challenges shown/).waitFor()
    expect((await admin.delete(enable)).status).toBe(200)
  })
})
