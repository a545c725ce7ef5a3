import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setImmediate as immediate, setTimeout as wait } from 'node:timers/promises'

// A proxy closes what it hasn't used for five seconds (deploy/nginx/pennant.conf).
const leaveWithinMs = 6_000
const mostOfDrain = 0.6

export const createLeaving = (server: Server) => {
  // Null while connections are taken. Resolves when none is left.
  let left: Promise<void> | null = null
  let isKept = false
  return {
    /** New connections to the socket are for this process until it ends. */
    keepSocket(): void {
      isKept = true
    },

    /** Takes `ms`, or less once `hurry` aborts. */
    async drain(ms: number, hurry: AbortSignal): Promise<void> {
      const pause = (time: number): Promise<void> =>
        wait(time, undefined, { signal: hurry }).catch(() => undefined)
      if (isKept) {
        keepNoConnection(server)
        return pause(ms)
      }
      const leavingMs = Math.min(ms * mostOfDrain, leaveWithinMs)
      await pause(ms - leavingMs)
      left = leaveSocket(server)
      await Promise.race([left, pause(leavingMs)])
    },

    close(): Promise<void> | null {
      if (isKept) left = leaveSocket(server)
      if (left !== null) server.closeIdleConnections()
      return left
    },
  }
}

/** Ends each connection with its next answer: a proxy opens the next one to another process. */
const keepNoConnection = (server: Server): void =>
  void server.prependListener('request', (_request, response: ServerResponse) => {
    response.shouldKeepAlive = false
  })

/**
 * Takes no connection anymore, and ends open ones with their next answer. Resolves when none is left. The order matters:
 * proxies send a POST once, and it's lost where the system resets a connection that nobody has taken yet. Those are few
 * as long as connections are kept, and fewest right after the event loop has asked for new ones.
 */
const leaveSocket = async (server: Server): Promise<void> => {
  await immediate()
  // `close` of HTTP would also end connections that nobody uses, while a proxy may be sending a request on one.
  const closed = new Promise<void>((resolve) => {
    NetServer.prototype.close.call(server, () => resolve())
  })
  keepNoConnection(server)
  await closed
}
