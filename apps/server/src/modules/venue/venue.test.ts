import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ratePolicies } from '@pennant/contract/limit'
import type { Refused, Venue } from '@pennant/contract/venue'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'

type Listed = { venues: Venue[]; refused: Refused[] }
type Refusal = { code: string; field?: string }

const at = '/api/admin/venues'

let world: World
let admin: Person
const begin = async (settings: Record<string, string> = {}): Promise<void> => {
  world = await createWorld({ settings: { DISABLE_RATE_LIMIT: 'false', ...settings } })
  admin = await world.person('Admin')
}
afterEach(() => world.close())

const set = (network: string, people: number) => admin.put<Refusal>(at, { network, people })
const remove = (network: string) => admin.delete<Refusal>(`${at}?network=${encodeURIComponent(network)}`)
const list = async (): Promise<Listed> => (await admin.get<Listed>(at)).body

/** Until one is refused; the bucket of `query` has no queue. */
const answeredTo = async (address: string): Promise<number> => {
  const visitor = world.visitor({ 'x-forwarded-for': address })
  for (let nr = 0; ; nr++) {
    const { status, headers } = await visitor.get('/api/game')
    if (status !== 429) continue
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    return nr
  }
}

describe('venues', () => {
  beforeEach(() => begin())

  it('are added, changed, and removed by administrators, and take effect right away', async () => {
    const { capacity } = ratePolicies.query
    const inside = '192.0.2.1'
    expect(await answeredTo(inside)).toBeGreaterThanOrEqual(capacity)
    expect((await set('192.0.2.0/24', 8)).status).toBe(200)
    expect((await list()).venues).toEqual([{ network: '192.0.2.0/24', people: 8, fixed: false }])
    expect(await answeredTo(inside)).toBeGreaterThanOrEqual(2 * capacity)
    expect((await set('192.0.2.0/24', 12)).status).toBe(200)
    expect((await list()).venues).toEqual([{ network: '192.0.2.0/24', people: 12, fixed: false }])
    expect((await remove('192.0.2.0/24')).status).toBe(200)
    expect((await list()).venues).toEqual([])
    expect((await remove('192.0.2.0/24')).body.code).toBe('venue.notFound')
  })

  it.each([
    [{ network: '192.0.2.0', people: 4 }, 'venue.network', 'network'],
    [{ network: '192.0.2.0/33', people: 4 }, 'venue.network', 'network'],
    [{ network: 'school', people: 4 }, 'venue.network', 'network'],
    [{ network: '192.0.2.0/24', people: 0 }, 'validation.range', 'people'],
    [{ network: '192.0.2.0/24', people: 100_001 }, 'validation.range', 'people'],
  ])('are refused with their fault: %j', async (body, code, field) => {
    const { status, body: refusal } = await admin.put<Refusal>(at, body)
    expect([status, refusal.code, refusal.field]).toEqual([400, code, field])
    expect((await list()).venues).toEqual([])
  })

  it('concern administrators alone', async () => {
    for (const person of [await world.person(), await world.person('Monitor'), world.visitor()]) {
      const answers = [
        await person.get(at),
        await person.put(at, { network: '192.0.2.0/24', people: 8 }),
        await person.delete(`${at}?network=192.0.2.0/24`),
      ]
      for (const { status } of answers) expect([401, 403]).toContain(status)
    }
  })

  it('are offered where an address was refused', async () => {
    await answeredTo('192.0.2.1')
    await answeredTo('2001:db8:1:2::7')
    const { refused } = await list()
    expect(refused.map(({ network, times, venue }) => ({ network, times, venue }))).toEqual([
      { network: '2001:db8:1:2::/64', times: 1, venue: false },
      { network: '192.0.2.1/32', times: 1, venue: false },
    ])
    for (const { network } of refused) expect((await set(network, 100)).status).toBe(200)
    expect((await list()).refused.map(({ venue }) => venue)).toEqual([true, true])
    expect(world.core.venues.times('192.0.2.2')).toBe(1)
  })
})

describe('venues that are configured', () => {
  it('hold, and can be changed there only', async () => {
    await begin({ LIMITS__VENUES: '[{ "network": "192.0.2.0/24", "people": 8 }]' })
    expect((await list()).venues).toEqual([{ network: '192.0.2.0/24', people: 8, fixed: true }])
    expect(await answeredTo('192.0.2.1')).toBeGreaterThanOrEqual(2 * ratePolicies.query.capacity)
    for (const { status, body } of [await set('192.0.2.0/24', 400), await remove('192.0.2.0/24')])
      expect([status, body.code]).toEqual([400, 'venue.fixed'])
  })
})
