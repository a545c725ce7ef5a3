import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Below the ephemeral ports, which outgoing connections of any process may use. A client that retries such a
 * port can connect to itself and hold it.
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
