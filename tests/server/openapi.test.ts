import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { routes } from '@pennant/contract/routes'
import { createProbeToken } from '../../apps/server/src/core/identity/probe-token.ts'
import { createWorld, type World } from '../kit/world.ts'

type Described = {
  paths: Record<string, Record<string, { operationId: string; responses: Record<string, Problems> }>>
}
type Problems = { 'x-problems'?: { code: string; title: string }[] }

const testKey = Buffer.alloc(32)
let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

describe('the description of the wire', () => {
  it('is open to everybody and holds every declared route, with its problems in English', async () => {
    const { status, headers, body } = await world.visitor().get<Described>('/openapi/v1.json')
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
    const operations = Object.values(body.paths).flatMap((verbs) => Object.values(verbs))
    expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(
      routes.map(({ id }) => id).toSorted(),
    )
    const told = body.paths['/api/team/{id}']?.['get']?.responses['404']?.['x-problems']
    expect(told).toContainEqual({ code: 'team.notFound', title: 'Team not found' })
  })

  it.each(['/openapi', '/openapi/v1', '/OpenAPI/'])('is shown to people at %s', async (path) => {
    const { status, headers, text } = await world.visitor({ 'accept-language': 'zh-CN' }).get(path)
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
    expect(headers.get('content-language')).toBe('en')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(text).toContain('<td>Team not found</td>')
  })

  it.each(['br', 'gzip'])('travels as %s, and not at all to who has it', async (encoding) => {
    const visitor = world.visitor({ 'accept-encoding': encoding })
    const first = await visitor.get('/openapi/v1.json')
    expect(first.headers.get('content-encoding')).toBe(encoding)
    const etag = first.headers.get('etag') ?? ''
    const again = await visitor.get('/openapi/v1.json', { 'if-none-match': etag })
    expect([again.status, again.text]).toEqual([304, ''])
  })

  it('is only read', async () => {
    const answer = await world.visitor().post('/openapi/v1.json', {})
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })
})

describe('the probe of the doctor', () => {
  it('is nothing to anyone without a token of the installation', async () => {
    const admin = await world.person('Admin')
    const key = world.core.vault.derive('probes')
    const own = createProbeToken(key, Date.now())
    const unknown = await admin.get('/api/config/nothing/x')
    for (const token of [
      'x',
      createProbeToken(key, Date.now() - 700_000),
      createProbeToken(testKey, Date.now()),
    ]) {
      const { status, body } = await admin.get<{ title: string }>(`/api/config/probe/${token}`)
      expect([status, body.title]).toEqual([404, (unknown.body as { title: string }).title])
    }
    const seen = await world.visitor({ cookie: 'a=b; doctor=x' }).get(`/api/config/probe/${own}`)
    expect([seen.status, seen.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    expect(seen.body).toMatchObject({ address: '127.0.0.1', forwarded: false, cookie: 'doctor=x' })
  })
})
