import type { Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ratePolicies } from '@pennant/contract/limit'
import { countedAs } from '../../apps/server/src/http/address.ts'
import { login } from '../kit/account.ts'
import { createHubWorld } from '../kit/hub-world.ts'
import { openRaw } from '../kit/raw-websocket.ts'
import { createWorld, type World } from '../kit/world.ts'

const venue = '192.0.2.0/24'

let world: World
beforeAll(async () => {
  world = await createWorld({
    settings: { DISABLE_RATE_LIMIT: 'false', LIMITS__VENUES: `${venue}=400` },
  })
})
afterAll(() => world.close())

const { global, register } = ratePolicies
const registration = (nr: number) => ({
  userName: `pupil${nr}`,
  email: `pupil${nr}@school.example`,
  password: 'Passw0rd',
})
const counted = (statuses: readonly number[]): Record<number, number> => {
  const counts: Record<number, number> = {}
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

describe('a school behind one address', { timeout: 120_000 }, () => {
  it('registers, logs in, and reads with a venue, and nobody waits or is refused', async () => {
    const pupils = Array.from({ length: 60 }, (_, nr) => nr)
    const statuses = await Promise.all(
      pupils.map(async (nr) => {
        const pupil = world.visitor({ 'x-forwarded-for': '192.0.2.1' })
        const first = [
          await pupil.get('/'),
          await pupil.get('/api/config'),
          await pupil.get('/api/account/session'),
        ]
        const registered = await pupil.post('/api/account/register', registration(nr))
        const loggedIn = await login(world.visitor({ 'x-forwarded-for': '192.0.2.1' }), `pupil${nr}`)
        const teams = [await pupil.get('/api/team/1'), await pupil.get('/api/team/2')]
        return [...first, registered, loggedIn, ...teams].map(({ status }) => status)
      }),
    )
    expect(counted(statuses.flat())[429]).toBeUndefined()
    expect(new Set(statuses.map(([, , , registered]) => registered))).toEqual(new Set([200]))
  })

  it('is refused without one, once it has used up what one address has', async () => {
    const patience = new AbortController()
    const many = register.permits + register.queue + 30
    const refused = Array.from({ length: many }, async () => {
      const { status } = await fetch(`${world.origin}/api/account/register`, {
        method: 'POST',
        headers: { 'x-forwarded-for': '198.51.100.1', 'content-type': 'application/json' },
        body: '{}',
        signal: patience.signal,
      })
      if (status !== 429) throw new Error('let through')
      return status
    })
    expect(await Promise.any(refused)).toBe(429)
    patience.abort()
    await Promise.allSettled(refused)
  })

  it('sends more than one address may, and so do all addresses of the venue, each on its own', async () => {
    const many = global.permits + global.queue + 10
    for (const address of ['192.0.2.2', '192.0.2.3']) {
      const visitor = world.visitor({ 'x-forwarded-for': address })
      const statuses = await Promise.all(
        Array.from({ length: many }, async () => (await visitor.get('/api/team/1')).status),
      )
      expect(counted(statuses)).toEqual({ 404: many })
    }
  })
})

it('a venue has more hub connections, with and without a login', async () => {
  const hubs = createHubWorld()
  const crowded: string[] = []
  const opened: Socket[] = []
  const server = await hubs.start({
    limits: { connections: 100, connectionsPerAddress: 2, anonymousConnections: 50, anonymousPerAddress: 1 },
    addressOf: (request) => String(request.headers['x-from']),
    countedAs,
    timesAt: (address) => (address.startsWith('192.0.2.') ? 2.5 : 1),
    crowded: (address) => void crowded.push(address),
    isAnonymous: (request) => request.headers.cookie === undefined,
  })
  const path = '/hub/user?game=1'
  const known = { cookie: 'who=ulla' }
  const manages = async (from: string, more: Record<string, string> = {}): Promise<number> => {
    for (let nr = 0; ; nr++) {
      const { refusal, socket } = await openRaw(server.address, path, {
        headers: { 'x-from': from, ...more },
      })
      opened.push(socket)
      if (refusal === null) continue
      expect(refusal).toMatch(/ 429 [\s\S]*retry-after: \d+/i)
      return nr
    }
  }
  expect(await manages('192.0.2.1')).toBe(3)
  expect(await manages('192.0.2.2', known)).toBe(5)
  expect(await manages('198.51.100.1')).toBe(1)
  expect(await manages('198.51.100.2', known)).toBe(2)
  expect(crowded).toEqual(['192.0.2.1', '192.0.2.2', '198.51.100.1', '198.51.100.2'])
  for (const socket of opened) socket.destroy()
  await hubs.close()
})
