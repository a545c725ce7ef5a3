import { connect, createServer, type AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { TunnelInstance, TunnelListItem } from '@pennant/contract/tunnel'
import {
  createTunnelWorld,
  scopeOf,
  type TunnelPage,
  type TunnelWorld,
} from '../../../../tests/kit/tunnel-world.ts'

const origin = 'https://ctf.example'
const remote = 'ws://127.0.0.1:9/api/proxy/0197a3c2-1111-7222-8333-444455556666'
const local = '127.0.0.1:0'

let world: TunnelWorld
let page: TunnelPage
beforeEach(async () => {
  world = await createTunnelWorld({ probe: async () => 'nothing' })
  page = await world.page(origin).allowed()
})
afterEach(() => world.close())

const post = (body: unknown, who: TunnelPage = page) => who.call('/pool', { method: 'POST', body })
const list = async (who: TunnelPage = page) => (await who.call('/pool')).json<TunnelListItem[]>()
const isOpen = (address: string): Promise<boolean> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(`tcp://${address}`)
    const socket = connect(Number(port), hostname.replace(/[[\]]/g, ''))
    socket.on('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })

describe('opening a tunnel', () => {
  it('answers with the real address, and lists it', async () => {
    const reply = await post({ label: 'web', remote, local })
    expect(reply.status).toBe(200)
    const instance = reply.json<TunnelInstance>()
    expect(instance).toEqual({
      label: 'web',
      remote,
      local: expect.stringMatching(/^127\.0\.0\.1:[1-9]\d*$/),
      latency: -1,
      scope_host: origin,
    })
    expect(await isOpen(instance.local)).toBe(true)
    expect(await list()).toEqual([
      { label: 'web', remote, local: instance.local, from: instance.local, to: remote, latency: -1 },
    ])
  })

  it('takes the older names, and what is given for nothing', async () => {
    const reply = await post({ from: local, to: remote, latency: 7, scope_host: 'https://other.example' })
    expect(reply.json()).toMatchObject({
      remote,
      scope_host: origin,
      latency: -1,
      label: expect.stringMatching(/^inst-[\da-f]{6,}$/),
    })
  })

  it('of the same remote gives the tunnel there is, with a new label', async () => {
    const first = (await post({ label: 'a', remote, local })).json<TunnelInstance>()
    const second = await post({ label: 'b', remote, local: '0.0.0.0:0' })
    expect(second.status).toBe(200)
    expect(second.json()).toEqual({ ...first, label: 'b' })
    expect((await post({ remote, local })).json()).toEqual({ ...first, label: 'b' })
    expect(await list()).toHaveLength(1)
  })

  it('many times at once gives one tunnel', async () => {
    const replies = await Promise.all(Array.from({ length: 10 }, () => post({ label: 'a', remote, local })))
    expect(new Set(replies.map((reply) => reply.json<TunnelInstance>().local)).size).toBe(1)
    expect(await list()).toHaveLength(1)
  })

  it('belongs to the site alone', async () => {
    const other = await world.page('https://other.example').allowed()
    const mine = (await post({ remote, local })).json<TunnelInstance>()
    const theirs = (await post({ remote, local }, other)).json<TunnelInstance>()
    expect(theirs.local).not.toBe(mine.local)
    expect(await list(other)).toMatchObject([{ local: theirs.local }])
    const reply = await other.call('/pool', { method: 'DELETE', body: { local: mine.local } })
    expect(reply).toMatchObject({
      status: 400,
      text: `Tunnel ${mine.local} not found in scope https://other.example`,
    })
    expect(await list()).toHaveLength(1)
  })

  it('for the network says so to the player', async () => {
    const reply = await post({ remote, local: '0.0.0.0:0' })
    expect(reply.json<TunnelInstance>().local).toMatch(/^0\.0\.0\.0:[1-9]\d*$/)
    expect(world.said.join('\n')).toContain('Warning: Everyone on your network can reach')
  })

  it('never shows the player the whole id', async () => {
    await post({ remote, local })
    expect(world.said.join('\n')).toContain('/api/proxy/0197a3c2…')
    expect(world.said.join('\n')).not.toContain('444455556666')
  })

  it.each([
    ['', 400, 'failed to parse from address'],
    ['127.0.0.1', 400, 'failed to parse from address'],
    ['nowhere.invalid:0', 400, 'failed to parse from address'],
    ['127.0.0.1:99999', 400, 'failed to parse from address'],
    ['192.0.2.7:0', 400, 'The local address 192.0.2.7:0 is neither of this machine alone nor 0.0.0.0'],
  ])('at %j is refused', async (where, status, text) => {
    expect(await post({ remote, local: where })).toMatchObject({ status, text })
    expect(await list()).toEqual([])
  })

  it('at an address of another tunnel is refused', async () => {
    const { local: taken } = (await post({ remote, local })).json<TunnelInstance>()
    const reply = await post({ remote: `${remote}?2`, local: taken })
    expect(reply).toMatchObject({
      status: 400,
      text: `The local address ${taken} is already taken by another instance`,
    })
    expect((await post({ remote, local: taken })).status).toBe(200)
  })

  it('at an address of another program says what the system says', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    const taken = `127.0.0.1:${(server.address() as AddressInfo).port}`
    const reply = await post({ remote, local: taken })
    expect(reply.status).toBe(500)
    expect(reply.text).toMatch(`failed to bind tcp address ${taken}: `)
    expect(reply.text).toContain('EADDRINUSE')
    server.close()
  })

  it.each(['http://ctf.example', 'ctf.example', 'ws://', 'file:///etc/passwd', ''])(
    'to %j is refused',
    async (to) => {
      const reply = await post({ remote: to, local })
      expect(reply).toMatchObject({ status: 400, text: expect.stringContaining('remote address') })
    },
  )

  it.each([
    ['no type', '{}', {}, 415, 'Expected request with'],
    [
      'broken JSON',
      '{"remote"',
      { 'content-type': 'application/json' },
      400,
      'Failed to parse the request body as JSON: ',
    ],
    ['no remote', { local }, {}, 422, 'Failed to deserialize the JSON body into the target type: '],
    ['no local', { remote }, {}, 422, 'missing field `local`'],
    ['a number', { remote, local: 7 }, {}, 422, 'local: expected a string'],
    ['a long label', { remote, local, label: 'x'.repeat(300) }, {}, 422, 'label: too long'],
    ['a list', [remote, local], {}, 422, 'missing field `remote`'],
  ])('with %s is refused', async (_, body, headers, status, text) => {
    const reply = await page.call('/pool', { method: 'POST', body, headers })
    expect(reply).toMatchObject({ status, text: expect.stringContaining(text) })
  })

  it('takes every JSON type', async () => {
    for (const type of ['application/json; charset=utf-8', 'application/vnd.x+json', 'Application/JSON']) {
      const body = JSON.stringify({ remote, local })
      const reply = await page.call('/pool', { method: 'POST', body, headers: { 'content-type': type } })
      expect(reply.status).toBe(200)
    }
  })

  it('has an end', async () => {
    const statuses: number[] = []
    for (let n = 0; n < 256; n++) statuses.push((await post({ remote: `${remote}?${n}`, local })).status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(256)
    const late = await post({ remote: `${remote}?256`, local })
    expect(late).toMatchObject({ status: 429, headers: { 'retry-after': '5' } })
  })
})

describe('closing a tunnel', () => {
  it.each(['local', 'key'])('named by %s frees the port', async (name) => {
    const { local: address } = (await post({ remote, local })).json<TunnelInstance>()
    const reply = await page.call('/pool', { method: 'DELETE', body: { [name]: address } })
    expect(reply).toMatchObject({ status: 200, text: '' })
    expect(await list()).toEqual([])
    expect(await isOpen(address)).toBe(false)
  })

  it('that is not there is refused', async () => {
    const reply = await page.call('/pool', { method: 'DELETE', body: { local: '127.0.0.1:1' } })
    expect(reply).toMatchObject({ status: 400, text: 'Tunnel 127.0.0.1:1 not found' })
    expect((await page.call('/pool', { method: 'DELETE', body: {} })).status).toBe(422)
    expect((await page.call('/pool', { method: 'DELETE' })).status).toBe(415)
  })
})

describe('who is not allowed', () => {
  const everything = [
    ['GET', undefined],
    ['POST', { remote, local }],
    ['DELETE', { local: '127.0.0.1:1' }],
  ] as const

  it('gets nothing while waiting for an answer', async () => {
    const waiting = world.page('https://waiting.example')
    await waiting.call('/connect', { method: 'POST', body: scopeOf() })
    for (const [method, body] of everything) {
      const reply = await waiting.call('/pool', { method, body })
      expect(reply).toMatchObject({
        status: 403,
        text: 'Scope https://waiting.example is not allowed yet',
      })
    }
    expect((await world.permissions.report()).running?.tunnels).toEqual([])
  })

  it.each([
    {},
    { origin: '' },
    { origin: 'null' },
    { origin: 'https://CTF.example' },
    { origin: `${origin}:443` },
  ])('gets nothing with the headers %j', async (headers) => {
    for (const [method, body] of everything) {
      const reply = await world.call('/pool', {
        method,
        body,
        headers: { ...headers } as Record<string, string>,
      })
      expect(reply.status).toBe(403)
      expect(reply.text).toMatch(/^Scope .* not found$/)
    }
  })

  it('loses everything when permission is taken back', async () => {
    const { local: address } = (await post({ remote, local })).json<TunnelInstance>()
    const other = await world.page('https://other.example').allowed()
    const { local: theirs } = (await post({ remote, local }, other)).json<TunnelInstance>()
    await world.permissions.revoke(origin)
    expect(await isOpen(address)).toBe(false)
    expect(await isOpen(theirs)).toBe(true)
    expect((await page.call('/pool')).status).toBe(403)
    await page.allowed()
    expect(await list()).toEqual([])
  })

  it('gets no tunnel that was being opened when permission was taken back', async () => {
    const opening = post({ remote, local })
    await world.permissions.revoke(origin)
    const reply = await opening
    expect([200, 403]).toContain(reply.status)
    expect((await world.permissions.report()).running?.tunnels).toEqual([])
  })
})
