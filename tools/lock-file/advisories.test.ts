import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { advisoriesOf, knownBad, renewed } from './advisories.mjs'

const integrity = `sha512-${'A'.repeat(86)}==`
const lockOf = (packages: Record<string, object>): { packages: Record<string, object> } => ({ packages })
const advisory = (change: object = {}): Parameters<typeof knownBad>[1][number] => ({
  ...{
    package: 'left',
    vulnerable: '>=1.0.0 <1.4.2',
    id: 'GHSA-aaaa-bbbb-cccc',
    severity: 'high',
    fixedIn: '1.4.2',
  },
  ...change,
})

describe('known vulnerabilities', () => {
  it('are found in every place of a lock file, scoped, nested and under another name', () => {
    const lock = lockOf({
      'node_modules/left': { version: '1.4.2' },
      'node_modules/right/node_modules/left': { version: '1.4.1' },
      'apps/one/node_modules/alias': { version: '1.0.0', name: 'left' },
      'node_modules/@left/left': { version: '1.0.0' },
      'node_modules/own': { resolved: 'apps/one', link: true },
    })
    expect(knownBad(lock, [advisory()])).toEqual([
      'node_modules/right/node_modules/left is left@1.4.1, known to be vulnerable: GHSA-aaaa-bbbb-cccc (high), fixed in 1.4.2',
      expect.stringContaining('apps/one/node_modules/alias is left@1.0.0'),
    ])
    expect(knownBad(lock, [advisory({ package: '@left/left', fixedIn: null })])).toEqual([
      expect.stringContaining('there is no fixed version yet'),
    ])
  })

  it('cover previews of a version, too', () => {
    expect(knownBad(lockOf({ 'node_modules/left': { version: '1.4.2-rc.1' } }), [advisory()])).toHaveLength(1)
  })
})

describe('renewing the list', () => {
  const list = { begun: '2026-01-01', renewed: null, advisories: [advisory()] }

  it('adds what is reported, once, and keeps what is about versions that are not locked', () => {
    const lock = lockOf({
      'node_modules/left': { version: '1.5.0' },
      'node_modules/right': { version: '1.0.0' },
    })
    const fresh = advisory({ package: 'right', id: 'GHSA-dddd-eeee-ffff' })
    const once = renewed(list, [fresh], lock, '2026-02-03')
    expect(once).toEqual({ begun: '2026-01-01', renewed: '2026-02-03', advisories: [advisory(), fresh] })
    expect(renewed(once, [fresh], lock, '2026-02-03')).toEqual(once)
  })

  it('drops what is not reported again of a version that is locked', () => {
    const lock = lockOf({ 'node_modules/left': { version: '1.4.1' } })
    expect(renewed(list, [], lock, '2026-02-03').advisories).toEqual([])
  })

  it('reads nothing from what is no report', () => {
    for (const odd of [undefined, null, 1, {}, { message: '405' }, { auditReportVersion: 2 }])
      expect(advisoriesOf(odd)).toBeUndefined()
    expect(advisoriesOf({ auditReportVersion: 2, vulnerabilities: {} })).toEqual([])
    const odd = { a: { via: ['b', null, { name: 'a' }] }, b: null }
    expect(advisoriesOf({ auditReportVersion: 2, vulnerabilities: odd })).toEqual([])
  })

  it('names a fixed version only where the range ends before one', () => {
    const fixedIn = (range: string): (string | null | undefined)[] => {
      const via = [
        { name: 'a', range, severity: 'low', url: 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc' },
      ]
      return (advisoriesOf({ auditReportVersion: 2, vulnerabilities: { a: { via } } }) ?? []).map(
        (one) => one.fixedIn,
      )
    }
    expect(fixedIn('<1.2.3')).toEqual(['1.2.3'])
    expect(fixedIn('>=1.0.0 <1.2.3 || >=2.0.0 <2.0.1')).toEqual(['2.0.1'])
    expect(fixedIn('<=1.2.3')).toEqual([null])
    expect(fixedIn('>=1.0.0 <1.2.3 || >=2.0.0')).toEqual([null])
    expect(fixedIn('*')).toEqual([null])
  })
})

/** A number is a status to refuse with. */
async function registry(answer: object | number): Promise<string> {
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    if (request.url?.endsWith('/advisories/bulk') !== true) return void response.writeHead(404).end('{}')
    if (typeof answer === 'number') return void response.writeHead(answer).end()
    const bytes = Buffer.concat(parts)
    const asked = JSON.parse(
      String(request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes),
    )
    const known = Object.entries(answer).filter(([name]) => name in asked)
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(Object.fromEntries(known)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`
}

type Outcome = { code: number | null; said: string; list: { renewed: string | null; advisories: object[] } }

async function audit(address: string): Promise<Outcome> {
  const root = mkdtempSync(path.join(tmpdir(), 'audit-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const own = { name: 'own', version: '1.0.0', dependencies: { left: '^1.0.0' } }
  const packages = { '': own, 'node_modules/left': { version: '1.4.1', integrity } }
  const write = (file: string, content: object): void =>
    writeFileSync(path.join(root, file), JSON.stringify(content))
  mkdirSync(path.join(root, 'tools/lock-file'), { recursive: true })
  write('package.json', own)
  write('package-lock.json', { ...own, lockfileVersion: 3, requires: true, packages })
  write('tools/lock-file/advisories.json', { begun: '2026-01-01', renewed: null, advisories: [] })
  const env = { ...process.env, npm_config_registry: address, npm_config_cache: path.join(root, 'cache') }
  const main = path.join(import.meta.dirname, 'main.mjs')
  const child = spawn(process.execPath, [main, root, '--renew'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.on('data', (part) => (said += String(part)))
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  return {
    code,
    said,
    list: JSON.parse(readFileSync(path.join(root, 'tools/lock-file/advisories.json'), 'utf8')),
  }
}

describe('asking a registry', () => {
  it('takes over what it knows, and refuses the lock file for it', async () => {
    const url = 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc'
    const known = { id: 1, url, title: 'Left', severity: 'high', vulnerable_versions: '>=1.0.0 <1.4.2' }
    const { code, said, list } = await audit(await registry({ left: [known] }))
    expect(list.advisories).toEqual([advisory()])
    expect(list.renewed).not.toBeNull()
    expect(said).toContain('node_modules/left is left@1.4.1, known to be vulnerable: GHSA-aaaa-bbbb-cccc')
    expect(said).toContain('confirmed by a registry')
    expect(code).toBe(1)
  })

  it('says that the list is confirmed when nothing is known', async () => {
    const { code, said, list } = await audit(await registry({}))
    expect(list).toMatchObject({ advisories: [], renewed: expect.any(String) })
    expect(said).toContain('confirmed by a registry')
    expect(code).toBe(0)
  })

  it('keeps the list and says why when the registry answers no audits or is away, which is no failure', async () => {
    const gone = await registry(404)
    for (const [address, why] of [
      [await registry(405), '405 Method Not Allowed'],
      [gone.replace(/:\d+\//, ':1/'), 'ECONNREFUSED'],
    ] as const) {
      const { code, said, list } = await audit(address)
      expect(said).toContain('The registry gave no audit')
      expect(said).toContain(why)
      expect(said).not.toContain('http://')
      expect(said).toMatch(
        /collected by hand on 2026-01-01 \(\d+ days ago\); no registry has confirmed them yet/,
      )
      expect(list).toEqual({ begun: '2026-01-01', renewed: null, advisories: [] })
      expect(code).toBe(0)
    }
  })
})
