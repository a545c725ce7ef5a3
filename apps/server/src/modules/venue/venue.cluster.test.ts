import { afterAll, beforeAll, expect, it } from 'vitest'
import { ratePolicies } from '@pennant/contract/limit'
import type { Refused, Venue } from '@pennant/contract/venue'
import { patient } from '../../../../../tests/kit/patient.ts'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'

const at = '/api/admin/venues'
const settings = { DISABLE_RATE_LIMIT: 'false' }
const { capacity } = ratePolicies.query

let here: World
let there: World
let admin: Person
beforeAll(async () => {
  here = await createWorld({ settings })
  admin = await here.person('Admin')
  there = await here.another({ settings })
})
afterAll(async () => {
  await there.close()
  await here.close()
})

const answeredBy = async (world: World, address: string, most: number): Promise<number> => {
  const visitor = world.visitor({ 'x-forwarded-for': address })
  for (let nr = 0; nr < most; nr++) if ((await visitor.get('/api/game')).status === 429) return nr
  return most
}

it('two processes count an address together, and open routes each on its own', async () => {
  const address = '198.51.100.1'
  expect(await answeredBy(here, address, capacity / 2)).toBe(capacity / 2)
  const rest = await answeredBy(there, address, capacity)
  expect(rest).toBeGreaterThanOrEqual(capacity / 2)
  expect(rest).toBeLessThan(capacity)
  const statuses = await Promise.all(
    [here, there].map(
      async (world) => (await world.visitor({ 'x-forwarded-for': address }).get('/api/config')).status,
    ),
  )
  expect(statuses).toEqual([200, 200])
})

it('a venue is known to the other process without a restart, until it is removed', async () => {
  await admin.put(at, { network: '192.0.2.0/24', people: 12 })
  await expect.poll(() => there.core.venues.times('192.0.2.1'), patient).toBe(3)
  expect(await answeredBy(there, '192.0.2.1', 2 * capacity)).toBe(2 * capacity)
  await admin.delete(`${at}?network=192.0.2.0/24`)
  await expect.poll(() => there.core.venues.times('192.0.2.1'), patient).toBe(1)
})

it('who was refused at the other process is listed', async () => {
  await answeredBy(there, '203.0.113.7', 2 * capacity)
  await there.core.refusals.write()
  const { refused } = (await admin.get<{ venues: Venue[]; refused: Refused[] }>(at)).body
  expect(refused).toContainEqual({
    network: '203.0.113.7/32',
    times: 1,
    last: expect.any(Number),
    venue: false,
  })
})
