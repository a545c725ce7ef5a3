import type { CacheFacts } from '../../ports/cache.ts'
import { connectRedis } from './connection.ts'

const echoWithinMs = 2_000

export const openRedisFacts = async (url: string): Promise<CacheFacts> => {
  const redis = connectRedis({ url })
  const { command, prefix } = redis
  const section = async (name: string): Promise<ReadonlyMap<string, string>> => {
    const lines = (await command.info(name)).split(/\r?\n/)
    return new Map(
      lines.flatMap((line) => {
        const at = line.indexOf(':')
        return at < 0 ? [] : [[line.slice(0, at), line.slice(at + 1)] as const]
      }),
    )
  }
  const ready = async (): Promise<void> => {
    if (command.status !== 'ready')
      await new Promise<void>((resolve, reject) => {
        command.once('ready', resolve)
        command.once('error', reject)
      })
  }
  try {
    await ready()
  } catch (error) {
    await redis.close()
    throw error
  }

  return {
    ping: () => redis.check(),
    async clock() {
      const [seconds, micros] = await command.time()
      return Number(seconds) * 1_000 + Number(micros) / 1_000
    },
    async echo() {
      const { client, close } = redis.subscriber()
      const channel = `${prefix}doctor:${Math.floor(performance.now() * 1_000)}`
      try {
        if (client.status !== 'ready') await new Promise<void>((resolve) => client.once('ready', resolve))
        await client.subscribe(channel)
        const heard = new Promise<boolean>((resolve) => {
          client.once('message', () => resolve(true))
          setTimeout(() => resolve(false), echoWithinMs).unref()
        })
        await command.publish(channel, 'there')
        return await heard
      } finally {
        await close()
      }
    },
    async evicts() {
      const memory = await section('memory')
      const policy = memory.get('maxmemory_policy') ?? 'noeviction'
      return policy === 'noeviction' || memory.get('maxmemory') === '0' ? null : policy
    },
    isCluster: async () => (await section('cluster')).get('cluster_enabled') === '1',
    close: () => redis.close(),
  }
}
