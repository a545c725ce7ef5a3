/** How far what is shown can be trusted: as it is now, or why not. */
export type Freshness = 'fresh' | 'offline' | 'unanswered' | 'stored'

type Signs = {
  /** The browser has a network. */
  online: boolean
  /** The latest call found no server. */
  failing: boolean
  /** Something shown is of an earlier visit, and has been for a while. */
  stored: boolean
}

/** The first of the reasons: with no network nothing else is known. */
export const freshnessOf = ({ online, failing, stored }: Signs): Freshness => {
  if (!online) return 'offline'
  if (failing) return 'unanswered'
  return stored ? 'stored' : 'fresh'
}

type Failure = { kind: string; status: number | null }

/** What stands before the server answers so where the server does not. */
const gatewayStatuses = new Set([502, 503, 504])

/** Whether a failed call means that the server is not there; what it refuses, it has answered. */
export const isAbsence = ({ kind, status }: Failure): boolean =>
  kind === 'unreachable' || kind === 'late' || (status !== null && gatewayStatuses.has(status))

const firstPauseMs = 3_000
const longestPauseMs = 30_000

/** How long to wait before asking again; thousands must not come back in the same moment. */
export const pauseBefore = (tries: number, chance: number): number =>
  Math.min(longestPauseMs, firstPauseMs * 2 ** tries) * (0.5 + chance)
