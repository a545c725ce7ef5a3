/** The way to the box: over TCP or, with a path, over a WebSocket. */
export type Way = { port: number; path: string | null }

/** Moves so many bytes towards the box or from it, or opens tunnels and leaves them open. */
export type StreamJob =
  | { kind: 'move'; way: Way; towards: 'box' | 'client'; messageBytes: number; totalBytes: number }
  | { kind: 'hold'; port: number; paths: readonly string[]; perPath: number }

/** How long it took, in milliseconds. */
export type StreamResult = number
