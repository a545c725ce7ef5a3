import { connect, type Socket } from 'node:net'
import type { Target } from './known.ts'

// Longer than a server waits for a service whose client has left.
const usualQuietMs = 15_000
const connectMs = 10_000
const keepAliveMs = 60_000

export const dialInstance = ({ host, port }: Target): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const options = { noDelay: true, keepAlive: true, keepAliveInitialDelay: keepAliveMs }
    const socket = connect({ host, port, allowHalfOpen: true, ...options })
    const late = (): void =>
      void socket.destroy(Object.assign(new Error('the instance is silent'), { code: 'ETIMEDOUT' }))
    socket.setTimeout(connectMs, late)
    socket.once('error', reject).once('connect', () => {
      socket.setTimeout(0, late).off('error', reject)
      resolve(socket)
    })
  })

/** Passes on both ways until both ends are done. Either direction may end before the other. */
export const join = (client: Socket, instance: Socket, quietMs = usualQuietMs): void => {
  for (const [one, other] of [
    [client, instance],
    [instance, client],
  ] as const) {
    // 'close' follows every error.
    one.on('error', () => undefined)
    one.on('close', (hadError) => (hadError ? other.destroy() : other.destroySoon()))
    one.pipe(other)
  }
  // A Unix socket doesn't tell whether its other end only finished writing or is gone.
  client.once('end', () => {
    const leave = (): void =>
      void (client.writableLength === 0 && [client, instance].map((one) => one.destroy()))
    instance.setTimeout(quietMs, leave)
  })
}
