export type RelayLimits = {
  connectionsPerContainer: number
  connections: number
  /** Per IPv4 address or IPv6 network: clients don't log in here. */
  connectionsPerAddress: number
  connectMs: number
  lifetimeMs: number
  quietMs: number
  closeMs: number
  farewellMs: number
  lookEveryMs: number
  highWaterBytes: number
  /** Bytes that may wait in all before the clients that stopped reading first are cut off. */
  stalledBytes: number
}

export const defaultLimits: RelayLimits = {
  connectionsPerContainer: 32,
  connections: 10_000,
  connectionsPerAddress: 2_500,
  connectMs: 10_000,
  lifetimeMs: 30 * 60_000,
  quietMs: 5_000,
  closeMs: 5_000,
  farewellMs: 3_000,
  lookEveryMs: 1_000,
  highWaterBytes: 64 * 1024,
  stalledBytes: 256 * 1024 * 1024,
}
