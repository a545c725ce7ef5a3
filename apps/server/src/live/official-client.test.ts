import {
  type HubConnection,
  HubConnectionBuilder,
  HubConnectionState,
  HttpTransportType,
  LogLevel,
} from '@microsoft/signalr'
import { setTimeout as after } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createHubWorld, type HubProcess, type HubWorld } from '../../../../tests/kit/hub-world.ts'
import { patient } from '../../../../tests/kit/patient.ts'

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 })

let world: HubWorld
let server: HubProcess
let clients: HubConnection[] = []

beforeEach(async () => {
  world = createHubWorld()
  world.people.roles.set('mona', 'monitor').set('ada', 'admin')
  server = await world.start()
})
afterEach(async () => {
  for (const client of clients) await client.stop()
  clients = []
  await world.close()
})

describe.each([
  ['WebSockets', HttpTransportType.WebSockets],
  ['ServerSentEvents', HttpTransportType.ServerSentEvents],
  ['LongPolling', HttpTransportType.LongPolling],
] as const)('the official client over %s', (name, transport) => {
  const connect = (path: string, who?: string): HubConnection => {
    const client = new HubConnectionBuilder()
      .withUrl(server.address + path, {
        transport,
        headers: who === undefined ? {} : { Cookie: `who=${who}` },
      })
      .withAutomaticReconnect([0, 20, 50, 100, 200])
      .configureLogging(LogLevel.None)
      .build()
    clients.push(client)
    return client
  }

  const heard = (client: HubConnection, event: string): unknown[] => {
    const payloads: unknown[] = []
    client.on(event, (payload: unknown) => payloads.push(payload))
    return payloads
  }

  it('connects and receives', async () => {
    const client = connect('/hub/user?game=7')
    const notices = heard(client, 'ReceivedGameNotice')
    await client.start()
    expect(client.connectionId).toEqual(expect.any(String))
    expect(server.hubs.stats().transports[name]).toBe(1)
    const notice = { id: 1, type: 'FirstBlood', values: ['Zoë\n\u001e', 'pwn'], time: 1_700_000_000_000 }
    server.hubs.toPlayers(7, 'ReceivedGameNotice', notice)
    server.hubs.toPlayers(8, 'ReceivedGameNotice', 'of another game')
    for (let nth = 0; nth < 20; nth++) server.hubs.toPlayers(7, 'ReceivedGameNotice', nth)
    await expect
      .poll(() => notices, patient)
      .toEqual([notice, ...Array.from({ length: 20 }, (_, nth) => nth)])
  })

  it('misses nothing that happens once it has started', async () => {
    const client = connect('/hub/monitor?game=7', 'mona')
    const events = heard(client, 'ReceivedGameEvent')
    world.people.before = () => new Promise((resolve) => setTimeout(resolve, 30))
    await client.start()
    server.hubs.toMonitors(7, 'ReceivedGameEvent', 'first')
    await expect.poll(() => events, patient).toEqual(['first'])
  })

  it('is told that a method does not exist', async () => {
    const client = connect('/hub/admin', 'ada')
    await client.start()
    await expect(client.invoke('Anything', 1)).rejects.toThrow("Unknown hub method 'Anything'.")
    await client.send('Ignored')
    expect(client.state).toBe(HubConnectionState.Connected)
  })

  it('is refused by an end without a reason, and does not come back', async () => {
    const client = connect('/hub/admin', 'mona')
    const ended = new Promise<Error | undefined>((resolve) => {
      client.onclose(resolve)
    })
    // The end may come before the handshake does, which then finds no connection.
    const missing = await client.start().then(
      () => ended,
      (fault: unknown) => (fault instanceof Error ? fault.message : fault),
    )
    expect([undefined, expect.stringContaining('404')]).toContainEqual(missing)
    expect(client.state).toBe(HubConnectionState.Disconnected)
    await expect.poll(() => server.hubs.stats().hubs.admin, patient).toBe(0)
    expect(world.people.asked).toHaveLength(1)
  })

  it('comes back when the network fails', async () => {
    const client = connect('/hub/user?game=7')
    const notices = heard(client, 'ReceivedGameNotice')
    await client.start()
    const back = new Promise((resolve) => {
      client.onreconnected(resolve)
    })
    server.cut()
    await back
    server.hubs.toPlayers(7, 'ReceivedGameNotice', 'after')
    await expect.poll(() => notices, patient).toEqual(['after'])
  })

  it('comes back when the server was replaced, as a close frame told it to', async () => {
    const client = connect('/hub/user?game=7')
    const notices = heard(client, 'ReceivedGameNotice')
    await client.start()
    const back = new Promise((resolve) => {
      client.onreconnected(resolve)
    })
    // Long polling is between two polls now; the farewell answers the next one.
    await after(30)
    const old = server.hubs
    server.replace()
    server.hubs.toPlayers(7, 'ReceivedGameNotice', 'nobody there yet')
    await old.close(500)
    await back
    server.hubs.toPlayers(7, 'ReceivedGameNotice', 'after')
    await expect.poll(() => notices, patient).toContain('after')
  })

  it('hears all while its process drains, until it is told to come back', async () => {
    const client = connect('/hub/user?game=7')
    const notices = heard(client, 'ReceivedGameNotice')
    await client.start()
    const sentAway = new Promise((resolve) => {
      client.onreconnecting(resolve)
    })
    server.hubs.drain(2_000)
    server.hubs.toPlayers(7, 'ReceivedGameNotice', 'still here')
    await expect.poll(() => notices, patient).toEqual(['still here'])
    await world.time.pass(2)
    await sentAway
    await expect.poll(() => server.hubs.stats().transports[name], patient).toBe(0)
  })

  it('leaves nothing behind when it stops', async () => {
    const client = connect('/hub/user?game=7')
    await client.start()
    await client.stop()
    await expect.poll(() => server.hubs.stats().hubs.user, patient).toBe(0)
  })

  it('is told when its user loses the role it listens by', async () => {
    const client = connect('/hub/monitor?game=7', 'mona')
    const ended = new Promise<Error | undefined>((resolve) => {
      client.onclose(resolve)
    })
    await client.start()
    world.people.roles.set('mona', 'user')
    server.hubs.recheck('mona')
    expect(await ended).toBeUndefined()
    await expect.poll(() => server.hubs.stats().hubs.monitor, patient).toBe(0)
  })

  it('listens with an API token in the header', async () => {
    world.people.tokens.add('token.of-ours')
    const client = new HubConnectionBuilder()
      .withUrl(`${server.address}/hub/monitor?game=7`, {
        transport,
        headers: { Authorization: 'Bearer token.of-ours' },
      })
      .configureLogging(LogLevel.None)
      .build()
    clients.push(client)
    const submissions = heard(client, 'ReceivedSubmissions')
    await client.start()
    server.hubs.toMonitors(7, 'ReceivedSubmissions', { answer: 'flag{x}' })
    await expect.poll(() => submissions, patient).toEqual([{ answer: 'flag{x}' }])
  })
})

it('the official client chooses WebSockets when it is left the choice, also without negotiating', async () => {
  for (const options of [{}, { skipNegotiation: true, transport: HttpTransportType.WebSockets }]) {
    const client = new HubConnectionBuilder()
      .withUrl(`${server.address}/hub/user?game=7`, options)
      .configureLogging(LogLevel.None)
      .build()
    clients.push(client)
    await client.start()
  }
  expect(server.hubs.stats().transports.WebSockets).toBe(2)
})
