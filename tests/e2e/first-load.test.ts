import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { byBreadth } from '../kit/breadth.ts'
import { builtClient, type Journeys, startJourneys } from '../kit/browser.ts'
import { createOpenGame } from '../kit/open-game.ts'
import { createWorld, type Person, type World } from '../kit/world.ts'

const kib = 1024
const screenBudget = 230 * kib
/** Loaded last, after the first paint. */
const lastFile = /\/static\/background\..*\.js$/

/** Counts only files of the client, each as sent with this compression. */
const bytesOf = (paths: readonly string[], packed: 'gz' | 'br'): number =>
  paths
    .filter((path) => path.startsWith('/static/'))
    .map((path) => join(builtClient, path))
    .reduce((sum, file) => sum + statSync(file.endsWith('.woff2') ? file : `${file}.${packed}`).size, 0)

describe('the first load of the home page, with a post and a game', () => {
  let world: World
  let journeys: Journeys
  /** Paths. */
  let fetched: string[]
  let policy: string

  beforeAll(async () => {
    world = await createWorld({ webRoot: builtClient })
    const { game } = await createOpenGame(world)
    const admin = await world.person('Admin')
    const news = { title: 'News', summary: 'What the organisers say.' }
    await admin.post('/api/edit/posts', news)
    journeys = await startJourneys(world.origin)
    const visit = await journeys.visit({ cold: true })
    fetched = []
    visit.page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
    const last = visit.page.waitForResponse(lastFile)
    const page = await visit.page.goto('/')
    policy = page?.headers()['content-security-policy'] ?? ''
    for (const content of ['a[href^="/posts/"]', `a[href="/games/${game.id}"]`])
      await visit.page.locator('main').locator(content).first().waitFor()
    await last
    await visit.page.waitForLoadState('networkidle')
    await visit.settled()
    await visit.close()
  })
  afterAll(async () => {
    await journeys.close()
    await world.close()
  })

  const bytesOfAll = (kind: RegExp): number =>
    bytesOf(
      fetched.filter((path) => kind.test(path)),
      'gz',
    )

  it('stays within its budget of scripts', () => {
    const scripts = bytesOfAll(/\.js$/)
    console.log(`scripts of the home page: ${(scripts / kib).toFixed(1)} KiB gzip`)
    expect(scripts).toBeGreaterThan(50 * kib)
    expect(scripts).toBeLessThan(150 * kib)
  })

  it('stays within its budget of everything', () => {
    const all = bytesOfAll(/./)
    console.log(`all static files of the home page: ${(all / kib).toFixed(1)} KiB`)
    expect(all).toBeLessThan(screenBudget)
  })

  it('fetches one language, two cut fonts, and no renderer of Markdown', () => {
    const files = fetched.filter((path) => path.startsWith('/static/'))
    expect(files.filter((path) => path.endsWith('.json'))).toEqual([
      expect.stringMatching(/^\/static\/en-us\./),
    ])
    expect(files.filter((path) => path.endsWith('.woff2')).toSorted()).toEqual([
      expect.stringMatching(/^\/static\/inter-[0-9a-f]{16}\./),
      expect.stringMatching(/^\/static\/jetbrains-mono-[0-9a-f]{16}\./),
    ])
    expect(files.filter((path) => path.includes('rendered'))).toEqual([])
    expect(new Set(fetched).size).toBe(fetched.length)
  })

  it('is served compressed, to be kept for good', async () => {
    const script = fetched.find((path) => path.startsWith('/static/') && path.endsWith('.js')) ?? ''
    for (const [encoding, ending] of [
      ['br', '.br'],
      ['gzip', '.gz'],
    ] as const) {
      const { headers } = await fetch(world.origin + script, { headers: { 'accept-encoding': encoding } })
      expect(headers.get('content-encoding')).toBe(encoding)
      expect(Number(headers.get('content-length'))).toBe(statSync(join(builtClient, script + ending)).size)
      expect(headers.get('cache-control')).toContain('max-age=604800')
    }
  })

  it('has every placeholder filled, and one nonce for the policy and all scripts', async () => {
    const { text, headers } = await world.visitor({ 'accept-language': 'zh-CN' }).get('/')
    const template = readFileSync(join(builtClient, 'index.html'), 'utf8')
    expect(template).toMatch(/%title%.*%description%/s)
    expect(text).not.toMatch(/%(title|description|lang|nonce)%/)
    expect(text).toContain('<html lang="zh-cn"')
    expect(text).toContain('<title>GZ::CTF</title>')
    const nonce = /'nonce-(\w{12})'/.exec(headers.get('content-security-policy') ?? '')?.[1]
    expect(nonce).toBeDefined()
    expect(text).toContain(`data-nonce="${nonce}"`)
    const scripts = text.match(/<script\b[^>]*>/g) ?? []
    expect(scripts.length).toBeGreaterThan(0)
    expect(scripts.filter((tag) => !tag.includes(`nonce="${nonce}"`))).toEqual([])
    expect(policy).toContain("'strict-dynamic'")
    expect(policy).not.toContain(nonce)
  })
})

type Screen = {
  name: string
  path: string
  loggedIn?: true
  /** The selector of what appears last. */
  content: string
}

describe('the first load of a screen', () => {
  let world: World
  let journeys: Journeys
  let player: Person
  let screens: readonly Screen[]

  beforeAll(async () => {
    world = await createWorld({ webRoot: builtClient })
    const open = await createOpenGame(world, { content: '**Rules**' })
    ;({ player } = await open.team())
    const challenge = await open.challenge({ content: '**Where** is it?' })
    journeys = await startJourneys(world.origin)
    const game = `/games/${open.game.id}`
    const all: readonly Screen[] = [
      { name: 'home of a player', path: '/', loggedIn: true, content: 'main a[href*="challenge="]' },
      { name: 'games', path: '/games', content: 'main a[href^="/games/"]' },
      { name: 'posts', path: '/posts', content: 'main a[href^="/posts/"]' },
      { name: 'login', path: '/account/login', content: 'main form' },
      { name: 'register', path: '/account/register', content: 'main form' },
      { name: 'profile', path: '/account/profile', loggedIn: true, content: 'main form' },
      { name: 'teams', path: '/teams', loggedIn: true, content: 'main a[href^="/teams?"]' },
      { name: 'game', path: game, content: 'main strong' },
      { name: 'scoreboard', path: `${game}/scoreboard`, content: 'main [data-team]' },
      {
        name: 'challenges',
        path: `${game}/challenges`,
        loggedIn: true,
        content: 'main [data-challenge]',
      },
      {
        name: 'open challenge',
        path: `${game}/challenges?challenge=${challenge.id}`,
        loggedIn: true,
        content: '#challenge-panel p strong',
      },
    ]
    // Those with the most code.
    const most = ['game', 'scoreboard', 'open challenge']
    screens = byBreadth(
      all.filter(({ name }) => most.includes(name)),
      all,
    )
  })
  afterAll(async () => {
    await journeys.close()
    await world.close()
  })

  /** Includes files that load after the first paint. */
  const filesOf = async ({ path, loggedIn, content }: Screen): Promise<string[]> => {
    const { page, context, settled, close } = await journeys.visit({ cold: true })
    if (loggedIn === true) {
      const { userName, password } = player
      await context.request.post('/api/account/login', { data: { userName, password } })
    }
    const fetched: string[] = []
    page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
    const rest = page.waitForResponse(lastFile)
    await page.goto(path)
    await page.locator(content).first().waitFor()
    await page.keyboard.press('Shift')
    await rest
    await page.waitForLoadState('networkidle')
    await settled()
    await close()
    return fetched
  }

  it('stays within its budget of everything', async () => {
    expect(screens.length).toBeGreaterThanOrEqual(3)
    for (const screen of screens) {
      const files = await filesOf(screen)
      // Every current browser accepts Brotli.
      const all = bytesOf(files, 'br')
      const [brotli, gzip] = [all, bytesOf(files, 'gz')].map((bytes) => `${(bytes / kib).toFixed(1)} KiB`)
      console.log(`${screen.name}: ${brotli}, gzip ${gzip}`)
      expect.soft(all, screen.name).toBeLessThan(screenBudget)
    }
  })
})
