import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Not an ephemeral port, since a client that retries one can connect to itself and hold it. */
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
