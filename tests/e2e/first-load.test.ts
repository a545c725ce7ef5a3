import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtClient, type Journeys, startJourneys } from '../kit/browser.ts'
import { createWorld, type World } from '../kit/world.ts'

const kib = 1024

describe('the first load of the home page', () => {
  let world: World
  let journeys: Journeys
  /** The paths of everything that was fetched. */
  let fetched: string[]
  let policy: string

  beforeAll(async () => {
    world = await createWorld({ webRoot: builtClient })
    journeys = await startJourneys(world.origin)
    const visit = await journeys.visit()
    fetched = []
    visit.page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
    const page = await visit.page.goto('/')
    policy = page?.headers()['content-security-policy'] ?? ''
    await visit.page.waitForLoadState('networkidle')
    await visit.close()
  })
  afterAll(async () => {
    await journeys.close()
    await world.close()
  })

  /** As the server sends it to whoever takes gzip. */
  const bytesOf = (path: string): number => {
    const file = join(builtClient, path)
    return statSync(/\.woff2$/.test(path) ? file : `${file}.gz`).size
  }
  const bytesOfAll = (kind: RegExp): number =>
    fetched
      .filter((path) => path.startsWith('/static/') && kind.test(path))
      .reduce((sum, path) => sum + bytesOf(path), 0)

  it('stays within its budget of scripts', () => {
    const scripts = bytesOfAll(/\.js$/)
    console.log(`scripts of the home page: ${(scripts / kib).toFixed(1)} KiB gzip`)
    expect(scripts).toBeGreaterThan(50 * kib)
    expect(scripts).toBeLessThan(150 * kib)
  })

  it('stays within its budget of everything', () => {
    const all = bytesOfAll(/./)
    console.log(`all static files of the home page: ${(all / kib).toFixed(1)} KiB`)
    expect(all).toBeLessThan(230 * kib)
  })

  it('fetches one language, two cut fonts, and no renderer of Markdown', () => {
    const files = fetched.filter((path) => path.startsWith('/static/'))
    expect(files.filter((path) => path.endsWith('.json'))).toEqual([
      expect.stringMatching(/^\/static\/en-US\./),
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
