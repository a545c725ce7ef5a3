import type { Browser } from 'playwright-core'
import { withBrowser } from '../browser.ts'
import { withDataFolder } from '../data-folder.ts'
import { embeddedDatabase } from '../embedded-database.ts'
import type { EventSize } from '../event/size.ts'
import { type FirstVisit, kinds, visitFirst } from '../first-visit.ts'
import { loadEvent } from '../loader/load-event.ts'
import { model } from '../loader/people.ts'
import { median } from '../measure.ts'
import { createRunningEvent } from '../running-event.ts'
import type { Finding, Scenario } from '../scenario.ts'
import { type ServerProcess, startServer } from '../server-process.ts'

const kib = 1024
const rounds = 5
const budgets = { scripts: 150 * kib, screen: 230 * kib, firstContentMs: 3_000 }
/** Small, because this measures the client and not the answers. */
const small: EventSize = { teams: 20, membersPerTeam: 2, challenges: 20, solves: 150, wrong: 300 }
const posts = 3

type Screen = { path: string; content: string; cookie: string | null }

const screensOf = (gameId: number, cookie: string): Screen[] => [
  { path: '/', content: 'main a[href^="/posts/"]', cookie: null },
  { path: '/games', content: 'main a[href^="/games/"]', cookie: null },
  { path: `/games/${gameId}/challenges`, content: 'main a[data-challenge]', cookie },
  { path: `/games/${gameId}/scoreboard`, content: 'main [data-team]', cookie },
]

/** The home page needs something to show. */
const writePosts = async ({ origin }: ServerProcess): Promise<void> => {
  const post = (path: string, body: unknown, cookie = ''): Promise<Response> =>
    fetch(origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    })
  const login = await post('/api/account/login', model)
  const cookie = login.headers.getSetCookie()[0]?.split(';')[0]
  for (let number = 1; number <= posts; number++) {
    const body = { title: `News ${number}`, summary: 'What the organisers say. '.repeat(8) }
    const { status } = await post('/api/edit/posts', body, cookie)
    if (status !== 200) throw new Error(`the post was answered with ${status}`)
  }
}

const measure = async (browser: Browser, server: ServerProcess, screen: Screen): Promise<FirstVisit[]> => {
  const visits: FirstVisit[] = []
  for (let round = 0; round < rounds; round++)
    visits.push(await visitFirst(browser, { ...screen, url: server.origin + screen.path }))
  return visits
}

const inKib = (bytes: number): string => `${(bytes / kib).toFixed(1)} KiB`
const inSeconds = (ms: number): string => `${(ms / 1_000).toFixed(2)} s`

const findingsOf = ({ path }: Screen, visits: readonly FirstVisit[]): Finding[] => {
  const bytes = kinds.map((kind) => ({ kind, sum: median(visits.map((visit) => visit.bytes[kind])) }))
  const all = bytes.reduce((total, { sum }) => total + sum, 0)
  const times = visits.map(({ firstContentMs }) => firstContentMs)
  const firstContent = median(times)
  const firstPaint = median(visits.map(({ firstPaintMs }) => firstPaintMs))
  const parts = bytes.filter(({ sum }) => sum > 0).map(({ kind, sum }) => `${kind} ${inKib(sum)}`)
  return [
    {
      what: `${path}, over the wire`,
      figure: `${inKib(all)} (${parts.join(', ')})`,
      budget: `under ${inKib(budgets.screen)}`,
      met: all < budgets.screen,
      cost: { value: all / kib, unit: 'KiB' },
    },
    {
      what: `${path}, first content, median of ${rounds}`,
      figure: `${inSeconds(firstContent)} (${inSeconds(Math.min(...times))} to ${inSeconds(Math.max(...times))}, something painted after ${inSeconds(firstPaint)})`,
      budget: `under ${inSeconds(budgets.firstContentMs)}`,
      met: firstContent < budgets.firstContentMs,
      cost: { value: firstContent, unit: 'ms' },
    },
  ]
}

const shellOf = ({ bytes: { scripts } }: FirstVisit): Finding => {
  return {
    what: 'scripts of the home page (gzip)',
    figure: inKib(scripts),
    budget: `under ${inKib(budgets.scripts)}`,
    met: scripts < budgets.scripts,
    cost: { value: scripts / kib, unit: 'KiB' },
  }
}

const measureAll = (server: ServerProcess, screens: readonly Screen[]): Promise<Finding[]> =>
  withBrowser(async (browser) => {
    const findings: Finding[] = []
    for (const screen of screens) {
      const visits = await measure(browser, server, screen)
      if (screen.path === '/')
        findings.push(
          shellOf(
            await visitFirst(browser, { ...screen, url: server.origin + screen.path, encoding: 'gzip' }),
          ),
        )
      findings.push(...findingsOf(screen, visits))
    }
    return findings
  })

export const firstLoad: Scenario = {
  name: 'first-load',
  says: 'a phone in a slow network (1.6 Mbit/s, 150 ms) with a processor four times slower opens a page with empty caches',
  run: () =>
    withDataFolder(async (data) => {
      const server = await startServer(data, { PENNANT_ADMIN_PASSWORD: model.password })
      try {
        const { url } = await embeddedDatabase(data)
        const loaded = await loadEvent(url, createRunningEvent(small))
        await writePosts(server)
        return await measureAll(server, screensOf(loaded.gameId, loaded.cookie(0, server.site)))
      } finally {
        await server.stop()
      }
    }),
}
