import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { byBreadth } from '../kit/breadth.ts'
import { builtClient, type Journeys, startJourneys, type Visit } from '../kit/browser.ts'
import { insertParticipation, insertTeam } from '../kit/factories.ts'
import { createOpenGame, type OpenGame, type OpenTeam } from '../kit/open-game.ts'
import { createWorld, type World } from '../kit/world.ts'
import { logIn } from './screen.ts'

const crowd = 60
const categories = ['Web', 'Pwn', 'Crypto', 'Misc', 'Reverse', 'Forensics'] as const

describe('the scoreboard in windows of all sizes', () => {
  let world: World
  let journeys: Journeys
  let open: OpenGame
  let gulls: OpenTeam
  let visitor: Visit
  let player: Visit
  let path: string

  beforeAll(async () => {
    world = await createWorld({ webRoot: builtClient })
    journeys = await startJourneys(world.origin)
    open = await createOpenGame(world, { title: 'Harbour Lights CTF' })
    path = `/games/${open.game.id}/scoreboard`
    const students = await open.division('Students')
    const challenges = await Promise.all(
      Array.from({ length: 24 }, (_, at) =>
        open.challenge({
          title: `Challenge ${at}`,
          category: categories[at % categories.length] ?? 'Web',
          flags: [`flag{${at}}`],
        }),
      ),
    )
    const terns = await open.team({ name: 'Terns', division: students })
    for (let each = 0; each < crowd; each++)
      await insertParticipation(
        world.db,
        open.game,
        await insertTeam(world.db, [], { name: `Crowd ${each}` }),
      )
    gulls = await open.team({ name: 'פריק!' })
    for (const [at, challenge] of challenges.slice(0, 4).entries())
      await open.submit(terns.player, challenge, `flag{${at}}`)
    visitor = await journeys.visit()
    player = await journeys.visit()
    await logIn(player, gulls.player)
  })
  afterAll(async () => {
    await journeys.close()
    await world.close()
  })

  const openAt = async ({ page }: Visit, width: number, height: number): Promise<Page> => {
    await page.setViewportSize({ width, height })
    await page.goto(path)
    await page.locator('main [data-team]').first().waitFor()
    await page.getByText('Live', { exact: true }).waitFor()
    // The same page opened again is where it was left.
    await page.evaluate(() => scrollTo(0, 0))
    return page
  }
  const strip = (page: Page) => page.getByRole('button', { name: /^Your team/ })
  const stripOf = async (page: Page) => {
    await strip(page).waitFor()
    return strip(page).boundingBox()
  }
  /** Rows that nothing covers, not even in part. */
  const wholeRows = (page: Page): Promise<number> =>
    page.evaluate(() => {
      const boxOf = (selector: string): DOMRect | undefined =>
        document.querySelector(selector)?.getBoundingClientRect()
      const floor = Math.min(
        innerHeight,
        ...['[data-own-place]', '[data-bottom-bar]'].flatMap((selector) => {
          const box = boxOf(selector)
          return box === undefined || box.height === 0 ? [] : [box.top]
        }),
      )
      const ceiling = Math.max(0, boxOf('thead')?.bottom ?? 0, boxOf('body header')?.bottom ?? 0)
      return [...document.querySelectorAll('main [data-team]')].filter((row) => {
        const { top, bottom } = row.getBoundingClientRect()
        return top >= ceiling - 0.5 && bottom <= floor + 0.5
      }).length
    })

  const low = { width: 720, height: 450, rows: 4, besideStrip: 3 }
  const desk = { width: 1440, height: 900, rows: 14, besideStrip: 14 }
  const phones = [
    { width: 390, height: 844, rows: 12, besideStrip: 11 },
    { width: 390, height: 664, rows: 8, besideStrip: 7 },
  ]
  it.each(byBreadth([low, desk], [...phones, low, desk]))(
    'shows at least $rows whole rows at $width × $height',
    async ({ width, height, rows, besideStrip }) => {
      const page = await openAt(visitor, width, height)
      expect(await strip(page).count()).toBe(0)
      expect(await wholeRows(page)).toBeGreaterThanOrEqual(rows)
      const own = await openAt(player, width, height)
      await strip(own).waitFor()
      expect(await wholeRows(own)).toBeGreaterThanOrEqual(besideStrip)
      expect([...visitor.faults(), ...player.faults()]).toEqual([])
    },
  )

  it('has as many on a phone below the band of a freeze to come', async () => {
    const set = async (freeze_at: Date | null): Promise<void> => {
      await world.db.updateTable('game').set({ freeze_at }).where('id', '=', open.game.id).execute()
      await open.changed()
    }
    await set(new Date(world.clock.now() + 3_600_000))
    const page = await openAt(player, 390, 844)
    await page.getByText('Freezes in').waitFor()
    await strip(page).waitFor()
    expect(await wholeRows(page)).toBeGreaterThanOrEqual(11)
    await set(null)
  })

  it('shows twice as many rows in a low window once scrolled', async () => {
    const page = await openAt(visitor, 720, 450)
    await page
      .locator('main [data-team]')
      .nth(2)
      .evaluate((row) => row.scrollIntoView({ block: 'start' }))
    await expect.poll(() => wholeRows(page)).toBeGreaterThanOrEqual(8)
  })

  it.each<[number, number]>(
    byBreadth(
      [[320, 568]],
      [
        [320, 568],
        [390, 844],
        [720, 450],
        [1440, 900],
      ],
    ),
  )('keeps the own place inside the window, above the bottom bar, at %i × %i', async (width, height) => {
    const page = await openAt(player, width, height)
    const inWindow = async (): Promise<void> => {
      const box = await stripOf(page)
      const bar = await page.locator('[data-bottom-bar]').boundingBox()
      expect(box?.x).toBeGreaterThanOrEqual(0)
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
      expect(box?.y).toBeGreaterThanOrEqual(0)
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual((bar?.y ?? height) + 0.5)
    }
    await inWindow()
    await page.evaluate(() => scrollBy(0, 300))
    await inWindow()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  })

  it.each<[number, number]>(
    byBreadth(
      [[390, 844]],
      [
        [390, 844],
        [1440, 900],
      ],
    ),
  )('jumps to the own row by a tap and by m, and then needs no strip, at %i × %i', async (width, height) => {
    const page = await openAt(player, width, height)
    await strip(page).click()
    const isOnOwnRow = (): Promise<boolean> =>
      page.evaluate(() => document.activeElement?.closest('[data-own]') != null)
    await expect.poll(isOnOwnRow).toBe(true)
    await strip(page).waitFor({ state: 'detached' })
    await page.evaluate(() => {
      document.querySelector('[role="grid"]')?.parentElement?.scrollTo(0, 0)
      scrollTo(0, 0)
    })
    await strip(page).waitFor()
    await page.keyboard.press('m')
    await strip(page).waitFor({ state: 'detached' })
    await expect.poll(isOnOwnRow).toBe(true)
  })

  it('is a list on a phone: each row tells its team, division, and points, and opens the team', async () => {
    const page = await openAt(visitor, 390, 844)
    const list = page.getByRole('list', { name: 'Scoreboard' })
    expect(await page.getByRole('grid').count()).toBe(0)
    const row = list.getByRole('listitem').filter({ hasText: 'Terns' })
    expect(await row.textContent()).toMatch(/^Rank 1TTernsStudents · 4 solved\d{4} Points$/)
    await page.getByText(`${crowd + 2} teams`, { exact: true }).waitFor()
    expect((await row.boundingBox())?.height).toBe(44)
    await row.getByRole('link').click()
    await page.getByRole('dialog', { name: 'Terns' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('[data-team]')?.textContent ?? ''))
      .toContain('Terns')
    await page.getByLabel('Division').selectOption({ label: 'Students' })
    await page.getByText('1 team', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Timeline' }).click()
    await page.locator('canvas').waitFor()
    await page.getByRole('button', { name: 'Table' }).click()
    await row.waitFor()
  })

  it('draws only rows near the window, and keeps the focused one', async () => {
    const page = await openAt(visitor, 390, 844)
    const links = page.locator('main [data-team] a')
    await links.nth(1).focus()
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    await page.getByText(`Crowd ${crowd - 1}`, { exact: true }).waitFor()
    expect(await page.locator('main [data-team]').count()).toBeLessThan(30)
    expect(await page.evaluate(() => document.activeElement?.matches('[data-team] a'))).toBe(true)
  })

  it('has bars by category and the latest solve between phone and desk', async () => {
    const page = await openAt(visitor, 768, 900)
    const row = page.getByRole('listitem').filter({ hasText: 'Terns' })
    await row.getByText(/^Challenge \d$/).waitFor()
    const bars = row.locator('[data-category]')
    expect(await bars.count()).toBe(categories.length)
    const { width, height } = (await bars.first().boundingBox()) ?? {}
    expect([width, height]).toEqual([6, 20])
    await page.setViewportSize({ width: 1200, height: 900 })
    await page.getByRole('grid').waitFor()
  })

  it('shows 24 challenges on a desk without scrolling sideways', async () => {
    const page = await openAt(visitor, 1440, 900)
    const grid = page.getByRole('grid', { name: 'Scoreboard' })
    expect(await grid.getByRole('columnheader', { name: /Challenge/ }).count()).toBe(24)
    const [wide, room] = await grid
      .locator('..')
      .evaluate(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth])
    expect(wide).toBe(room)
  })
})
