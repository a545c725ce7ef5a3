import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Bus } from '../../ports/bus.ts'
import { type RedisConnection, reasonOf } from '../redis/connection.ts'
import { createDelivery } from './delivery.ts'
import { formatEnvelope, isEcho, parseEnvelope } from './envelope.ts'

export type RedisBusSettings = {
  redis: RedisConnection
  report?: (message: string, error?: unknown) => void
  pingEveryMs?: number
  openWithinMs?: number
}

// A process hears its own messages directly and drops their echo: exactly once, and even while Redis is away.
// Others hear them in order. A message that Redis did not take is not repeated, since it might come twice or
// late; the sender reports the loss as soon as it can, and the others call their gap listeners.
export async function openRedisBus(settings: RedisBusSettings): Promise<Bus & { close(): Promise<void> }> {
  const { redis, report = () => undefined, pingEveryMs = 3000, openWithinMs = 3000 } = settings
  // Channels ignore databases, which may be all that separates two installations.
  const channel = `${redis.prefix}bus:${redis.command.options.db ?? 0}`
  const self = randomUUID()
  const delivery = createDelivery(report)
  const { client: subscriber, close: closeSubscriber } = redis.subscriber()
  const heard = new LRUCache<string, number>({ max: 1000 })
  let nr = 0
  let connected = false
  let settled = false
  let closed = false
  let owesNotice = false
  let firstHeard = (): void => undefined
  const first = new Promise<void>((resolve) => {
    firstHeard = resolve
  })

  // Only while connected: dropping a connection that is being made might end it for good.
  const drop = (why: string): void => {
    connected = false
    if (closed || subscriber.status !== 'ready') return
    report(`bus: drops the listening connection: ${why}`)
    subscriber.disconnect(true)
  }

  const listen = async (): Promise<void> => {
    try {
      await subscriber.subscribe(channel)
    } catch (error) {
      return drop(reasonOf(error))
    }
    connected = subscriber.status === 'ready'
    if (!connected) return
    heard.clear()
    // The first subscription in time has missed nothing.
    if (settled) delivery.sendGap()
    firstHeard()
  }

  let handedOver: Promise<unknown> = Promise.resolve()

  const transmit = (topic: string, body?: string): void => {
    const sent = redis.command
      .publish(channel, formatEnvelope(self, ++nr, topic, body))
      .catch((error: unknown) => {
        if (!owesNotice) report(`bus: other processes miss messages: ${reasonOf(error)}`)
        owesNotice = true
      })
    handedOver = Promise.all([handedOver, sent])
  }

  const settleDebt = (): void => {
    if (!owesNotice || !redis.available || closed) return
    owesNotice = false
    transmit('')
  }

  const receive = (text: string): void => {
    if (isEcho(text, self)) return
    const envelope = parseEnvelope(text)
    if (envelope === null) return report('bus: a message that is not ours was ignored')
    const last = heard.get(envelope.from)
    const missing = envelope.body === undefined || (last !== undefined && envelope.nr !== last + 1)
    if (missing) delivery.sendGap()
    // It was delayed and overtaken: the gap covers it.
    if (last !== undefined && envelope.nr <= last) return
    heard.set(envelope.from, envelope.nr)
    if (envelope.body !== undefined) delivery.send(envelope.topic, envelope.body)
  }

  const ping = async (): Promise<void> => {
    settleDebt()
    if (subscriber.status !== 'ready') return
    await subscriber.ping().catch((error: unknown) => drop(reasonOf(error)))
  }

  subscriber.on('ready', () => void listen())
  subscriber.on('close', () => {
    connected = false
  })
  subscriber.on('message', (_channel: string, text: string) => receive(text))
  redis.command.on('ready', settleDebt)
  const pulse = setInterval(() => void ping(), pingEveryMs)
  pulse.unref()

  const sending = new Promise<void>((resolve) => {
    if (redis.available) resolve()
    else redis.command.once('ready', () => resolve())
  })
  await Promise.race([Promise.all([first, sending]), wait(openWithinMs, undefined, { ref: false })])
  settled = true

  return {
    get connected() {
      return connected
    },
    publish(topic, message) {
      if (closed) return
      const body = JSON.stringify({ message })
      delivery.sendCopy(topic, body)
      transmit(topic, body)
    },
    settled: () => handedOver.then(() => undefined),
    subscribe: delivery.subscribe,
    onGap: delivery.onGap,
    audience: () => Number.POSITIVE_INFINITY,
    async close() {
      closed = true
      connected = false
      clearInterval(pulse)
      redis.command.off('ready', settleDebt)
      delivery.close()
      await closeSubscriber()
    },
  }
}
