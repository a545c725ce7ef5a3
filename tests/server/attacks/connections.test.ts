import { createHash, randomBytes, randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ratePolicies } from '@pennant/contract/limit'
import { profileStatus } from '../../kit/account.ts'
import { byBreadth } from '../../kit/breadth.ts'
import { createTestClock } from '../../kit/clock.ts'
import { frame, leave, opcodes, openRaw } from '../../kit/raw-websocket.ts'
import { createWorld, type Person, type World } from '../../kit/world.ts'

const { capacity, refill } = ratePolicies.open
const handshakes = byBreadth(capacity + 100, 1_500)
const atOnce = 50

let world: World
let person: Person
/** Stopped, so that limits do not refill. */
const clock = createTestClock(Date.now())
// A connection keeps the function from the time it was made.
const asked = vi.spyOn(pg.Client.prototype, 'query')
beforeAll(async () => {
  world = await createWorld({ settings: { DISABLE_RATE_LIMIT: 'false' }, clock })
  person = await world.person()
})
afterAll(async () => {
  await world.close()
  asked.mockRestore()
})

let networks = 0
const newAddress = (): string => `203.0.113.${++networks}`
const newNetwork = (): string => `2001:db8:0:${(++networks).toString(16)}`

const lookUpsDuring = async (work: () => Promise<void>): Promise<number> => {
  asked.mockClear()
  await work()
  return asked.mock.calls.filter(([query]) => /from "session" inner join/.test(textOf(query))).length
}

const textOf = (query: unknown): string =>
  typeof query === 'string' ? query : String((query as { text?: unknown } | null)?.text)

const storm = async (
  count: number,
  headersOf: (nr: number) => Record<string, string>,
  path = '/hub/user?game=1',
): Promise<{ statuses: Record<string, number>; refusal: string }> => {
  const statuses: Record<string, number> = {}
  let refusal = ''
  const one = async (nr: number): Promise<void> => {
    const client = await openRaw(world.origin, path, { headers: headersOf(nr) })
    const status = client.refusal === null ? '101' : (client.refusal.split(' ')[1] ?? '')
    statuses[status] = (statuses[status] ?? 0) + 1
    refusal = client.refusal ?? refusal
    if (client.refusal === null) {
      client.socket.write(frame(opcodes.text, '{"protocol":"json","version":1}\u001e'))
      await client.hear()
      client.socket.write(leave())
    }
    client.socket.destroy()
  }
  for (let begun = 0; begun < count; begun += atOnce)
    await Promise.all(Array.from({ length: Math.min(atOnce, count - begun) }, (_, nr) => one(begun + nr)))
  return { statuses, refusal }
}

const madeUp = (): string => randomBytes(32).toString('base64url')
const from = (address: string, token = madeUp()) => ({
  'x-forwarded-for': address,
  cookie: `pennant_session=${token}`,
})

const oldSession = async (owner: Person): Promise<string> => {
  const token = madeUp()
  const { stamp } = await world.db
    .selectFrom('user')
    .select('stamp')
    .where('id', '=', owner.id)
    .executeTakeFirstOrThrow()
  const row = {
    id: randomUUID(),
    token_hash: createHash('sha256').update(token).digest(),
    user_id: owner.id,
    stamp,
    created_at: new Date(clock.now()),
    expires_at: new Date(clock.now() + 86_400_000),
    ip: '',
    agent: 'before',
  }
  await world.db.insertInto('session').values(row).execute()
  return token
}

describe('a flood of hub connections with made-up sessions', { timeout: 120_000 }, () => {
  it('never reaches the database, and ends at the limit of the address', async () => {
    const address = newAddress()
    let outcome: Awaited<ReturnType<typeof storm>> | undefined
    const lookUps = await lookUpsDuring(async () => {
      outcome = await storm(handshakes, () => from(address))
    })
    expect(lookUps).toBe(0)
    expect(outcome?.statuses).toEqual({ 101: capacity, 429: handshakes - capacity })
    expect(outcome?.refusal).toMatch(/retry-after: 1\r\n[\s\S]*"code":"request\.tooMany"/)
    clock.advance(1_000)
    expect((await storm(refill + 1, () => from(address))).statuses).toEqual({ 101: refill, 429: 1 })
  })

  it('is one flood from all addresses of an IPv6 network', async () => {
    const network = newNetwork()
    const { statuses } = await storm(capacity + 3, (nr) => from(`${network}::${nr.toString(16)}`))
    expect(statuses).toEqual({ 101: capacity, 429: 3 })
    expect((await storm(1, () => from(`${newNetwork()}::1`))).statuses).toEqual({ 101: 1 })
  })

  it('takes nothing from anyone who is logged in at the same address', async () => {
    const address = newAddress()
    await storm(capacity, () => from(address))
    const mine = world.visitor(from(address, person.cookie()))
    expect(await profileStatus(mine)).toBe(200)
    expect((await storm(1, () => from(address, person.cookie()))).statuses).toEqual({ 101: 1 })
    expect((await storm(1, () => from(address))).statuses).toEqual({ 429: 1 })
  })

  it('is refused at negotiations as well', async () => {
    const address = newAddress()
    const counts: Record<number, number> = {}
    let retryAfter: string | null = null
    for (let nr = 0; nr < capacity + 2; nr++) {
      const { status, headers } = await world.visitor(from(address)).post('/hub/user/negotiate')
      counts[status] = (counts[status] ?? 0) + 1
      retryAfter = headers.get('retry-after')
    }
    expect(counts).toEqual({ 200: capacity, 429: 2 })
    expect(retryAfter).toBe('1')
  })
})

describe('a session from before tokens were signed', { timeout: 120_000 }, () => {
  it('goes on, while made-up ones are looked up no more often than an address may ask', async () => {
    const old = await oldSession(person)
    clock.advance(1_000)
    expect(await profileStatus(world.visitor(from(newAddress(), old)))).toBe(200)

    const address = newAddress()
    const lookUps = await lookUpsDuring(async () => {
      await storm(handshakes, () => from(address))
    })
    expect(lookUps).toBe(capacity)
    expect(await profileStatus(world.visitor(from(newAddress(), old)))).toBe(200)
  })

  it('is not begun by a token of ours that shows no proof', async () => {
    const token = Buffer.from(person.cookie() ?? '', 'base64url')
    token[31] = (token[31] ?? 0) ^ 1
    const forged = token.toString('base64url')
    expect(await profileStatus(world.visitor(from(newAddress(), forged)))).toBe(401)
  })
})
