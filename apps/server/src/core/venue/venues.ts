import { LRUCache } from 'lru-cache'
import type { RatePolicy } from '@pennant/contract/limit'
import { multiplied, timesFor } from '@pennant/rules/venue/crowd'
import { isIPv6 } from 'node:net'
import { bounded } from '../../kit/expiring-cache.ts'
import { holdsAddress, readNetwork } from '../../kit/network.ts'

export type KeptVenue = { network: string; people: number }

type Needs = {
  configured: readonly KeptVenue[]
  /** Another list after each change. */
  kept: () => readonly KeptVenue[]
}

type Place = { holds: (address: string) => boolean; times: number }

const remembered = 5_000

/** Networks where many people share an address, which therefore may do more. */
export const createVenues = ({ configured, kept }: Needs) => {
  const known = new LRUCache<string, number>(bounded(remembered))
  const policies = new Map<RatePolicy, Map<number, RatePolicy>>()
  const fixed = configured.map(placeOf)
  let current = kept()
  let places = [...fixed, ...current.map(placeOf)]

  const catchUp = (): void => {
    const now = kept()
    if (now === current) return
    current = now
    places = [...fixed, ...now.map(placeOf)]
    known.clear()
  }

  const times = (address: string | null): number => {
    catchUp()
    if (address === null || places.length === 0) return 1
    const before = known.get(address)
    if (before !== undefined) return before
    const most = Math.max(1, ...places.filter(({ holds }) => holds(address)).map((place) => place.times))
    known.set(address, most)
    return most
  }

  return {
    list: () => [
      ...configured.map((venue) => ({ ...venue, fixed: true })),
      ...kept()
        .filter(({ network }) => !isConfigured(configured, network))
        .map((venue) => ({ ...venue, fixed: false })),
    ],

    isConfigured: (network: string): boolean => isConfigured(configured, network),

    times,

    /** The same object for the same policy and crowd, by which limiters recognize it. */
    policyAt<Policy extends RatePolicy>(policy: Policy, address: string | null): Policy {
      const many = times(address)
      if (many === 1) return policy
      const ofPolicy = policies.get(policy) ?? new Map<number, RatePolicy>()
      policies.set(policy, ofPolicy)
      const grown = ofPolicy.get(many) ?? multiplied(policy, many)
      ofPolicy.set(many, grown)
      // `multiplied` keeps the kind.
      return grown as Policy
    },
  }
}

const isConfigured = (configured: readonly KeptVenue[], network: string): boolean =>
  configured.some((venue) => venue.network === network)

// What counts as one address must not be in and out of a venue.
const household = 64

const placeOf = ({ network, people }: KeptVenue): Place => {
  const read = readNetwork(network)
  if (read === null) return { holds: () => false, times: 1 }
  const { address, bits } = read
  const widened = isIPv6(address) ? Math.min(bits, household) : bits
  return { holds: holdsAddress({ address, bits: widened }), times: timesFor(people) }
}
