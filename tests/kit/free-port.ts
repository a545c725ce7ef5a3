import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Finds a port that nothing listens on, below those that the system hands out. The system gives the same ports to
 * outgoing connections of every process; and a client that keeps trying such a port while nobody listens there can end
 * up connected to itself, and hold it.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_240, 30_000)
    if (await isFree(port)) return port
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
