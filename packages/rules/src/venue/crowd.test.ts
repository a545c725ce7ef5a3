import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ratePolicies } from '@pennant/contract/limit'
import { multiplied, timesFor } from './crowd.ts'

describe('a venue', () => {
  it.each([
    [1, 1],
    [4, 1],
    [5, 1.25],
    [400, 100],
  ])('counts for %s people as %s addresses', (people, times) => {
    expect(timesFor(people)).toBe(times)
  })

  it('multiplies what an address may do, and not how long it takes', () => {
    expect(multiplied(ratePolicies.global, 100)).toEqual({
      ...ratePolicies.global,
      permits: 15_000,
      queue: 6_000,
    })
    expect(multiplied(ratePolicies.open, 1.25)).toEqual({ ...ratePolicies.open, capacity: 1_500, refill: 25 })
    expect(multiplied(ratePolicies.concurrency, 2.5)).toEqual({
      ...ratePolicies.concurrency,
      permits: 2,
      queue: 50,
    })
  })

  it('never lets anyone do less than an address of its own', () => {
    fc.assert(
      fc.property(fc.constantFrom(...Object.values(ratePolicies)), fc.nat(100_000), (policy, people) => {
        const more = multiplied(policy, timesFor(people))
        const size = (one: typeof more) => (one.kind === 'bucket' ? one.capacity : one.permits)
        expect(size(more)).toBeGreaterThanOrEqual(size(policy))
        expect(more.queue).toBeGreaterThanOrEqual(policy.queue)
      }),
    )
  })
})
