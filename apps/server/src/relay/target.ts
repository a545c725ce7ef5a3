export type TunnelTarget = { id: string; kind: 'team' | 'test' }

const paths = /^\/api\/proxy\/(noinst\/)?([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\/?(?:\?|$)/i

/** Null when the URL does not name a container. */
export const tunnelTargetOf = (url: string): TunnelTarget | null => {
  const match = paths.exec(url)
  const id = match?.[2]
  return id === undefined ? null : { id: id.toLowerCase(), kind: match?.[1] === undefined ? 'team' : 'test' }
}

export type RelayTarget = {
  /** The container's id. It opens a connection: never log it whole. */
  readonly id: string
  readonly host: string
  readonly port: number
  /** Null when nothing is recorded. */
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
  /** `test`: a container that an organizer tries. Throws after too many unknown ids from this address. */
  find(id: string, kind: 'team' | 'test', address: string | null): Promise<RelayTarget | null>
  /** Called in every process. Returns the function that stops listening. */
  onGone(listener: (id: string) => void): () => void
}

/** Nothing here blocks or fails. */
export type Recorder = {
  begin(target: RelayTarget, facts: CaptureFacts, client: string, server: Endpoint): Recording
  finish(containerId: string): Promise<void>
}

export type Endpoint = { readonly address: string; readonly port: number }

export type Recording = {
  /** The caller may change the bytes afterward. */
  toServer(bytes: Uint8Array): void
  toClient(bytes: Uint8Array): void
  end(by: 'client' | 'server' | 'reset'): void
}
