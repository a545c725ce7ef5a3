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
  /** Null for bytes that can't be made smaller. */
  shrink(bytes: Buffer, options: { still: boolean }): Promise<Buffer | null>
}

const mostBytes = 67_108_864
const mostSmallBytes = 8_388_608
const bytesOfEntry = 512
/** A larger file is read from the storage each time. */
export const largestHeld = 262_144
// In case a message about a change is lost.
const keepMs = 60_000
const topic = 'file.changed'
type Change = { hash: string }
const stillKey = (hash: string): string => `${hash} still`
const smallKey = (hash: string): string => `${hash} small`

export const createHeldImages = ({ bus, clock, open, shrink }: Needs) => {
  const held = new LRUCache<string, HeldImage>({
    maxSize: mostBytes,
    sizeCalculation: ({ bytes }) => bytes.length + bytesOfEntry,
    ttl: keepMs,
    ttlResolution: 0,
    perf: clock,
  })
  // A hash always names the same bytes, so these need no time limit.
  const small = new LRUCache<string, Buffer>({
    maxSize: mostSmallBytes,
    sizeCalculation: (bytes) => bytes.length + bytesOfEntry,
  })
  // Counted, so that bytes read before a change are not kept.
  let changes = 0

  const forget = (hash: string): void => {
    changes++
    held.delete(hash)
    held.delete(smallKey(hash))
    small.delete(hash)
    small.delete(stillKey(hash))
  }
  const read = async (hash: string): Promise<Buffer | null> => {
    const stream = await open(hash)
    return stream === null ? null : buffer(stream)
  }
  const shrunk = async (hash: string, still = false): Promise<Buffer | null> => {
    const bytes = await read(hash)
    return bytes === null ? null : shrink(bytes, { still })
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
    findSmall: (hash: string): HeldImage | undefined =>
      bus.connected ? held.get(smallKey(hash)) : undefined,

    async hold(file: FileRow): Promise<Buffer | null> {
      const before = changes
      const bytes = await read(file.hash)
      if (bytes !== null && changes === before) held.set(file.hash, { file, bytes })
      return bytes
    },

    async holdSmall(file: FileRow): Promise<HeldImage | null> {
      const before = changes
      const bytes = small.get(file.hash) ?? (await shrunk(file.hash))
      if (bytes === null) return null
      const image = { file: { ...file, size: bytes.length }, bytes }
      if (changes === before) {
        small.set(file.hash, bytes)
        held.set(smallKey(file.hash), image)
      }
      return image
    },

    /** Of an animation, the first frame. Null if the bytes are gone, or are no image. */
    async still(hash: string): Promise<Buffer | null> {
      const known = small.get(stillKey(hash))
      if (known !== undefined) return known
      const before = changes
      const bytes = await shrunk(hash, true)
      if (bytes !== null && changes === before) small.set(stillKey(hash), bytes)
      return bytes
    },

    changed(hash: string): void {
      forget(hash)
      bus.publish<Change>(topic, { hash })
    },

    close: (): void => stops.forEach((stop) => stop()),
  }
}
