/** What a tunnel leads to. */
export type RelayTarget = {
  /** Of the container. Whoever knows it may connect: never logged whole. */
  readonly id: string
  readonly host: string
  readonly port: number
  /** What is to be recorded with its traffic; null when nothing is. */
  readonly capture: CaptureFacts | null
}

export type CaptureFacts = {
  readonly challengeId: number
  readonly challengeTitle: string
  readonly participationId: number
  readonly teamId: number
  readonly teamName: string
  readonly runtimeId: string
  readonly flag: string | null
}

export type RelayTargets = {
  /**
   * A running container that is reached through this server: any or, with `test`, one that an organiser tries.
   * Throws when somebody at this address has named too many that do not exist.
   */
  find(id: string, kind: 'team' | 'test', address: string | null): Promise<RelayTarget | null>
  /** Tells in every process that a container is no more. Returns the way to stop listening. */
  onGone(listener: (id: string) => void): () => void
}

/** Keeps what went through tunnels. Nothing here waits or fails: a relay never notices it. */
export type Recorder = {
  /** `client` is the address of the player, `server` that of the container. */
  begin(target: RelayTarget, facts: CaptureFacts, client: string, server: Endpoint): Recording
  /** Writes out and closes what there is of a container. */
  finish(containerId: string): Promise<void>
}

export type Endpoint = { readonly address: string; readonly port: number }

export type Recording = {
  /** The bytes may be changed afterwards only by whoever gave them: they are copied or written before. */
  toServer(bytes: Uint8Array): void
  toClient(bytes: Uint8Array): void
  /** Who finished sending first, or that the connection was broken off. */
  end(by: 'client' | 'server' | 'reset'): void
}
