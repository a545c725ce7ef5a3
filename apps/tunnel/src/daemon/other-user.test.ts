import { spawn, spawnSync } from 'node:child_process'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { skipReason, withSkipReason } from '../../../../tests/kit/skip-reason.ts'
import { openTcp } from '../../../../tests/kit/tcp-client.ts'
import { openEcho, openSite, relayTo, type Service, type Site } from '../../../../tests/kit/tunnel-site.ts'
import { callAt, createTunnelWorld, scopeOf, type TunnelWorld } from '../../../../tests/kit/tunnel-world.ts'
import { systemPeerOf } from '../owner/peer.ts'

const origin = 'https://ctf.example'
/** `nobody`, which exists on every Linux and never runs the tests. */
const stranger = { uid: 65_534, gid: 65_534, cwd: '/' }

const reason = skipReason(
  process.platform === 'linux' && process.getuid?.() === 0,
  'acting as another user takes root on Linux',
)

const requests = `
const http = require('node:http')
const [address, origin, family, list] = process.argv.slice(1)
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
const { port, hostname } = new URL(address)
const host = family === 'mapped' ? '::ffff:127.0.0.1' : hostname.replace(/[[\\]]/g, '')
const send = ({ method, path, body }) => new Promise((resolve) => {
  const text = body === undefined ? '' : JSON.stringify(body)
  const headers = { origin, host: '127.0.0.1', 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }
  const request = http.request({ agent, host, port, method, path, headers }, (response) => {
    response.resume().on('end', () => resolve(response.statusCode))
  })
  request.on('error', (error) => resolve(error.code)).end(text)
})
;(async () => {
  const statuses = []
  for (const one of JSON.parse(list)) statuses.push(await send(one))
  console.log(JSON.stringify(statuses))
  process.exit()
})()
`
const line = `
const [local] = process.argv.slice(1)
const socket = require('node:net').connect(Number(local.split(':').at(-1)), '127.0.0.1')
let got = ''
socket.on('data', (data) => { got += data; if (got === 'hello') socket.end() })
socket.on('error', () => {}).on('close', () => { console.log(JSON.stringify(got)); process.exit() })
socket.write('hello')
`

describe.skipIf(reason !== null)(withSkipReason('another user of the same machine', reason), () => {
  let world: TunnelWorld
  let service: Service
  let site: Site
  const worlds: TunnelWorld[] = []

  beforeEach(async () => {
    world = await worldAt('127.0.0.1')
    service = await openEcho()
    site = await openSite(relayTo(service))
  })
  afterEach(async () => {
    for (const each of worlds.splice(0)) await each.close()
    await site.close()
    await service.close()
  })

  const worldAt = async (host: string): Promise<TunnelWorld> => {
    const made = await createTunnelWorld({ host, peerOf: systemPeerOf(process.platform) })
    worlds.push(made)
    await made.page(origin).allowed()
    return made
  }
  const asStranger = async (script: string, ...args: string[]): Promise<unknown> => {
    const child = spawn(process.execPath, ['-e', script, ...args], {
      ...stranger,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let printed = ''
    let complaint = ''
    child.stdout.on('data', (chunk) => {
      printed += chunk
    })
    child.stderr.on('data', (chunk) => {
      complaint += chunk
    })
    await new Promise((resolve) => child.on('close', resolve))
    expect(complaint).toBe('')
    return JSON.parse(printed)
  }
  const opening = {
    method: 'POST',
    path: '/pool',
    body: { remote: 'ws://127.0.0.1:1/x', local: '127.0.0.1:0' },
  }
  const everything = [
    { method: 'GET', path: '/version' },
    { method: 'GET', path: '/connect' },
    { method: 'POST', path: '/connect', body: scopeOf() },
    { method: 'GET', path: '/pool' },
    opening,
    { method: 'DELETE', path: '/pool', body: { local: '127.0.0.1:1' } },
  ]
  const refused = everything.map(() => 403)

  it('is refused everything, also as a site that is allowed', async () => {
    const got = await asStranger(requests, world.daemon.address, origin, 'plain', JSON.stringify(everything))
    expect(got).toEqual(refused)
    expect((await world.permissions.report()).running?.tunnels).toEqual([])
    expect(world.said.filter((said) => said.includes('another user'))).toHaveLength(1)
    expect((await world.page(origin).call('/pool')).status).toBe(200)
  })

  it('cannot ask for permission in the name of a site', async () => {
    const asked = JSON.stringify([{ method: 'POST', path: '/connect', body: scopeOf() }])
    await asStranger(requests, world.daemon.address, 'https://new.example', 'plain', asked)
    expect((await world.permissions.report()).scopes.map(({ host }) => host)).toEqual([origin])
  })

  it('is refused by way of IPv6, too', async () => {
    const list = JSON.stringify(everything)
    expect(await asStranger(requests, world.daemon.address, origin, 'mapped', list)).toEqual(refused)
    const six = await worldAt('::1')
    expect(await asStranger(requests, six.daemon.address, origin, 'plain', list)).toEqual(refused)
    expect((await six.page(origin).call('/pool')).status).toBe(200)
    const { port } = new URL(world.daemon.address)
    const mapped = await callAt(`http://[::ffff:127.0.0.1]:${port}`, '/pool', {
      headers: { origin, host: '127.0.0.1' },
    })
    expect(mapped.status).toBe(200)
  })

  it('opens nothing by leaving before anybody looks', async () => {
    const { port } = new URL(world.daemon.address)
    const body = JSON.stringify(opening.body)
    const text = `POST /pool HTTP/1.1\r\nhost: 127.0.0.1\r\norigin: ${origin}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
    const hasty = `require('node:net').connect(${port}, '127.0.0.1').end(process.argv[1], () => process.exit())`
    // Blocks until that program has ended.
    const { status } = spawnSync(process.execPath, ['-e', hasty, text], stranger)
    expect(status).toBe(0)
    await expect.poll(() => world.said.filter((said) => said.includes('another user')).length).toBe(1)
    expect((await world.page(origin).call('/pool')).json()).toEqual([])
  })

  it('cannot keep connections that this one needs', async () => {
    const { port } = new URL(world.daemon.address)
    const idle = `
let closed = 0
for (let each = 0; each < 16; each++)
  require('node:net').connect(${port}, '127.0.0.1').on('error', () => {}).on('close', () => {
    if (++closed === 16) console.log(closed)
  })
`
    expect(await asStranger(idle)).toBe(16)
    expect((await world.page(origin).call('/pool')).status).toBe(200)
  })

  it('cannot use the tunnels of this one', async () => {
    const opened = await world
      .page(origin)
      .call('/pool', { method: 'POST', body: { remote: site.remote, local: '127.0.0.1:0' } })
    const { local } = opened.json<{ local: string }>()
    expect(await asStranger(line, local)).toBe('')
    expect(site.handshakes).toEqual([])
    const own = await openTcp(local)
    own.socket.write('hello')
    expect((await own.until(5)).toString()).toBe('hello')
    own.socket.destroy()
  })

  it('can use a tunnel that was opened to the network', async () => {
    const opened = await world
      .page(origin)
      .call('/pool', { method: 'POST', body: { remote: site.remote, local: '0.0.0.0:0' } })
    expect(await asStranger(line, opened.json<{ local: string }>().local)).toBe('hello')
  })

  it('cannot reach the socket that takes commands', async () => {
    const knock = `require('node:net').connect(process.argv[1]).on('error', (error) => console.log(JSON.stringify(error.code)))`
    expect(await asStranger(knock, world.paths.control)).toBe('EACCES')
  })
})
