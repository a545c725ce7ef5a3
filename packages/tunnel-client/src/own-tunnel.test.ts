import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createManualTimers, type ManualTimers } from '../../../tests/kit/manual-timers.ts'
import { pageFetch } from '../../../tests/kit/page-fetch.ts'
import { openTcp } from '../../../tests/kit/tcp-client.ts'
import { openEcho, openSite, relayTo, type Service, type Site } from '../../../tests/kit/tunnel-site.ts'
import { createTunnelWorld, type TunnelWorld } from '../../../tests/kit/tunnel-world.ts'
import { optionsFor } from './options.ts'
import { createTunnelClient, type TunnelClient } from './tunnel-client.ts'

const origin = 'https://ctf.example'
const local = '127.0.0.1:0'
let world: TunnelWorld
let service: Service
let site: Site
let timers: ManualTimers
let client: TunnelClient
beforeEach(async () => {
  world = await createTunnelWorld()
  service = await openEcho()
  site = await openSite(relayTo(service))
  timers = createManualTimers()
  client = createTunnelClient(optionsFor({ api: world.daemon.address, name: 'Harbour::CTF' }), {
    fetch: pageFetch(origin),
    after: timers.after,
  })
})
afterEach(async () => {
  client.dispose()
  await world.close()
  await site.close()
  await service.close()
})

describe('our client with our tunnel', () => {
  it('asks, is allowed, reaches the service, and closes the way again', async () => {
    await client.connect()
    expect(client.state()).toBe('pending')
    expect((await world.permissions.report()).scopes).toMatchObject([{ host: origin, name: 'Harbour::CTF' }])
    await world.permissions.allow(origin)
    timers.pass(3_000)
    await expect.poll(() => client.state()).toBe('usable')

    const opened = await client.add({ remote: site.remote, local, label: 'Echo @ Harbour' })
    const tcp = await openTcp(opened.local)
    tcp.socket.write('hello')
    expect((await tcp.until(5)).toString()).toBe('hello')
    tcp.socket.destroy()

    await client.sync()
    expect(client.list()).toMatchObject([{ label: 'Echo @ Harbour', local: opened.local }])
    await client.delete(opened.local)
    await expect(openTcp(opened.local)).rejects.toThrow('ECONNREFUSED')
  })

  it('hears of a tunnel that is gone with its instance', async () => {
    await client.connect()
    await world.permissions.allow(origin)
    await client.connect()
    await client.add({ remote: site.remote, local })
    const latency = async (): Promise<number | undefined> => {
      await client.sync()
      return client.list()[0]?.latency
    }
    await expect.poll(latency).toBeGreaterThanOrEqual(0)
    site.answer = 404
    world.round()
    await expect.poll(latency).toBeUndefined()
  })

  it('loses everything when the permission is taken back', async () => {
    await world.permissions.allow(origin)
    await client.connect()
    expect(client.state()).toBe('usable')
    await client.add({ remote: site.remote, local })
    await world.permissions.revoke(origin)
    await expect(client.add({ remote: 'wss://ctf.example/elsewhere', local })).rejects.toMatchObject({
      kind: 'missing_scope',
    })
    timers.pass(3_000)
    await expect.poll(() => client.state()).toBe('invalid')
    expect(client.list()).toEqual([])
  })
})
