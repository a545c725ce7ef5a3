import { describe, expect, it } from 'vitest'
import { ratePolicies } from '@pennant/contract/limit'
import { createVenues, type KeptVenue } from './venues.ts'

const school = { network: '192.0.2.0/24', people: 400 }

describe('the crowd at an address', () => {
  it.each([
    ['192.0.2.1', 100],
    ['192.0.3.1', 1],
    ['::ffff:192.0.2.1', 100],
    ['2001:db8:7::1', 2],
    ['2001:db8:8::1', 1],
    ['203.0.113.9', 1],
    ['', 1],
    ['nonsense', 1],
    [null, 1],
  ])('is that of its venue: %s', (address, times) => {
    const kept = [school, { network: '2001:db8:7::/48', people: 8 }, { network: '203.0.113.0/24', people: 2 }]
    const venues = createVenues({ configured: [], kept: () => kept })
    expect(venues.times(address)).toBe(times)
    expect(venues.times(address)).toBe(times)
  })

  it('is that of the largest venue, wherever it was set', () => {
    const venues = createVenues({
      configured: [{ network: '192.0.0.0/16', people: 40 }],
      kept: () => [{ network: '192.0.2.0/25', people: 80 }],
    })
    expect(['192.0.2.1', '192.0.2.200'].map((address) => venues.times(address))).toEqual([20, 10])
  })

  it('is the same for all addresses that count as one', () => {
    const kept = [{ network: '2001:db8::1/128', people: 40 }]
    const venues = createVenues({ configured: [], kept: () => kept })
    expect(['2001:db8::1', '2001:db8::2', '2001:db8:0:1::1'].map(venues.times)).toEqual([10, 10, 1])
  })

  it('changes with the list, right away', () => {
    let kept: KeptVenue[] = []
    const venues = createVenues({ configured: [], kept: () => kept })
    expect(venues.times('192.0.2.1')).toBe(1)
    kept = [school]
    expect(venues.times('192.0.2.1')).toBe(100)
    kept = []
    expect(venues.times('192.0.2.1')).toBe(1)
  })
})

it('a policy grows with the crowd, and is the same object each time', () => {
  const kept = [school]
  const { policyAt } = createVenues({ configured: [], kept: () => kept })
  expect(policyAt(ratePolicies.global, '192.0.2.1')).toMatchObject({ permits: 15_000, queue: 6_000 })
  expect(policyAt(ratePolicies.global, '192.0.2.1')).toBe(policyAt(ratePolicies.global, '192.0.2.7'))
  expect(policyAt(ratePolicies.global, '192.0.3.1')).toBe(ratePolicies.global)
})

it('what is configured comes first, and wins over what was kept for the same network', () => {
  const venues = createVenues({
    configured: [school],
    kept: () => [
      { network: '192.0.2.0/24', people: 8 },
      { network: '203.0.113.0/24', people: 8 },
    ],
  })
  expect(venues.list()).toEqual([
    { ...school, fixed: true },
    { network: '203.0.113.0/24', people: 8, fixed: false },
  ])
})
