import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

export type SocketProxy = {
  readonly port: number
  mute(): void
  dropped(): number
  cut(): void
}

export async function openSocketProxy(socketPath: string): Promise<SocketProxy> {
  const sockets = new Set<Socket>()
  let muted = false
  let dropped = 0
  const server = createServer((near) => {
    const far = connect(socketPath)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.once('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
    near.pipe(far)
    far.on('data', (bytes) => {
      if (muted) dropped++
      else near.write(bytes)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = (): void => {
    muted = false
    for (const socket of sockets) socket.destroy()
  }
  onTestFinished(() => {
    server.close()
    cut()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    port: address.port,
    mute() {
      muted = true
    },
    dropped: () => dropped,
    cut,
  }
}
