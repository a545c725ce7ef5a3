import { readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createCompatibleClient } from '../../../../tests/kit/compatible-tunnel-client.ts'
import { openTcp } from '../../../../tests/kit/tcp-client.ts'
import { openEcho, openSite, relayTo, type Service, type Site } from '../../../../tests/kit/tunnel-site.ts'
import { callAt, createTunnelWorld, scopeOf, type TunnelWorld } from '../../../../tests/kit/tunnel-world.ts'

const origin = 'https://ctf.example'
let world: TunnelWorld
let service: Service
let site: Site
beforeEach(async () => {
  // Behind a relay of the system, every connection seems to come from another user.
  world = await createTunnelWorld({ keyed: true, peerOf: () => 'other' })
  await world.permissions.allow(origin)
  service = await openEcho()
  site = await openSite(relayTo(service))
})
afterEach(async () => {
  await world.close()
  await site.close()
  await service.close()
})

describe('a tunnel with a key', () => {
  it('serves the clients that have its whole address', async () => {
    const client = createCompatibleClient(world.daemon.address, origin)
    await client.connect()
    expect(client.state).toBe('Usable')
    const { local } = await client.add({ remote: site.remote, local: '127.0.0.1:0' })
    const tcp = await openTcp(local)
    tcp.socket.write('hello')
    expect((await tcp.until(5)).toString()).toBe('hello')
    tcp.socket.destroy()
    await client.delete(local)
  })

  it('refuses anyone who does not know it, and says what is missing', async () => {
    const { origin: bare, pathname: key } = new URL(world.daemon.address)
    const fronts = [
      '',
      '/',
      `${key}x`,
      key.slice(0, -1),
      key.toLowerCase() + key,
      `/${'x'.repeat(key.length - 1)}`,
    ]
    for (const front of fronts)
      for (const to of ['/version', '/connect', '/pool']) {
        const reply = await callAt(bare + front, to, { headers: { origin } })
        expect(reply).toMatchObject({ status: 403, text: expect.stringContaining('has a key') })
        expect(reply.headers['access-control-allow-origin']).toBe('*')
      }
    const asked = await callAt(bare, '/connect', {
      method: 'POST',
      headers: { origin: 'https://a.example' },
      body: scopeOf(),
    })
    expect(asked.status).toBe(403)
    expect((await world.permissions.report()).scopes.map(({ host }) => host)).toEqual([origin])
  })

  it('has the same one at the next start, in a file that nobody else can read', async () => {
    const file = path.join(world.paths.config, 'key')
    const { pathname } = new URL(world.daemon.address)
    expect(`/${(await readFile(file, 'utf8')).trim()}`).toBe(pathname)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    await world.daemon.close()
    const again = await createTunnelWorld({ keyed: true, folder: world.paths.config })
    expect(new URL(again.daemon.address).pathname).toBe(pathname)
    await again.daemon.close()
    await writeFile(file, 'short')
    const renewed = await createTunnelWorld({ keyed: true, folder: world.paths.config })
    expect(new URL(renewed.daemon.address).pathname).toMatch(/^\/[\w-]{32}$/)
    await renewed.close()
  })
})
