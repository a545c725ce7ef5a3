import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { Browser, Page } from 'playwright-core'
import { withBrowser } from '../browser.ts'
import { watchCalm } from '../calm.ts'
import { withDataFolder } from '../data-folder.ts'
import { embeddedDatabase } from '../embedded-database.ts'
import { type FirstVisit, kinds, visitFirst } from '../first-visit.ts'
import { bareCopyOf, durationOf, redraw, slowNetwork, slowProcessor } from '../interaction.ts'
import { loadEvent } from '../loader/load-event.ts'
import type { LoadedEvent } from '../loader/loaded-event.ts'
import { model } from '../loader/people.ts'
import { milliseconds, percentile } from '../measure.ts'
import { createPlayers } from '../players.ts'
import { createRunningEvent } from '../running-event.ts'
import type { Finding, Scenario } from '../scenario.ts'
import { seeSolves } from '../see-solves.ts'
import { type ServerProcess, startServer } from '../server-process.ts'
import { solveSteadily } from '../solve-steadily.ts'

const kib = 1024
const slowerBy = 4
const rounds = 8
const phone = { width: 390, height: 844 }
const desk = { width: 1440, height: 900 }
const most = { shift: 0.02, taskMs: 50 }
const steady = { solves: 120, everyMs: 50 }
const teams = 61
/** Of the sample event: of the captain's team, and of another. */
const [mateName, rivalName] = ['mudflat_min', 'larus']

/** KiB in all: data and every font, without heads of answers. */
const screens = [
  { what: 'home', path: '/', content: 'main a[href^="/posts/"]', budget: [190, null] },
  { what: 'challenges', path: '/games/1/challenges', content: 'main [data-challenge]', budget: [235, 305] },
  { what: 'board', path: '/games/1/scoreboard', content: 'main [data-team]', budget: [275, 405] },
] as const

const login = async (origin: string, userName: string, password: string): Promise<string> => {
  const answer = await fetch(`${origin}/api/account/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userName, password }),
  })
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0]
  if (cookie === undefined) throw new Error(`the login was answered with ${answer.status}`)
  return cookie
}

const inKib = (bytes: number): string => `${(bytes / kib).toFixed(1)} KiB`

const visitAll = async (browser: Browser, server: ServerProcess, cookie: string): Promise<Finding[]> => {
  const found: Finding[] = []
  for (const { what, path, content, budget } of screens)
    for (const [at, [size, viewport]] of (
      [
        ['phone', phone],
        ['desk', desk],
      ] as const
    ).entries()) {
      const visit = await visitFirst(browser, { url: server.origin + path, content, cookie, viewport })
      found.push(...visitFindings(`${what}, ${size}`, visit, budget[at] ?? null))
    }
  return found
}

const visitFindings = (what: string, { bytes, shift }: FirstVisit, budget: number | null): Finding[] => {
  const parts = kinds.filter((kind) => bytes[kind] > 0)
  const all = parts.filter((kind) => kind !== 'headers').reduce((sum, kind) => sum + bytes[kind], 0)
  return [
    {
      what: `${what}, in all`,
      figure: `${inKib(all)} (${parts.map((kind) => `${kind} ${inKib(bytes[kind])}`).join(', ')})`,
      budget: budget === null ? 'none' : `at most ${budget} KiB`,
      met: budget === null ? null : all <= budget * kib,
      cost: { value: all / kib, unit: 'KiB' },
    },
    {
      what: `${what}, layout shift`,
      figure: shift.toFixed(3),
      budget: `at most ${most.shift}`,
      met: shift <= most.shift,
    },
  ]
}

type Interaction = { what: string; budgetMs: number; act(page: Page): Promise<unknown> }

/** As people hold a key. */
const held = { delay: 80 }
const panelTitle = '#challenge-panel h2'
const flagBox = '[data-flag-box]'

const interactions: readonly Interaction[] = [
  {
    what: 'open a challenge',
    budgetMs: 150,
    act: (page) => page.locator('main [data-challenge]').nth(3).click(),
  },
  { what: 'next challenge', budgetMs: 150, act: (page) => page.keyboard.press('j', held) },
  {
    what: 'submit a flag',
    budgetMs: 50,
    async act(page) {
      await page.locator(flagBox).first().press('Enter', held)
    },
  },
  { what: 'close it', budgetMs: 150, act: (page) => page.keyboard.press('Escape', held) },
  { what: 'a key in the search', budgetMs: 100, act: (page) => page.keyboard.press('e', held) },
]

/** What comes before each, unmeasured. */
const prepare = async (page: Page, { what }: Interaction): Promise<void> => {
  if (what === 'submit a flag') await page.locator(flagBox).first().fill('flag{measured}')
  if (what === 'close it') await page.locator(panelTitle).focus()
  if (what === 'a key in the search') await page.locator('main [type=search]').focus()
}

const interact = async (browser: Browser, url: string, cookie: string): Promise<Finding[]> => {
  const context = await browser.newContext({ viewport: desk, locale: 'en-US', reducedMotion: 'reduce' })
  const [name = '', value = ''] = cookie.split('=')
  await context.addCookies([{ name, value, url: new URL(url).origin }])
  const page = await context.newPage()
  const calm = watchCalm(page)
  await page.goto(url)
  await page.locator('main [data-challenge]').first().waitFor()
  // Once, so that what loads on demand is there.
  for (const one of interactions) {
    await prepare(page, one)
    await calm()
    await one.act(page)
    await calm()
  }
  const closed = await bareCopyOf(page)
  await page.bringToFront()
  await slowNetwork(page)
  const times = new Map(interactions.map(({ what }) => [what, [] as number[]]))
  const bareTimes: number[] = []
  for (let round = 0; round < rounds; round++) {
    await page.locator('main [type=search]').fill('')
    await slowProcessor(page, slowerBy)
    await calm()
    for (const one of interactions) {
      await prepare(page, one)
      await calm()
      times.get(one.what)?.push(await durationOf(page, () => one.act(page)))
      await calm()
    }
    // A slowed page keeps a processor busy: one at a time.
    await slowProcessor(page, 1)
    await closed.bringToFront()
    await slowProcessor(closed, slowerBy)
    bareTimes.push(await durationOf(closed, () => redraw(closed)))
    await slowProcessor(closed, 1)
    await page.bringToFront()
  }
  await context.close()
  const bare = percentile(bareTimes, 0.75)
  return interactions.map(({ what, budgetMs }) => {
    const all = times.get(what) ?? []
    const p75 = percentile(all, 0.75)
    return {
      what: `${what}, processor ÷ ${slowerBy}, p75 of ${rounds}`,
      figure: `${milliseconds(p75)} (${all.map((one) => Math.round(one)).join(', ')})`,
      yardstick: `a bare page with the same elements that draws them again ${milliseconds(bare)}`,
      ratio: p75 / bare,
      budget: `at most ${milliseconds(budgetMs)}`,
      met: p75 <= budgetMs,
    }
  })
}

type LongTasks = { board: number[]; bare: number[] }

const watchTasks = (page: Page): Promise<unknown> =>
  page.evaluate(`{
    window.tasks = []
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.tasks.push(duration)
    }).observe({ type: 'longtask' })
  }`)
const tasksOf = (page: Page): Promise<number[]> => page.evaluate<number[]>('window.tasks')

const watchBoard = async (
  browser: Browser,
  server: ServerProcess,
  loaded: LoadedEvent,
  databaseUrl: string,
): Promise<LongTasks> => {
  const context = await browser.newContext({ viewport: desk, locale: 'en-US' })
  const database = new pg.Client(databaseUrl)
  try {
    await database.connect()
    const page = await context.newPage()
    const calm = watchCalm(page)
    await page.goto(`${server.origin}/games/${loaded.gameId}/scoreboard`)
    await page.locator('main [data-team]').first().waitFor()
    await page.locator('[data-state=live]').first().waitFor()
    await calm()
    const bare = await bareCopyOf(page)
    await page.bringToFront()
    await slowProcessor(page, slowerBy)
    await watchTasks(page)
    await solveSteadily({ loaded, players: createPlayers(loaded), database }, [server.site], steady)
    const board = await tasksOf(page)
    await slowProcessor(page, 1)
    await bare.bringToFront()
    await slowProcessor(bare, slowerBy)
    await watchTasks(bare)
    await bare.evaluate(`new Promise((done) => {
      let count = 0
      const timer = setInterval(() => {
        const rows = document.querySelectorAll('main [data-team]')
        const row = rows[count % rows.length]
        row.replaceWith(row.cloneNode(true))
        if (++count === ${steady.solves}) done(clearInterval(timer))
      }, ${steady.everyMs})
    })`)
    return { board, bare: await tasksOf(bare) }
  } finally {
    await context.close()
    await database.end()
  }
}

const worst = (tasks: readonly number[]): number => Math.max(0, ...tasks)
const inWords = (tasks: readonly number[]): string =>
  `${tasks.length} tasks over 50 ms, the longest ${milliseconds(worst(tasks))}`

const boardFinding = ({ board, bare }: LongTasks): Finding => ({
  what: `board of ${teams} teams, ${1_000 / steady.everyMs} solves a second, processor ÷ ${slowerBy}`,
  figure: inWords(board),
  yardstick: `a bare page with the same elements and one new row each time ${inWords(bare)}`,
  ratio: board.length / Math.max(1, bare.length),
  budget: `no task over ${milliseconds(most.taskMs)}`,
  met: board.length === 0,
})

/** The sample event, with everything that makes a screen heavy: pictures, scripts, texts. */
const onSampleEvent = (browser: Browser): Promise<Finding[]> =>
  withDataFolder(async (data) => {
    const server = await startServer(data, {}, 'demo/start.mjs')
    try {
      const logins = await readFile(join(data, 'sample-event-logins.txt'), 'utf8')
      const [, userName = '', password = ''] = /^\s*(\S+) \/ (\S+)\s+\(captain/m.exec(logins) ?? []
      const cookie = await login(server.origin, userName, password)
      const cookies = {
        solver: cookie,
        mate: await login(server.origin, mateName, password),
        rival: await login(server.origin, rivalName, password),
      }
      return [
        ...(await visitAll(browser, server, cookie)),
        ...(await interact(browser, `${server.origin}/games/1/challenges`, cookie)),
        ...(await seeSolves(browser, server.origin, cookies)),
      ]
    } finally {
      await server.stop()
    }
  })

const onRunningEvent = (browser: Browser): Promise<Finding[]> =>
  withDataFolder(async (data) => {
    const server = await startServer(data, { PENNANT_ADMIN_PASSWORD: model.password })
    try {
      const { url } = await embeddedDatabase(data)
      const size = { teams, membersPerTeam: 2, challenges: 24, solves: 400, wrong: 300 }
      const loaded = await loadEvent(url, createRunningEvent(size))
      return [boardFinding(await watchBoard(browser, server, loaded, url))]
    } finally {
      await server.stop()
    }
  })

export const player: Scenario = {
  name: 'player',
  says: 'what players see in the sample event: bytes and layout shifts in a slow network, interactions, and a board that is solved',
  run: () =>
    withBrowser(async (browser) => [...(await onSampleEvent(browser)), ...(await onRunningEvent(browser))]),
}
