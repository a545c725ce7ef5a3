export type Freshness = 'fresh' | 'offline' | 'unanswered' | 'stored'

type Signs = {
  online: boolean
  failing: boolean
  stored: boolean
}

export const freshnessOf = ({ online, failing, stored }: Signs): Freshness => {
  if (!online) return 'offline'
  if (failing) return 'unanswered'
  return stored ? 'stored' : 'fresh'
}

type Failure = { kind: string; status: number | null }

// A gateway in front of the server gives these when the server is away.
const gatewayStatuses = new Set([502, 503, 504])

export const isAbsence = ({ kind, status }: Failure): boolean =>
  kind === 'unreachable' || kind === 'late' || (status !== null && gatewayStatuses.has(status))

const firstPauseMs = 3_000
const longestPauseMs = 30_000

/** Spread by `chance`: thousands must not come back in the same moment. */
export const pauseBefore = (tries: number, chance: number): number =>
  Math.min(longestPauseMs, firstPauseMs * 2 ** tries) * (0.5 + chance)
