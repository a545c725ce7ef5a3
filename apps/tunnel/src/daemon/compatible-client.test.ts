import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  createCompatibleClient,
  type CompatibleClient,
} from '../../../../tests/kit/compatible-tunnel-client.ts'
import { openTcp } from '../../../../tests/kit/tcp-client.ts'
import { openEcho, openSite, relayTo, type Service, type Site } from '../../../../tests/kit/tunnel-site.ts'
import { createTunnelWorld, type TunnelWorld } from '../../../../tests/kit/tunnel-world.ts'

const origin = 'https://ctf.example'
let world: TunnelWorld
let client: CompatibleClient
let service: Service
let site: Site
beforeEach(async () => {
  world = await createTunnelWorld()
  service = await openEcho()
  site = await openSite(relayTo(service))
  client = createCompatibleClient(world.daemon.address, origin)
})
afterEach(async () => {
  await world.close()
  await site.close()
  await service.close()
})

describe('a client of the scope protocol', () => {
  it('asks, waits, is allowed, opens a tunnel, uses it and closes it', async () => {
    await client.connect()
    expect(client.state).toBe('Pending')
    await world.permissions.allow(origin)
    await client.tick()
    expect(client.state).toBe('Usable')

    const added = await client.add({ label: 'echo', remote: site.remote, local: '127.0.0.1:0' })
    const tcp = await openTcp(added.local)
    tcp.socket.write('hello')
    expect((await tcp.until(5)).toString()).toBe('hello')
    tcp.socket.destroy()

    await client.sync()
    expect(client.list()).toMatchObject([{ label: 'echo', remote: site.remote, local: added.local }])
    expect(await client.add({ remote: site.remote, local: '127.0.0.1:0' })).toMatchObject({
      local: added.local,
    })
    await client.delete(added.local)
    expect(client.list()).toEqual([])
    await client.sync()
    expect(client.list()).toEqual([])
  })

  it('may connect twice at once', async () => {
    await Promise.all([client.connect(), client.connect()])
    expect(client.state).toBe('Pending')
    expect((await world.permissions.report()).scopes).toHaveLength(1)
  })

  it('gets nothing from its browser before it is allowed, and after that was taken back', async () => {
    await client.connect()
    await expect(client.add({ remote: site.remote, local: '127.0.0.1:0' })).rejects.toThrow('Failed to fetch')
    await world.permissions.allow(origin)
    await client.sync()
    await world.permissions.revoke(origin)
    await expect(client.sync()).rejects.toThrow('Failed to fetch')
    await client.tick()
    expect(client.state).toBe('Invalid')
  })

  it('loses the tunnel when the instance is gone', async () => {
    await client.connect()
    await world.permissions.allow(origin)
    const { local } = await client.add({ remote: site.remote, local: '127.0.0.1:0' })
    const settled = async (): Promise<void> => {
      do await client.sync()
      while (client.list()[0]?.latency === -1)
    }
    await settled()
    expect(client.list()[0]?.latency).toBeGreaterThanOrEqual(0)
    site.answer = 500
    world.round()
    do await client.sync()
    while (client.list()[0]?.latency !== -1)
    site.answer = 404
    world.round()
    do await client.sync()
    while (client.list().length > 0)
    await expect(openTcp(local)).rejects.toThrow('ECONNREFUSED')
    expect(world.said.join('\n')).toContain('the site answers 404')
  })
})
