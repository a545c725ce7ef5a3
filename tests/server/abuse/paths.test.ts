import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Route } from '@pennant/contract/route'
import { routes } from '@pennant/contract/routes'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, type World } from '../../kit/world.ts'
import { expectHealthy, failures, send } from './audit.ts'
import { pathOf, requestOf, successStatusOf } from './example.ts'
import { exampleOf } from './examples.ts'
import { head, raw } from './raw.ts'
import { createSetup, unused, type Setup } from './setup.ts'
import { faultsOfRefusal } from './verdict.ts'

let setup: Setup
beforeAll(async () => {
  setup = await createSetup()
})
afterAll(() => setup.close())
afterEach(() => expectHealthy(setup.world))

const chinese = { headers: { 'accept-language': 'zh-CN' } }
const someParams = { id: 1, userId: unused.guid, hash: unused.hash, filename: 'f' }
const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'PROPFIND'] as const

const takes = (route: Route, method: string, path: string): boolean =>
  (route.anyMethod === true || route.method === method) &&
  new RegExp(`^${route.path.replaceAll(/:\w+/g, '[^/]+')}$`).test(path)

describe('a path that nobody declared', () => {
  it.each([
    '/api',
    '/api/',
    '/api/nothing',
    '/api/team/1/nothing/at/all',
    '/api/admin',
    '/assets',
    '/assets/x',
    '/API/x',
  ])('%s is told so in JSON, whatever the method', async (path) => {
    for (const method of methods) {
      const answer = await setup.admin.call(method, path, chinese)
      expect(faultsOfRefusal(answer), method).toEqual([])
      expect(answer.status, method).toBe(404)
    }
  })

  it('takes no body worth mentioning', async () => {
    const bytes = new Uint8Array(70_000).fill(0x20)
    const answer = await setup.admin.call('POST', '/api/nothing', {
      ...chinese,
      raw: { type: 'application/json', bytes },
    })
    expect(faultsOfRefusal(answer)).toEqual([])
    expect(answer.status).toBe(413)
  })
})

describe.each(routes.map((route) => [route.id, route] as const))('%s', (_id, route) => {
  it('says which methods it has when asked for another', async () => {
    const path = pathOf(route, someParams)
    const others = methods.filter((method) => !routes.some((one) => takes(one, method, path)))
    const asked = others.map(async (method) => {
      const answer = await setup.world.visitor().call(method, path, chinese)
      expect(faultsOfRefusal(answer), method).toEqual([])
      expect(answer.status, method).toBe(405)
      expect(answer.headers.get('allow')?.split(', '), method).toContain(route.method)
    })
    await Promise.all(asked)
  })
})

describe.each(routes.filter(({ method }) => method === 'GET').map((route) => [route.id, route] as const))(
  '%s',
  (_id, route) => {
    it('is found with a slash at its end, in other letters, and by HEAD', async () => {
      const example = await exampleOf(route, setup)
      const request = requestOf(route, example)
      const path = route.path.replaceAll(/[^/]+/g, (part) =>
        part.startsWith(':') ? part : part.toUpperCase(),
      )
      const { as, params = {} } = example
      const plain = await send(as, request)
      const well = successStatusOf(route)
      expect(plain.status).toBe(well)
      expect((await send(as, { ...request, path: `${request.path}/` })).status).toBe(well)
      expect((await send(as, { ...request, path: pathOf({ ...route, path }, params) })).status).toBe(well)
      const without = await send(as, { ...request, method: 'HEAD' })
      expect([without.status, without.text]).toEqual([well, ''])
      expect(without.headers.get('content-type')).toBe(plain.headers.get('content-type'))
      if (route.access !== 'anonymous')
        expect((await send(setup.world.visitor(), { ...request, method: 'HEAD' })).status).toBe(401)
    })
  },
)

const tricks = [
  '/api/%',
  '/api/%zz',
  '/api/%ff',
  '/api/%00',
  '/api/%c0%ae%c0%ae/',
  '/api/team/%',
  '/api/team/%ff%fe',
  '/api/team/%ED%A0%80',
  '/api/team/1%00',
  '/api/..%2f..%2f..%2fetc%2fpasswd',
  '/api/%2e%2e/%2e%2e/etc/passwd',
  '/api/team/..%5c..%5c',
  '/api/posts/%0d%0aSet-Cookie:%20a=b',
  '/api/posts/;drop%20table',
  `/api/${'x'.repeat(8000)}`,
  `/api/team/${'9'.repeat(8000)}`,
  `/api${'/x'.repeat(3000)}`,
  `/api/team/${unused.number}?${'a=b&'.repeat(3000)}`,
  `/assets/${unused.hash}/..%2f..%2f..%2fetc%2fpasswd`,
  `/assets/${unused.hash}/%`,
  `/assets/${'%00'.repeat(64)}/x`,
  '/assets/..%2f..%2f/x',
  '/openapi/%2e%2e',
] as const

describe('a path with a trick in it', () => {
  it.each(tricks)('%#: is refused like any other', async (path) => {
    const answer = await raw(setup.world.origin, head(`GET ${path}`))
    expect(faultsOfRefusal(answer), path.slice(0, 60)).toEqual([])
  })

  it.each([
    '/../../etc/passwd',
    '/api/../../../../etc/passwd',
    '//evil.example/..',
    '/\\..\\..',
    '*',
    'http://evil.example/api/x',
  ])('%s reaches nothing outside', async (target) => {
    const { status, text, headers } = await raw(setup.world.origin, head(`GET ${target}`))
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
    expect(headers.get('location')).toBeNull()
    expect(text).not.toContain('root:')
  })
})

describe('a query with a trick in it', () => {
  it.each([
    '__proto__[admin]=1&constructor=1&toString=x',
    '__proto__=1&hasOwnProperty=1',
    'count=1&count=2&count=3',
    'COUNT=1&Count=2',
    'count[]=7&count[a]=8',
    'count=1&&&=&=x&&',
    'count=1;skip=2'.replace(';', '%3B'),
    '%ff=%ff&%=1&%00=%00',
    Array.from({ length: 1000 }, (_, index) => `k${index}=1`).join('&'),
    'culture=%00&ui-culture=%ff%fe',
    'culture[]=zh-CN&culture=..%2f..%2f',
  ])('%#: changes nothing about the answer', async (query) => {
    const answer = await raw(
      setup.world.origin,
      head(`GET /api/admin/users?${query}`, `Cookie: pennant_session=${setup.admin.cookie() ?? ''}`),
    )
    if (answer.status !== 200) expect(faultsOfRefusal(answer)).toEqual([])
    expect(({} as Record<string, unknown>)['admin']).toBeUndefined()
  })

  it.each([
    '%ff',
    '%ED%A0%80',
    '%C0%80',
    '%',
    '%zz',
    '%25%30%30',
    '%E2%80%AE',
    '%27%20or%201=1--',
    '%25_%5c',
  ])('looks for %s as for anything else', async (hint) => {
    for (const list of ['users', 'teams']) {
      const cookie = `Cookie: pennant_session=${setup.admin.cookie() ?? ''}`
      const answer = await raw(
        setup.world.origin,
        head(`POST /api/admin/${list}/search?hint=${hint}`, cookie, 'Content-Length: 0'),
      )
      if (answer.status === 200) expect(answer.body).toMatchObject({ total: 0 })
      else expect(faultsOfRefusal(answer)).toEqual([])
    }
  })

  it('takes the first of several', async () => {
    const { body } = await setup.admin.get<{ length: number }>('/api/admin/users?count=1&count=2&count=x')
    expect(body.length).toBe(1)
  })
})

describe('the files of the client', () => {
  let folder: string
  let world: World
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pennant-web-'))
    await mkdir(join(folder, 'web', 'static'), { recursive: true })
    await writeFile(join(folder, 'secret.txt'), 'the secret')
    await writeFile(join(folder, 'web', 'secret.txt'), 'the secret')
    await writeFile(join(folder, 'web', 'static', '.hidden'), 'the secret')
    await writeFile(join(folder, 'web', 'static', 'app.js'), 'client()')
    await writeFile(
      join(folder, 'web', 'index.html'),
      '<html><title>%title%</title><script nonce="%nonce%"></script>',
    )
    world = await createWorld({ webRoot: join(folder, 'web') })
  })
  afterAll(async () => {
    await world.close()
    await rm(folder, { recursive: true, force: true })
  })

  it('are served, and nothing beside them', async () => {
    expect(await world.visitor().get('/static/app.js')).toMatchObject({ status: 200, text: 'client()' })
    for (const target of [
      '/static/../secret.txt',
      '/static/..%2fsecret.txt',
      '/static/%2e%2e/secret.txt',
      '/static/%2e%2e%2f%2e%2e%2fsecret.txt',
      '/static/..%5csecret.txt',
      '/static//../secret.txt',
      '/static/.%00./secret.txt',
      '/static/app.js/../../secret.txt',
      '/static/.hidden',
      '/secret.txt',
      '/index.html',
    ]) {
      const answer = await raw(world.origin, head(`GET ${target}`))
      expect(answer.text, target).not.toContain('the secret')
      expect([400, 403, 404], target).toContain(answer.status)
    }
    expect(failures(world)).toEqual([])
  })

  it('are behind a page whose policy names its scripts by a number used once', async () => {
    const pages = await Promise.all([world.visitor().get('/games'), world.visitor().get('/games')])
    const nonces = pages.map(({ headers, text }) => {
      const [, inPolicy] = /'nonce-(\w{12})'/.exec(headers.get('content-security-policy') ?? '') ?? []
      expect(text).toContain(`<script nonce="${inPolicy}">`)
      expect(headers.get('content-security-policy')).toMatch(
        /object-src 'none'.*base-uri 'none'.*frame-ancestors 'none'/,
      )
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('x-frame-options')).toBe('DENY')
      return inPolicy
    })
    expect(nonces[0]).not.toBe(nonces[1])
  })
})
