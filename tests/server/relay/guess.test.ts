import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { outsideCluster } from '../../kit/cluster.ts'
import { createRelaySetup, type RelaySetup } from '../../kit/relay-setup.ts'

let setup: RelaySetup
beforeAll(async () => {
  setup = await createRelaySetup({ settings: { DISABLE_RATE_LIMIT: 'false' } })
})
afterEach(() => setup.clear())
afterAll(() => setup.close())

let addresses = 0
const newAddress = (): string => `203.0.113.${++addresses}`

const ask = async (path: string, address: string): Promise<number> =>
  (await setup.world.visitor({ 'x-forwarded-for': address }).call('OPTIONS', path)).status

const guess = (address: string): Promise<number> => ask(`/api/proxy/${randomUUID()}`, address)

const countsOf = (statuses: readonly number[]): Record<number, number> => {
  const counts: Record<number, number> = {}
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

describe('somebody who makes up ids', () => {
  it('is told 150 times a minute that there is nothing, and then to come back later', async () => {
    const address = newAddress()
    const first = await Promise.all(Array.from({ length: 150 }, () => guess(address)))
    expect(countsOf(first)).toEqual({ 404: 150 })
    const { refusal } = await setup.knock(`/api/proxy/${randomUUID()}`, {
      headers: { 'x-forwarded-for': address },
    })
    expect(refusal).toMatch(/^HTTP\/1\.1 429 [\s\S]*retry-after: 60[\s\S]*"code":"request\.tooMany"/)
    expect(await guess(newAddress())).toBe(404)
  })

  // The clock of Redis can't be moved.
  outsideCluster(() =>
    it('is answered again after a while', async () => {
      const address = newAddress()
      await Promise.all(Array.from({ length: 160 }, () => guess(address)))
      expect(await guess(address)).toBe(429)
      setup.world.clock.advance(61_000)
      expect(await guess(address)).toBe(404)
    }),
  )

  it('does not keep others at the same address from what there is', async () => {
    const address = newAddress()
    await Promise.all(Array.from({ length: 160 }, () => guess(address)))
    const services = [await setup.serve(), await setup.serve()]
    const flood = Promise.all(Array.from({ length: 50 }, () => guess(address)))
    for (const { path } of services) {
      expect(await ask(path, address)).toBe(204)
      const { refusal } = await setup.knock(path, { headers: { 'x-forwarded-for': address } })
      expect(refusal).toBeNull()
    }
    expect(countsOf(await flood)).toEqual({ 429: 50 })
  })

  it('waits for what little there is of time for that, or is sent away', async () => {
    const address = newAddress()
    await Promise.all(Array.from({ length: 160 }, () => guess(address)))
    const statuses = await Promise.all(Array.from({ length: 400 }, () => guess(address)))
    expect(countsOf(statuses)).toEqual({ 429: 400 })
  })
})

describe('an id that exists', () => {
  it('is never counted, however often it is asked for', async () => {
    const address = newAddress()
    const { path } = await setup.serve()
    const statuses = await Promise.all(Array.from({ length: 400 }, () => ask(path, address)))
    expect(countsOf(statuses)).toEqual({ 204: 400 })
    expect(await guess(address)).toBe(404)
    expect((await setup.world.visitor({ 'x-forwarded-for': address }).get('/api/config')).status).toBe(200)
  })
})
