import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { withBrowser } from '../browser.ts'
import { withDataFolder } from '../data-folder.ts'
import { embeddedDatabase } from '../embedded-database.ts'
import { createEvent } from '../event/create-event.ts'
import { sizes } from '../event/size.ts'
import { loadEvent } from '../loader/load-event.ts'
import { model } from '../loader/people.ts'
import { median } from '../measure.ts'
import type { Finding, Scenario } from '../scenario.ts'
import { scroll, type Scrolled } from '../scroll.ts'
import { startServer } from '../server-process.ts'

const rounds = 3
const day = 86_400_000
const viewport = { width: 1440, height: 900 }
const settleMs = 5_000
const patienceMs = 60_000

type Board = { url: string; cookie: string }

const openBoard = async (browser: Browser, { url, cookie }: Board): Promise<Page> => {
  const context = await browser.newContext({ viewport, locale: 'en-US' })
  const [name = '', value = ''] = cookie.split('=')
  await context.addCookies([{ name, value, url: new URL(url).origin }])
  const page = await context.newPage()
  await page.goto(url)
  await page.locator('main tr[data-team]').first().waitFor({ timeout: patienceMs })
  await wait(settleMs)
  return page
}

const openPlain = async (browser: Browser): Promise<Page> => {
  const context = await browser.newContext({ viewport, locale: 'en-US' })
  const page = await context.newPage()
  const rows = Array.from({ length: sizes.L.teams }, (_, at) => `<li>${at + 1}. A team</li>`).join('')
  await page.setContent(`<!doctype html><title>Plain</title><style>
    main { height: 700px; overflow: auto }
    ul { margin: 0; width: ${sizes.L.challenges * 50}px }
    li { height: 42px }
  </style><main tabindex="0"><ul>${rows}</ul></main>`)
  return page
}

const findingsOf = (ours: readonly Scrolled[], theirs: readonly Scrolled[]): Finding[] => {
  const frame = ({ longestFrameMs }: Scrolled): number => longestFrameMs
  const count = (all: readonly Scrolled[]): number => median(all.map(({ longTasks }) => longTasks.length))
  return [
    {
      what: `tasks over 50 ms while scrolling, median of ${rounds}`,
      figure: tasksOf(ours),
      yardstick: `a plain page ${tasksOf(theirs)}`,
      ratio: count(ours) / Math.max(1, count(theirs)),
      budget: 'no more than the plain page',
      met: count(ours) <= count(theirs),
    },
    {
      what: `longest time between two frames, median of ${rounds}`,
      figure: `${Math.round(median(ours.map(frame)))} ms`,
      yardstick: `a plain page ${Math.round(median(theirs.map(frame)))} ms`,
      ratio: median(ours.map(frame)) / median(theirs.map(frame)),
      budget: 'none',
      met: null,
    },
  ]
}

const tasksOf = (all: readonly Scrolled[]): string => {
  const tasks = all.flatMap(({ longTasks }) => longTasks)
  const each = all.map(({ longTasks }) => longTasks.length).join(', ')
  return `${median(all.map(({ longTasks }) => longTasks.length))} (${each}; the longest ${Math.round(Math.max(0, ...tasks))} ms)`
}

const compare = (board: Board): Promise<Finding[]> =>
  withBrowser(async (browser) => {
    const ours: Scrolled[] = []
    const theirs: Scrolled[] = []
    for (let round = 0; round < rounds; round++) {
      const plain = await openPlain(browser)
      theirs.push(await scroll(plain, { scroller: 'main', start: 'main' }))
      await plain.context().close()
      const page = await openBoard(browser, board)
      ours.push(
        await scroll(page, { scroller: 'main div:has(> [role=grid])', start: '[role=grid] [tabindex="0"]' }),
      )
      await page.context().close()
    }
    const still = [...ours, ...theirs].filter(({ down, across }) => down < 10_000 || across < 1_000)
    if (still.length > 0) throw new Error('a page was not scrolled')
    return findingsOf(ours, theirs)
  })

export const boardScroll: Scenario = {
  name: 'board-scroll',
  says: 'the board of L at the width of a desktop is scrolled down and across, with the wheel and by keys',
  run: () =>
    withDataFolder(async (data) => {
      const server = await startServer(data, { PENNANT_ADMIN_PASSWORD: model.password })
      try {
        const { url } = await embeddedDatabase(data)
        // Over, so that the board does not change.
        const event = createEvent({ size: sizes.L, start: Date.now() - 2 * day })
        const loaded = await loadEvent(url, event)
        return await compare({
          url: `${server.origin}/games/${loaded.gameId}/scoreboard`,
          cookie: loaded.cookie(0, server.site),
        })
      } finally {
        await server.stop()
      }
    }),
}
