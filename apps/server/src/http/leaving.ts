import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setImmediate as immediate } from 'node:timers/promises'

/** Ends each connection with its next answer: a proxy opens the next one to another process. */
export const keepNoConnection = (server: Server): void =>
  void server.prependListener('request', (_request, response: ServerResponse) => {
    response.shouldKeepAlive = false
  })

/**
 * Takes no connection anymore, and ends open ones with their next answer. Resolves when none is left. The order matters:
 * proxies send a POST once, and it's lost where the system resets a connection that nobody has taken yet. Those are few
 * as long as connections are kept, and fewest right after the event loop has asked for new ones.
 */
export const leaveSocket = async (server: Server): Promise<void> => {
  await immediate()
  // `close` of HTTP would also end connections that nobody uses, while a proxy may be sending a request on one.
  const closed = new Promise<void>((resolve) => {
    NetServer.prototype.close.call(server, () => resolve())
  })
  keepNoConnection(server)
  await closed
}
