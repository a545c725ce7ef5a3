import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTunnelWorld, scopeOf, type TunnelWorld } from '../../../../tests/kit/tunnel-world.ts'

const origin = 'https://ctf.example'
let world: TunnelWorld
beforeEach(async () => {
  world = await createTunnelWorld()
})
afterEach(() => world.close())

const stored = async (): Promise<unknown> =>
  JSON.parse(await readFile(path.join(world.paths.config, 'scopes.json'), 'utf8'))

it('tells its version in an object', async () => {
  const reply = await world.call('/version')
  expect(reply.status).toBe(200)
  expect(reply.headers['content-type']).toBe('application/json')
  expect(reply.json()).toEqual({ version: expect.stringMatching(/^0\.5\.\d+$/) })
})

describe('asking for permission', () => {
  it('goes from unknown over pending to allowed, and back when it is revoked', async () => {
    const page = world.page(origin)
    expect(await page.call('/connect')).toMatchObject({ status: 403, text: `Scope ${origin} not found` })
    expect(await page.call('/connect', { method: 'POST', body: scopeOf() })).toMatchObject({
      status: 200,
      text: '',
    })
    expect(await page.call('/connect')).toMatchObject({ status: 201, text: '' })
    expect(await page.call('/connect', { method: 'POST', body: scopeOf() })).toMatchObject({
      status: 202,
      text: '',
    })
    expect(await world.permissions.allow(origin)).toBe('allowed')
    expect(await page.call('/connect')).toMatchObject({ status: 202, text: '' })
    expect(await page.call('/connect', { method: 'POST', body: scopeOf() })).toMatchObject({
      status: 202,
      text: '',
    })
    expect(await world.permissions.revoke(origin)).toBe('revoked')
    expect(await page.call('/connect')).toMatchObject({ status: 403 })
    expect(await page.call('/connect', { method: 'POST', body: scopeOf() })).toMatchObject({ status: 200 })
  })

  it('at the same time twice makes one request of it', async () => {
    const page = world.page(origin)
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => page.call('/connect', { method: 'POST', body: scopeOf() })),
    )
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 7 }, () => 202),
    ])
    expect((await world.permissions.report()).scopes).toHaveLength(1)
    expect(world.said.filter((line) => line.includes('To let it'))).toHaveLength(1)
  })

  it('does not change what is known of a site', async () => {
    const page = await world.page(origin).allowed()
    await page.call('/connect', { method: 'POST', body: scopeOf({ name: 'Other', state: 'pending' }) })
    expect((await world.permissions.report()).scopes).toEqual([
      { host: origin, name: 'Harbour::CTF', state: 'allowed' },
    ])
  })

  it.each([
    ['no body', undefined, {}],
    ['text that is no JSON', 'hello', { 'content-type': 'application/json' }],
    ['another type', JSON.stringify(scopeOf()), { 'content-type': 'text/plain' }],
    ['no type', JSON.stringify(scopeOf()), {}],
    ['a part of it', { name: 'Harbour' }, {}],
    ['a list', [], {}],
  ])('works with %s', async (_, body, headers) => {
    const page = world.page(origin)
    expect((await page.call('/connect', { method: 'POST', body, headers })).status).toBe(200)
    expect((await world.permissions.report()).scopes).toEqual([
      { host: origin, name: origin, state: 'pending' },
    ])
  })

  it('takes the site from the header and never from the body', async () => {
    await world.page(origin).call('/connect', {
      method: 'POST',
      body: scopeOf({ host: 'https://other.example', state: 'allowed' }),
    })
    expect((await world.permissions.report()).scopes).toMatchObject([{ host: origin, state: 'pending' }])
  })

  it.each([
    [{}],
    [{ origin: '' }],
    [{ origin: 'null' }],
    [{ origin: 'ctf.example' }],
    [{ origin: 'file://' }],
  ])('is refused with the headers %j', async (headers: Record<string, string>) => {
    const reply = await world.call('/connect', { method: 'POST', headers, body: scopeOf() })
    expect(reply.status).toBe(403)
    expect(reply.headers['access-control-allow-origin']).toBe('*')
    expect((await world.permissions.report()).scopes).toEqual([])
  })

  it('has an end for those who ask from everywhere', async () => {
    for (let n = 0; n < 16; n++)
      expect((await world.page(`https://s${n}.example`).call('/connect', { method: 'POST' })).status).toBe(
        200,
      )
    const late = await world.page('https://late.example').call('/connect', { method: 'POST' })
    expect(late).toMatchObject({
      status: 429,
      headers: { 'retry-after': '5' },
      text: expect.stringContaining('Too many'),
    })
    expect((await world.page('https://s0.example').call('/connect', { method: 'POST' })).status).toBe(202)
  })

  it('tells the player who asks, without what a terminal would obey', async () => {
    await world
      .page(origin)
      .call('/connect', { method: 'POST', body: scopeOf({ name: '\u{1b}[31m\nHarbour' }) })
    const told = world.said.find((line) => line.includes('To let it')) ?? ''
    expect(told).toContain(`pennant-tunnel allow ${origin}`)
    expect(world.said.join('')).not.toMatch(/[\p{Cc}\p{Cf}]/u)
  })
})

describe('changing what a site says of itself', () => {
  it('replaces name and features and leaves the permission', async () => {
    const page = await world.page(origin).allowed()
    const body = scopeOf({ name: 'Harbour 2', features: ['basic'], state: 'pending', host: 'x' })
    expect(await page.call('/connect', { method: 'PATCH', body })).toMatchObject({ status: 200, text: '' })
    expect((await world.permissions.report()).scopes).toEqual([
      { host: origin, name: 'Harbour 2', state: 'allowed' },
    ])
    await world.permissions.allow('https://b.example')
    expect(await stored()).toMatchObject({ scopes: [{ name: 'Harbour 2', features: ['basic'] }, {}] })
  })

  it('is for sites that have asked', async () => {
    const reply = await world.page(origin).call('/connect', { method: 'PATCH', body: scopeOf() })
    expect(reply).toMatchObject({ status: 403, text: `Scope ${origin} not found` })
  })

  it.each([
    ['nothing', undefined, {}, 415, 'Expected request with'],
    ['another type', '{}', { 'content-type': 'text/plain' }, 415, 'Expected request with'],
    [
      'broken JSON',
      '{',
      { 'content-type': 'application/json' },
      400,
      'Failed to parse the request body as JSON: ',
    ],
    ['a part of it', { name: 'x' }, {}, 422, 'Failed to deserialize the JSON body into the target type: '],
  ])('is strict: %s', async (_, body, headers, status, text) => {
    const page = await world.page(origin).allowed()
    const reply = await page.call('/connect', { method: 'PATCH', body, headers })
    expect(reply).toMatchObject({ status, text: expect.stringContaining(text) })
    expect(reply.headers['content-type']).toBe('text/plain; charset=utf-8')
  })
})

describe('what was decided', () => {
  it('is there after the next start, waiting sites too', async () => {
    await world.page(origin).allowed()
    await world.page('https://b.example').call('/connect', { method: 'POST', body: scopeOf({ name: 'B' }) })
    await world.daemon.close()
    const next = await createTunnelWorld({ folder: world.paths.config })
    expect((await next.page(origin).call('/connect')).status).toBe(202)
    expect((await next.page('https://b.example').call('/connect')).status).toBe(201)
    expect(next.said.join('\n')).toContain('pennant-tunnel allow https://b.example')
    await next.close()
    world = await createTunnelWorld()
  })

  it('is on the disk as soon as the command has answered', async () => {
    await world.permissions.allow(origin)
    expect(await stored()).toMatchObject({ scopes: [{ host: origin, state: 'allowed' }] })
    await world.permissions.revoke(origin)
    expect(await stored()).toEqual({ scopes: [] })
    expect(await world.permissions.revoke(origin)).toBe('unknown')
  })

  it('can be a yes at the terminal', async () => {
    let answer = (_: string): void => {}
    const attended = await createTunnelWorld({
      ask: () =>
        new Promise((resolve) => {
          answer = resolve
        }),
    })
    const page = attended.page(origin)
    await page.call('/connect', { method: 'POST', body: scopeOf() })
    answer('y')
    await turn()
    expect((await page.call('/connect')).status).toBe(202)
    await attended.close()
  })
})
