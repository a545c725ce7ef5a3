import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtClient, type Journeys, startJourneys } from '../kit/browser.ts'
import { insertParticipation, insertTeam } from '../kit/factories.ts'
import { createOpenGame, type OpenGame, type OpenTeam } from '../kit/open-game.ts'
import { createWorld, type World } from '../kit/world.ts'

const crowd = 300
const courses = 40
/** A window of 900 pixels shows about twenty rows, and some are rendered ahead. */
const mostRows = 45

/** DOM changes since the last call, by row (team, or `head`) and column. */
type Touched = { cells: string[]; rowsMade: number; mostRows: number }

describe('a big scoreboard', () => {
  let world: World
  let journeys: Journeys
  let open: OpenGame
  let terns: OpenTeam
  let berth: { id: number }

  beforeAll(async () => {
    world = await createWorld({ webRoot: builtClient })
    journeys = await startJourneys(world.origin)
    open = await createOpenGame(world)
    for (let each = 0; each < crowd; each++)
      await insertParticipation(world.db, open.game, await insertTeam(world.db, []))
    const [anchor] = await Promise.all(
      Array.from({ length: courses }, (_, at) =>
        open.challenge({ title: `Course ${at}`, category: 'Web', flags: [`flag{${at}}`] }),
      ),
    )
    berth = await open.challenge({ title: 'Berth', category: 'Misc', flags: ['flag{b}'] })
    terns = await open.team({ name: 'Terns' })
    if (anchor !== undefined) await open.submit(terns.player, anchor, 'flag{0}')
  })
  afterAll(async () => {
    await journeys.close()
    await world.close()
  })

  const watch = (page: Page): Promise<void> =>
    page.evaluate(() => {
      const grid = document.querySelector('[role="grid"]')
      const cells = new Set<string>()
      let rowsMade = 0
      let most = 0
      const note = (records: MutationRecord[]): void => {
        if (grid === null) return
        most = Math.max(most, grid.querySelectorAll('[data-team]').length)
        for (const { target, addedNodes } of records) {
          const element = target instanceof Element ? target : target.parentElement
          const row = element?.closest<HTMLElement>('[data-team]')?.dataset['team'] ?? 'head'
          cells.add(`${row} ${element?.closest<HTMLElement>('[data-column]')?.dataset['column'] ?? '-'}`)
          rowsMade += [...addedNodes].filter(
            (node) => node instanceof HTMLElement && node.matches('[data-team]'),
          ).length
        }
      }
      const observer = new MutationObserver(note)
      if (grid !== null)
        observer.observe(grid, { subtree: true, childList: true, characterData: true, attributes: true })
      Object.assign(globalThis, {
        touched: (): Touched => {
          note(observer.takeRecords())
          const found = { cells: [...cells].toSorted(), rowsMade, mostRows: most }
          cells.clear()
          rowsMade = 0
          return found
        },
      })
    })
  const touched = (page: Page): Promise<Touched> =>
    page.evaluate(() => (globalThis as unknown as { touched(): Touched }).touched())

  it('draws only what a solve has changed, and only rows that come into sight', async () => {
    const { page, faults, close } = await journeys.visit()
    const board = `${open.path}/scoreboard`
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url())
      if (pathname.startsWith(board)) asked.push(pathname + search.replace(/\d+/, 'VERSION'))
    })
    await page.goto(`${open.path.replace('/api/game', '/games')}/scoreboard`)
    const grid = page.getByRole('grid', { name: 'Scoreboard' })
    const row = grid.locator(`[data-team="${terns.team.id}"]`)
    await row.waitFor()
    await page.getByText('Live', { exact: true }).waitFor()
    await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe(String(crowd + 3))
    const drawn = await grid.locator('[data-team]').count()
    expect(drawn).toBeGreaterThan(10)
    expect(drawn).toBeLessThan(mostRows)

    await watch(page)
    await open.submit(terns.player, berth, 'flag{b}')
    const cell = row.locator('[data-blood]').first()
    await row.locator('[data-column="3"]').getByText('2', { exact: true }).waitFor()
    const column = await cell.getAttribute('data-column')
    const team = String(terns.team.id)
    const afterSolve = await touched(page)
    expect(afterSolve.cells).toContain(`${team} ${column}`)
    expect(
      afterSolve.cells.filter((one) => !new RegExp(`^(${team} (2|3|${column})|head ${column})$`).test(one)),
    ).toEqual([])
    expect(afterSolve.rowsMade).toBe(0)
    // Of the board itself, nothing is asked for again.
    expect(new Set(asked.slice(1))).toEqual(new Set([`${board}/changes?since=VERSION`]))
    expect(asked[0]).toBe(board)

    const scroller = grid.locator('..')
    const scrollTo = (left: number, top: number): Promise<void> =>
      scroller.evaluate((element, place) => element.scrollTo(place), { left, top })
    const inSight = (index: number) => grid.locator(`[aria-rowindex="${index}"]`)
    const lowest = Number(await grid.locator('[aria-rowindex]').last().getAttribute('aria-rowindex'))
    await scrollTo(0, 42 * 8)
    await inSight(lowest + 8).waitFor()
    const afterStep = await touched(page)
    expect(afterStep.rowsMade).toBeGreaterThan(0)
    expect(afterStep.rowsMade).toBeLessThan(12)

    for (const part of [0.25, 0.5, 1]) {
      await scrollTo(0, 36 * crowd * part)
      await inSight(crowd * part + 3).waitFor()
    }
    const afterLeaps = await touched(page)
    expect(afterLeaps.mostRows).toBeLessThan(mostRows)

    const last = String(courses + 5)
    await grid.locator(`td[aria-colindex="${last}"]`).first().waitFor({ state: 'detached' })
    await scrollTo(5_000, 36 * crowd)
    await grid.locator(`td[aria-colindex="${last}"]`).first().waitFor()
    expect((await touched(page)).rowsMade).toBe(0)
    expect(faults()).toEqual([])
    await close()
  })
})
