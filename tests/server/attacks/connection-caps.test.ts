import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { countedAs } from '../../../apps/server/src/http/address.ts'
import { connectRaw } from '../../kit/hub-client.ts'
import { createHubWorld, type HubProcess, type HubWorld } from '../../kit/hub-world.ts'
import { patient } from '../../kit/patient.ts'
import { openRaw } from '../../kit/raw-websocket.ts'

let world: HubWorld
let server: HubProcess
beforeEach(async () => {
  world = createHubWorld()
  server = await world.start({
    limits: {
      connections: 6,
      connectionsPerAddress: 3,
      anonymousConnections: 4,
      anonymousPerAddress: 2,
    },
    addressOf: (request) => String(request.headers['x-from']),
    countedAs,
    isAnonymous: (request) => request.headers.cookie === undefined,
  })
})
afterEach(() => world.close())

const path = '/hub/user?game=1'
const known = { cookie: 'who=ulla' }
const open = (from: string, more: Record<string, string> = {}) =>
  connectRaw(server.address, path, { headers: { 'x-from': from, ...more } })

const statusOf = async (from: string, more: Record<string, string> = {}): Promise<string> => {
  const { refusal, socket } = await openRaw(server.address, path, { headers: { 'x-from': from, ...more } })
  socket.destroy()
  expect(refusal).toMatch(/retry-after: \d+/i)
  return refusal?.split(' ')[1] ?? '101'
}

describe('hub connections of one network', () => {
  it('are counted together: those of all its IPv6 addresses', async () => {
    for (const host of ['1', '2', 'ffff:1']) await open(`2001:db8::${host}`, known)
    expect(await statusOf('2001:db8::9', known)).toBe('429')
    await open('2001:db8:0:1::1', known)
  })

  it('are counted together however an IPv4 address is written', async () => {
    for (const address of ['192.0.2.1', '::ffff:192.0.2.1', '::ffff:c000:201']) await open(address, known)
    expect(await statusOf('192.0.2.1', known)).toBe('429')
    await open('192.0.2.2', known)
  })
})

describe('anonymous hub connections', () => {
  it('have a limit of their own, which leaves room for those who are logged in', async () => {
    const first = await open('192.0.2.1')
    await open('192.0.2.1')
    expect(await statusOf('192.0.2.1')).toBe('429')
    await open('192.0.2.1', known)
    expect(await statusOf('192.0.2.1', known)).toBe('429')

    await open('192.0.2.2')
    await open('192.0.2.3')
    expect(await statusOf('192.0.2.4')).toBe('503')
    await open('192.0.2.4', known)
    expect(await statusOf('192.0.2.5', known)).toBe('503')

    first.socket.terminate()
    await expect.poll(() => server.hubs.stats().hubs.user, patient).toBe(5)
    await open('192.0.2.4')
    expect(await statusOf('192.0.2.5')).toBe('503')
  })
})
