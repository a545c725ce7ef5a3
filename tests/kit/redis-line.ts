import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export type RedisLine = {
  readonly url: string
  /** Those who listen through it hear nothing more, and don't notice. */
  hold(): void
  /** Delivers what was held. */
  release(): void
  /** Each message takes so long, in either direction. */
  slow(ms: number): void
  cut(): void
  close(): Promise<void>
}

/** A line to Redis for one process of several. */
export const openRedisLine = async (redisUrl: string): Promise<RedisLine> => {
  const target = new URL(redisUrl)
  const sockets = new Set<Socket>()
  let isCut = false
  let isHeld = false
  let slowMs = 0
  const server = createServer((client) => {
    if (isCut) return void client.destroy()
    const redis = connect(Number(target.port), target.hostname)
    for (const [socket, other] of [
      [client, redis],
      [redis, client],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.once('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
      socket.on('data', (bytes) => {
        if (slowMs === 0) other.write(bytes)
        else setTimeout(() => other.write(bytes), slowMs)
      })
    }
    answers.add(redis)
    redis.once('close', () => answers.delete(redis))
    if (isHeld) redis.pause()
  })
  const answers = new Set<Socket>()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(target)
  url.port = String((server.address() as AddressInfo).port)
  const cut = (): void => {
    isCut = true
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: url.href,
    slow(ms) {
      slowMs = ms
    },
    hold() {
      isHeld = true
      for (const redis of answers) redis.pause()
    },
    release() {
      isHeld = false
      for (const redis of answers) redis.resume()
    },
    cut,
    async close() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
