import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import type { BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { byBreadth } from '../kit/breadth.ts'
import { builtClient, type Journeys, startJourneys } from '../kit/browser.ts'
import { insertWriteup } from '../kit/factories.ts'
import { createInstanceSetup, type InstanceSetup } from '../kit/instance-setup.ts'
import type { OpenTeam } from '../kit/open-game.ts'
import { realPdf } from '../kit/real-pdf.ts'
import type { Person } from '../kit/world.ts'
import { expectLayout } from './page-layout.ts'
import { logIn } from './screen.ts'

const kib = 1024
/** The PDF reader loads only when a writeup is opened. */
const budgets = { screen: 400 * kib, editor: 600 * kib, reader: 750 * kib }
/** Pages with a text editor. */
const editors = ['admin/games/:id/challenges/:chalId', 'admin/games/:id/info', 'posts/:id/edit']
const folder = join(builtClient, 'static')
/** Read from the route table, so that none is missing. */
const screens = [
  ...readFileSync(join(import.meta.dirname, '../../apps/web/src/app/staff/routes.ts'), 'utf8').matchAll(
    /^ +'?((?:admin|games|posts)[\w/:]*?)(?:\/\w+\?)?'?: async \(\) =>/gm,
  ),
].map(([, path = '']) => path)

/** One page of each kind; with breadth, all. */
const measured = byBreadth(
  ['admin/games/:id/challenges/:chalId', 'admin/games/:id/review', 'games/:id/monitor'],
  screens,
)

/** Bytes sent to a client that accepts gzip. */
const sentBytes = (name: string): number => {
  const packed = join(folder, `${name}.gz`)
  return statSync(existsSync(packed) ? packed : join(folder, name)).size
}
/** String literals of a file, which include catalogue keys. */
const textsIn = (name: string): string[] =>
  [...readFileSync(join(folder, name), 'utf8').matchAll(/(["'`])([\w.]{3,80})\1/g)].map(
    ([, , text = '']) => text,
  )

/** Files that these import, directly or indirectly, but not through `except`. */
const reachedFrom = (start: readonly string[], names: ReadonlySet<string>, except?: string): Set<string> => {
  const reached = new Set<string>()
  const next = [...start]
  for (let name = next.pop(); name !== undefined; name = next.pop()) {
    if (reached.has(name) || name === except) continue
    reached.add(name)
    if (!/\.(m?js|css)$/.test(name)) continue
    const named = readFileSync(join(folder, name), 'utf8').match(/[\w.-]+\.(m?js|css)/g) ?? []
    next.push(...named.filter((one) => names.has(one)))
  }
  return reached
}

/** Files reachable only through the table of staff routes. */
const staffFiles = (): Set<string> => {
  const names = new Set(readdirSync(folder).filter((name) => !/\.(gz|br)$/.test(name)))
  const list = [...names].find(
    (name) =>
      name.startsWith('routes.') && readFileSync(join(folder, name), 'utf8').includes('games/:id/monitor'),
  )
  const first = readFileSync(join(builtClient, 'index.html'), 'utf8').match(/[\w-]+\.[\w-]{7}\.js/g) ?? []
  if (list === undefined || first.length === 0) throw new Error('the build is not what it was')
  const others = reachedFrom(first, names, list)
  return new Set([...reachedFrom([list], names)].filter((name) => !others.has(name)))
}

/** Keys of the staff catalogues that no other catalogue has. */
const staffKeys = (): Set<string> => {
  const locales = join(import.meta.dirname, '../../packages/i18n/locales/en-US')
  const areas = ['staff.json', 'organise.json', 'monitor.json', 'admin.json']
  const keysIn = (area: string): string[] =>
    Object.keys(JSON.parse(readFileSync(join(locales, area), 'utf8')))
  const others = new Set(
    readdirSync(locales)
      .filter((area) => !areas.includes(area))
      .flatMap(keysIn),
  )
  return new Set(areas.flatMap(keysIn).filter((key) => key.includes('.') && !others.has(key)))
}

const inKib = (bytes: number): string => `${(bytes / kib).toFixed(1)} KiB`

type Cookies = Parameters<BrowserContext['addCookies']>[0]

describe('the first load of the screens of organizers, monitors and administrators', () => {
  let setup: InstanceSetup
  let journeys: Journeys
  let crew: OpenTeam
  let challenge: { id: number }
  let post: string

  beforeAll(async () => {
    setup = await createInstanceSetup({ webRoot: builtClient, game: { content: '**Rules**' } })
    const { admin, open, world } = setup
    crew = await setup.running({ title: 'Buoy', enable_traffic_capture: true })
    const other = await open.team()
    challenge = await open.challenge({ title: 'Tide', content: '**Where** is it?', flags: ['flag{tide}'] })
    await open.submit(crew.player, challenge, 'flag{tide}')
    await open.submit(other.player, challenge, 'flag{low}')
    await insertWriteup(world, crew.participation, { bytes: realPdf(['How it was done']) })
    const bytes = gzipSync('capture')
    const key = `capture/${challenge.id}/${crew.participation.id}/aaaaaaaaaaaa-1.pcap.gz`
    await world.adapters.blobs.put(key, Readable.from([bytes]), bytes.length)
    const written = await admin.post<string>('/api/edit/posts', { title: 'Tide tables', content: '**High**' })
    post = written.body
    await open.changed()
    journeys = await startJourneys(world.origin)
  })
  afterAll(async () => {
    await journeys.close()
    await setup.close()
  })

  const cookiesOf = async (person: Person): Promise<Cookies> => {
    const visit = await journeys.visit()
    await logIn(visit, person)
    const cookies = await visit.context.cookies()
    await visit.close()
    return cookies
  }
  const pathTo = (pattern: string): string =>
    `/${pattern
      .replace(':chalId', String(challenge.id))
      .replace(':id', pattern.startsWith('posts') ? post : String(setup.open.game.id))}`

  /** Files that a browser without a cache fetches; `later` includes those after the first paint. */
  const filesOf = async (
    path: string,
    as: Cookies,
    { later = false, screen = '' } = {},
  ): Promise<string[]> => {
    const visit = await journeys.visit({ cold: true })
    const { page } = visit
    await visit.context.addCookies(as)
    const fetched: string[] = []
    page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
    await page.goto(path)
    await page.locator('main h1').first().waitFor()
    await page.waitForFunction(() => document.querySelector('main [role=progressbar]') === null)
    if (later) {
      await page.keyboard.press('Shift')
      await expect.poll(() => fetched.some((one) => one.includes('/background.'))).toBe(true)
    }
    await page.waitForLoadState('networkidle')
    await visit.settled()
    await expectLayout(page, screen)
    const faults = visit.faults()
    const there = new URL(page.url()).pathname
    await visit.close()
    // The browser aborts requests when networks of the machine change, such as those of containers.
    if (faults.some((fault) => fault.includes('ERR_NETWORK_CHANGED')))
      return filesOf(path, as, { later, screen })
    expect.soft(faults, path).toEqual([])
    // The administration page redirects to its first page.
    expect.soft(there.startsWith(path.split('?')[0] ?? ''), there).toBe(true)
    return fetched.filter((one) => one.startsWith('/static/')).map((one) => one.slice('/static/'.length))
  }

  const filesOfAll = async (paths: readonly string[], person: Person): Promise<Map<string, string[]>> => {
    const as = await cookiesOf(person)
    const first = paths[0] ?? ''
    const onEach = new Set(await filesOf(pathTo(first), as))
    // Files after the first paint are the same on every page.
    const later = (await filesOf(pathTo(first), as, { later: true })).filter((name) => !onEach.has(name))
    const files = new Map<string, string[]>()
    const waiting = [...paths]
    const visitNext = async (): Promise<void> => {
      for (let path = waiting.shift(); path !== undefined; path = waiting.shift())
        files.set(path, [...new Set([...(await filesOf(pathTo(path), as, { screen: path })), ...later])])
    }
    await Promise.all([visitNext(), visitNext(), visitNext()])
    return files
  }

  it('stays within the budget', async () => {
    expect(screens.length).toBeGreaterThan(20)
    expect(screens).toEqual(expect.arrayContaining([...measured]))
    const writeup = `admin/games/:id/writeups?open=${crew.participation.id}`
    for (const [path, files] of await filesOfAll([...measured, writeup], setup.admin)) {
      const sum = (kind: RegExp): number =>
        files.filter((name) => kind.test(name)).reduce((bytes, name) => bytes + sentBytes(name), 0)
      console.log(`${path}: ${inKib(sum(/./))}, of it scripts ${inKib(sum(/\.m?js$/))}`)
      const budget = editors.includes(path) ? budgets.editor : budgets.screen
      expect.soft(sum(/\.js$/), path).toBeGreaterThan(50 * kib)
      expect.soft(sum(/./), path).toBeLessThan(path === writeup ? budgets.reader : budget)
    }
  }, 240_000)

  it('has all of it sent compressed', async () => {
    for (const ending of ['.js', '.css', '.json', '.mjs']) {
      const name = readdirSync(folder).find((one) => one.endsWith(ending))
      const headers = { 'accept-encoding': 'gzip' }
      const answer = await fetch(`${setup.world.origin}/static/${name}`, { headers })
      expect(answer.headers.get('content-encoding'), name).toBe('gzip')
    }
  })

  it('sends nothing of it to players', async () => {
    const game = 'games/:id'
    const most = ['', `${game}/challenges?challenge=${challenge.id}`]
    const others = [
      game,
      `${game}/scoreboard`,
      'games',
      'posts',
      `posts/${post}`,
      'teams',
      'account/profile',
      `${game}/challenges`,
    ]
    const files = await filesOfAll(byBreadth(most, [...most, ...others]), crew.player)
    const fetched = new Set([...files.values()].flat())
    const ofStaff = staffFiles()
    const heavy = ['pdf-view', 'pdf', 'papaparse', 'data-table', 'markdown-field', 'code-area']
    const there = [...ofStaff].map((name) => name.split('.')[0] ?? '')
    expect(heavy.filter((name) => !there.includes(name))).toEqual([])
    expect([...fetched].filter((name) => heavy.includes(name.split('.')[0] ?? ''))).toEqual([])
    expect([...fetched].filter((name) => ofStaff.has(name))).toEqual([])
    expect([...fetched].filter((name) => /\.(staff|organise|monitor|admin)\./.test(name))).toEqual([])

    // Staff code bundled with the players' code shows in the keys that it uses.
    const keys = staffKeys()
    const asked = (names: Iterable<string>): string[] =>
      [...names]
        .filter((name) => name.endsWith('.js'))
        .flatMap(textsIn)
        .filter((text) => keys.has(text))
    expect(new Set(asked(ofStaff)).size).toBeGreaterThan(500)
    expect(asked(fetched)).toEqual([])
  })
})
