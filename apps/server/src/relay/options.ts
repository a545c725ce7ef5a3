export type RelayLimits = {
  /** Of one container in this process, those that are just being opened included. */
  connectionsPerContainer: number
  /** In this process. */
  connections: number
  /** Of one IPv4 address or one IPv6 network: nobody shows who they are here. */
  connectionsPerAddress: number
  connectMs: number
  /** Of a connection, however busy it is. */
  lifetimeMs: number
  /** After a client has finished, for a container that says nothing more. */
  quietMs: number
  /** From our farewell to the end. */
  closeMs: number
  /** From the farewell to everybody to the end, when the server stops. */
  farewellMs: number
  /** How often all connections are looked after. */
  lookEveryMs: number
  /** What may wait for one side of a connection before the other is no longer read. */
  highWaterBytes: number
  /** What may wait for everybody who does not read, before those are cut off that have kept it waiting longest. */
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
