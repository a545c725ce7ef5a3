export type Latency = { count: number; p50Ms: number; p99Ms: number; longestMs: number }

export type RehearsalSize = {
  teams: number
  players: number
  /** Submissions a second. */
  burst: number
  instances: number
  /** Everyone comes from one address, as a school does. */
  oneAddress: boolean
}

/** What the load generator saw. Null where nothing was asked. */
export type RehearsalFigures = {
  pages: Latency | null
  submissions: Latency | null
  /** `missed`: news that never came. */
  news: (Latency & { missed: number }) | null
  instances: { asked: number; within60s: number; within180s: number; refusedForQuota: number } | null
  answers: {
    requests: number
    /** 5xx */
    failed: number
    /** Connections that ended before their answer. */
    lost: number
    /** 429 */
    refused: number
    /** Any other status than the one that belongs to the request. */
    unexpected: number
  }
  /** Shares of what it has, from 0 to 1. */
  generator: { processor: number; line: number }
  /** Names of what the clean-up left behind. */
  left: readonly string[]
}

/** Of all processes, the worst. Null where an installation has no such thing. */
export type ServerSample = {
  /** Since the beginning. */
  atMs: number
  loopDelayMs: number
  /** Queries that wait for a connection. */
  poolWaiting: number
  /** The 99th percentile. Servers of before didn't tell. */
  poolWaitMs?: number | null
  hashWaitMs: number
  commitMs: number | null
  redisMs: number | null
  storageMs: number | null
  providerMs: number | null
}

export type ServerFigures = {
  samples: readonly ServerSample[]
  pagesP99Ms: number | null
  requests: number
  /** That clients or a proxy opened to the server. */
  connections: number
}
