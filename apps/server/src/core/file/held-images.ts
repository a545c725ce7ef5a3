import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { LRUCache } from 'lru-cache'
import type { Bus } from '../../ports/bus.ts'
import type { Clock } from '../../ports/clock.ts'
import type { FileRow } from '../../ports/database.ts'

export type HeldImage = { readonly file: FileRow; readonly bytes: Buffer }

type Needs = {
  bus: Pick<Bus, 'connected' | 'onGap' | 'publish' | 'subscribe'>
  clock: Clock
  open(hash: string): Promise<Readable | null>
}

const mostBytes = 67_108_864
const bytesOfEntry = 512
/** A larger file is read from the storage each time. */
export const largestHeld = 262_144
// In case a message about a change is lost.
const keepMs = 60_000
const topic = 'file.changed'
type Change = { hash: string }

export const createHeldImages = ({ bus, clock, open }: Needs) => {
  const held = new LRUCache<string, HeldImage>({
    maxSize: mostBytes,
    sizeCalculation: ({ bytes }) => bytes.length + bytesOfEntry,
    ttl: keepMs,
    ttlResolution: 0,
    perf: clock,
  })
  // Counted, so that bytes read before a change are not kept.
  let changes = 0

  const forget = (hash: string): void => {
    changes++
    held.delete(hash)
  }
  const stops = [
    bus.subscribe<Change>(topic, ({ hash }) => forget(hash)),
    bus.onGap(() => {
      changes++
      held.clear()
    }),
  ]

  return {
    find: (hash: string): HeldImage | undefined => (bus.connected ? held.get(hash) : undefined),

    /** Null if the bytes are gone. */
    async hold(file: FileRow): Promise<Buffer | null> {
      const before = changes
      const stream = await open(file.hash)
      if (stream === null) return null
      const bytes = await buffer(stream)
      if (changes === before) held.set(file.hash, { file, bytes })
      return bytes
    },

    changed(hash: string): void {
      forget(hash)
      bus.publish<Change>(topic, { hash })
    },

    close: (): void => stops.forEach((stop) => stop()),
  }
}
