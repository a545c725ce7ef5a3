import { setTimeout as wait } from 'node:timers/promises'
import type { Bus } from '../../ports/bus.ts'
import { type Body, createDelivery, type Delivery } from './delivery.ts'

type Report = (message: string, error: unknown) => void

type Client = {
  query(text: string, values?: unknown[]): Promise<unknown>
  release(destroy?: boolean): void
  once(event: 'end', listener: () => void): unknown
  on(event: 'notification', listener: (heard: { payload?: string | undefined }) => void): unknown
}
/** Of direct connections, since a listener belongs to a session. */
type Pool = { connect(): Promise<Client>; query(text: string, values: unknown[]): Promise<unknown> }

type Settings = { pool: Pool; report?: Report; retryMs?: number }
type Envelope = Body & { topic: string }

const channel = 'pennant'

// The bus of a process without Redis. What it publishes stays in the process, the only server of its
// database. It also hears what commands change beside it.
export async function databaseBus(settings: Settings): Promise<Bus & { close(): Promise<void> }> {
  const { pool, report = () => undefined, retryMs = 1_000 } = settings
  const delivery = createDelivery(report)
  const closing = new AbortController()
  const untilClosed = new Promise<void>((resolve) =>
    closing.signal.addEventListener('abort', () => resolve(), { once: true }),
  )

  const listen = async (): Promise<{ ended: Promise<void> }> => {
    const client = await pool.connect()
    const lost = new Promise<void>((resolve) => client.once('end', resolve))
    client.on('notification', ({ payload = '' }) => hear(payload))
    try {
      await client.query(`listen ${channel}`)
    } catch (error) {
      client.release(true)
      throw error
    }
    return { ended: Promise.race([lost, untilClosed]).finally(() => client.release(true)) }
  }
  const hear = (payload: string): void => {
    const envelope = read(payload)
    if (envelope === null) report('bus: a message that is not ours was ignored', undefined)
    else delivery.send(envelope.topic, envelope)
  }

  const stay = async (first: Promise<void>): Promise<void> => {
    await first
    let isReported = false
    while (!closing.signal.aborted) {
      try {
        const again = await listen()
        // What was said meanwhile is lost.
        delivery.sendGap()
        isReported = false
        await again.ended
      } catch (error) {
        // Once, however long the database is away.
        if (!isReported) report("bus: can't hear what commands change", error)
        isReported = true
        await wait(retryMs, undefined, { signal: closing.signal, ref: false }).catch(() => undefined)
      }
    }
  }

  const { ended } = await listen()
  const staying = stay(ended)
  return {
    ...inProcess(delivery),
    publish: (topic, message) => delivery.sendCopy(topic, JSON.stringify({ message })),
    settled: () => Promise.resolve(),
    async close() {
      closing.abort()
      delivery.close()
      await staying
    },
  }
}

export function tellingBus({ pool, report = () => undefined }: Settings): Bus & { close(): Promise<void> } {
  const delivery = createDelivery(report)
  let told: Promise<unknown> = Promise.resolve()
  return {
    ...inProcess(delivery),
    publish(topic, message) {
      delivery.sendCopy(topic, JSON.stringify({ message }))
      const envelope: Envelope = { topic, message }
      const sent = pool.query('select pg_notify($1, $2)', [channel, JSON.stringify(envelope)])
      told = Promise.all([told, sent])
      // `settled` rejects as well.
      told.catch((error: unknown) => report("bus: couldn't tell the server", error))
    },
    settled: () => told.then(() => undefined),
    async close() {
      delivery.close()
    },
  }
}

const inProcess = ({ subscribe, onGap, audience }: Delivery) => ({
  connected: true,
  isCurrent: true,
  confirmed: () => Promise.resolve(),
  subscribe,
  onGap,
  audience,
})

const read = (payload: string): Envelope | null => {
  try {
    const value: unknown = JSON.parse(payload)
    const isOurs =
      typeof value === 'object' && value !== null && 'topic' in value && typeof value.topic === 'string'
    return isOurs ? (value as Envelope) : null
  } catch {
    return null
  }
}
