import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * For programs that can't choose one themselves and tell. Not an ephemeral port: any connection could have it by the
 * time the program opens it.
 */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(10_240, 30_000)
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    server.close()
    if (isFree) return port
  }
}
