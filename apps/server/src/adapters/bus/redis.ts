import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Bus } from '../../ports/bus.ts'
import { type RedisConnection, reasonOf } from '../redis/connection.ts'
import { createDelivery } from './delivery.ts'
import { createConfirmation } from './confirmation.ts'
import { formatEnvelope, isEcho, numberOf, parseEnvelope } from './envelope.ts'

export type RedisBusSettings = {
  redis: RedisConnection
  report?: (message: string, error?: unknown) => void
  pingEveryMs?: number
  openWithinMs?: number
}

const beatMs = 250
const topics = { beat: 'bus.beat', question: 'bus.question', answer: 'bus.answer', end: 'bus.end' }
type Question = { from: string; question: number }
type Answer = { to: string; from: string; question: number }

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
  const sentAt = new LRUCache<number, number>({ max: 1000 })

  const transmit = (topic: string, body?: string): Promise<boolean> => {
    sentAt.set(++nr, performance.now())
    const sent = redis.command.publish(channel, formatEnvelope(self, nr, topic, body)).then(
      () => true,
      (error: unknown) => {
        if (!owesNotice) report(`bus: other processes miss messages: ${reasonOf(error)}`)
        owesNotice = true
        return false
      },
    )
    handedOver = Promise.all([handedOver, sent])
    return sent
  }
  const transmitMessage = (topic: string, message: unknown): Promise<boolean> =>
    transmit(topic, JSON.stringify({ message }))

  const confirmation = createConfirmation({
    now: () => performance.now(),
    after(ms, work) {
      const timer = setTimeout(work, ms)
      return () => clearTimeout(timer)
    },
    ask: (question) => transmitMessage(topics.question, { from: self, question }),
  })
  delivery.subscribe<Question>(topics.question, ({ from, question }) => {
    void transmitMessage(topics.answer, { to: from, from: self, question })
  })
  delivery.subscribe<Answer>(topics.answer, ({ to, from, question }) => {
    if (to === self) confirmation.answered(from, question)
  })
  delivery.subscribe<string>(topics.end, confirmation.left)

  const settleDebt = (): void => {
    if (!owesNotice || !redis.available || closed) return
    owesNotice = false
    void transmit('')
  }

  const receive = (text: string): void => {
    if (isEcho(text, self)) {
      const sent = sentAt.get(numberOf(text))
      if (sent !== undefined) delivery.later(() => confirmation.echoed(sent))
      return
    }
    const envelope = parseEnvelope(text)
    if (envelope === null) return report('bus: a message that is not ours was ignored')
    const last = heard.get(envelope.from)
    const missing = envelope.body === undefined || (last !== undefined && envelope.nr !== last + 1)
    if (missing) delivery.sendGap()
    // It was delayed and overtaken: the gap covers it.
    if (last !== undefined && envelope.nr <= last) return
    heard.set(envelope.from, envelope.nr)
    if (envelope.topic !== topics.end) confirmation.heard(envelope.from)
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
  const beat = (): void => {
    if (redis.available && subscriber.status === 'ready') void transmit(topics.beat, '{}')
  }
  const beats = setInterval(beat, beatMs)
  beats.unref()

  const sending = new Promise<void>((resolve) => {
    if (redis.available) resolve()
    else redis.command.once('ready', () => resolve())
  })
  await Promise.race([Promise.all([first, sending]), wait(openWithinMs, undefined, { ref: false })])
  settled = true
  beat()

  return {
    get connected() {
      return connected
    },
    get isCurrent() {
      return confirmation.isCurrent
    },
    confirmed: confirmation.confirmed,
    publish(topic, message) {
      if (closed) return
      const body = JSON.stringify({ message })
      delivery.sendCopy(topic, body)
      void transmit(topic, body)
    },
    settled: () => handedOver.then(() => undefined),
    subscribe: delivery.subscribe,
    onGap: delivery.onGap,
    audience: () => Number.POSITIVE_INFINITY,
    async close() {
      const isFirst = !closed
      closed = true
      connected = false
      clearInterval(pulse)
      clearInterval(beats)
      redis.command.off('ready', settleDebt)
      delivery.close()
      if (isFirst && redis.available) await transmitMessage(topics.end, self)
      await closeSubscriber()
    },
  }
}
