import { createHmac, timingSafeEqual } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { bounded } from '../../kit/expiring-cache.ts'
import type { Bus } from '../../ports/bus.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Vault } from '../setting/vault.ts'

export type Running = { id: string; until: number }

type Statement = { readonly address: string | null }
type Needs = {
  read: (now: Date) => Promise<Running | null>
  clock: Clock
  bus: Bus
  vault: Pick<Vault, 'derive'>
  onError: (error: unknown) => void
}

const topic = 'rehearsal.changed'
const mostRemembered = 32_768
const unstated = '-'
// Set aside for measurements (RFC 2544).
const benchmarks = /^198\.1[89]\.\d{1,3}\.\d{1,3}$/

/**
 * Knows which rehearsal is running, in every process. What its players state of their addresses is believed only then,
 * since limits count by address.
 */
export const createRehearsing = async ({ read, clock, bus, vault, onError }: Needs) => {
  let running: (Running & { key: Buffer }) | null = null
  const known = new LRUCache<string, Statement>(bounded(mostRemembered))

  const keyOf = (id: string): Buffer => vault.derive(`rehearsal ${id}`)
  const macOf = (key: Buffer, address: string): Buffer => createHmac('sha256', key).update(address).digest()

  const set = (next: Running | null): void => {
    running = next === null ? null : { ...next, key: keyOf(next.id) }
    known.clear()
  }
  const readAgain = async (): Promise<void> => set(await read(new Date(clock.now())))

  const stops = [
    bus.subscribe<{ running: Running | null }>(topic, (message) => set(message.running)),
    bus.onGap(() => void readAgain().catch(onError)),
  ]
  await readAgain()

  return {
    /** Null: no rehearsal that is running has stated it. */
    stated(header: string): Statement | null {
      if (running === null || running.until <= clock.now()) return null
      const before = known.get(header)
      if (before !== undefined) return before
      const end = header.lastIndexOf('.')
      const address = header.slice(0, end)
      const given = Buffer.from(header.slice(end + 1), 'base64url')
      const expected = macOf(running.key, address)
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
      const statement = { address: benchmarks.test(address) ? address : null }
      known.set(header, statement)
      return statement
    },

    /** Of a player, not of a person. */
    isStated: (address: string): boolean => running !== null && benchmarks.test(address),

    /** For a header. A null address stays as it is. */
    statementOf(id: string, address: string | null): string {
      const text = address ?? unstated
      return `${text}.${macOf(keyOf(id), text).toString('base64url')}`
    },

    /** Resolves once all processes know. */
    async change(next: Running | null): Promise<void> {
      set(next)
      bus.publish(topic, { running: next })
      await bus.settled()
    },

    close(): void {
      for (const stop of stops) stop()
    },
  }
}
