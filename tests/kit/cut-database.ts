import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

export type CutDatabase = TestDatabase & {
  cut(): Promise<void>
  mend(): Promise<void>
  /** Each message takes so long, in either direction. */
  slow(ms: number): void
  /** Takes everything, also new connections, and never says a word again. */
  hush(): void
}

export const createCutDatabase = async (): Promise<CutDatabase> => {
  const database = await createTestDatabase()
  const { address } = database
  if ('url' in address) throw new Error('the line needs to know host and port')
  const { host, port } = address
  // Outside TMPDIR, since a socket's path can have about 100 characters.
  const folder = await mkdtemp('/tmp/pennant-line-')
  const path = join(folder, `.s.PGSQL.${port}`)
  const sockets = new Set<Socket>()
  let slowMs = 0
  let silent = false

  const relay = (client: Socket): void => {
    const target = host.startsWith('/') ? connect(join(host, `.s.PGSQL.${port}`)) : connect(port, host)
    for (const [socket, other] of [
      [client, target],
      [target, client],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.once('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
      socket.on('data', (bytes) => {
        if (silent) return
        if (slowMs === 0) other.write(bytes)
        else setTimeout(() => other.write(bytes), slowMs)
      })
      socket.once('end', () => setTimeout(() => other.end(), slowMs))
    }
  }

  const open = (): Promise<Server> =>
    new Promise((resolve, reject) => {
      const server = createServer(relay).once('error', reject)
      server.listen(path, () => resolve(server))
    })
  let server = await open()

  const cut = async (): Promise<void> => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    for (const socket of sockets) socket.destroy()
    await closed
  }

  return {
    ...database,
    address: { ...address, host: folder },
    cut,
    slow: (ms) => void (slowMs = ms),
    hush: () => void (silent = true),
    async mend() {
      server = await open()
    },
    async drop() {
      if (server.listening) await cut()
      await rm(folder, { recursive: true, force: true })
      await database.drop()
    },
  }
}
