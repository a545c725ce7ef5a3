import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { smallAvatarWidth } from '@pennant/contract/file'
import { Problem } from '@pennant/contract/problem'
import { safeFileName } from '@pennant/rules/file/name'
import type { BlobStore } from '../../ports/blob.ts'
import type { Bus } from '../../ports/bus.ts'
import type { Clock } from '../../ports/clock.ts'
import type { ImageProcessor } from '../../kit/image/sharp.ts'
import { exchangeReferences } from './claim.ts'
import { createLeases, settleLease } from './lease.ts'
import { createHeldImages, type HeldImage, largestHeld } from './held-images.ts'
import { type FileStore, keyOfFile } from './store.ts'

type Needs = {
  store: FileStore
  blobs: BlobStore
  images: ImageProcessor
  clock: Clock
  bus: Bus
  temporary: string
}

/** Animations keep their size. */
const shrinkable = 'avatar.webp'

export type StoredFile = { hash: string; name: string; size: number }

// The sweep deletes the rest: no caller waits until thousands of files are deleted.
const mostCleared = 16
// Longer than any upload takes.
const strayAfterMs = 86_400_000

export const createFiles = ({ store, blobs, images, clock, bus, temporary }: Needs) => {
  const held = createHeldImages({
    bus,
    clock,
    open: (hash) => blobs.get(keyOfFile(hash)),
    shrink: async (bytes, { still }) =>
      (await images.convert(bytes, { width: smallAvatarWidth, still }))?.bytes ?? null,
  })

  const keep = async (
    file: StoredFile,
    open: () => Readable,
    { unclaimed = false, lease = null }: { unclaimed?: boolean; lease?: string | null } = {},
  ): Promise<StoredFile> => {
    const key = keyOfFile(file.hash)
    const ensure = async (): Promise<void> => {
      if ((await blobs.stat(key)) === null) await blobs.put(key, open(), file.size)
    }
    // Written before the lock is taken, so that a large upload blocks nothing; checked again under the lock.
    await ensure()
    await store.addReference({ ...file, at: new Date(clock.now()), unclaimed, lease }, ensure)
    held.changed(file.hash)
    return file
  }

  const storeBytes = (bytes: Buffer, name: string): Promise<StoredFile> => {
    const hash = createHash('sha256').update(bytes).digest('hex')
    return keep({ hash, name: safeFileName(name), size: bytes.length }, () => Readable.from([bytes]))
  }

  // The row goes after the bytes: a crash in between never leaves a file that can be found and has no bytes.
  const deleteOrphan = (hash: string): Promise<boolean> => {
    held.changed(hash)
    return store.deleteOrphan(hash, async () => {
      try {
        await blobs.delete(keyOfFile(hash))
        return true
      } catch (error) {
        if ((await blobs.stat(keyOfFile(hash))) === null) throw error
        return false
      }
    })
  }

  // The sweep deletes what fails here.
  const clear = async (orphaned: readonly string[]): Promise<void> => {
    for (const hash of orphaned.slice(0, mostCleared)) await deleteOrphan(hash).catch(() => false)
  }
  const leases = createLeases(store, clear, clock)

  return {
    /** Null for an empty stream, which is not stored. `unclaimed`: its first claimer becomes the owner. */
    async storeStream(
      source: Readable,
      name: string,
      { unclaimed = false }: { unclaimed?: boolean } = {},
    ): Promise<StoredFile | null> {
      await mkdir(temporary, { recursive: true, mode: 0o700 })
      const path = join(temporary, randomUUID())
      const hash = createHash('sha256')
      let size = 0
      const measure = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          hash.update(chunk)
          size += chunk.length
          done(null, chunk)
        },
      })
      try {
        await pipeline(source, measure, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
        if (size === 0) return null
        const file = { hash: hash.digest('hex'), name: safeFileName(name), size }
        return await keep(file, () => createReadStream(path), { unclaimed })
      } finally {
        await rm(path, { force: true })
      }
    },

    async storeImage(
      bytes: Buffer,
      { name, width }: { name: string; width: number | null },
    ): Promise<{ hash: string; url: string }> {
      const image = await images.convert(bytes, { width })
      if (image === null) throw new Problem('image.invalid')
      const stored = await storeBytes(image.bytes, `${name}.${image.extension}`)
      return { hash: stored.hash, url: `/assets/${stored.hash}/${stored.name}` }
    },

    async release(hash: string, { unclaimed = false }: { unclaimed?: boolean } = {}): Promise<boolean> {
      const dropped = await store.dropReference(hash, { unclaimed })
      if (dropped === 'missing') return false
      if (dropped === 'orphaned' && !(await deleteOrphan(hash)))
        throw new Error(`the bytes of ${hash} can't be deleted`)
      return true
    },

    exchange: exchangeReferences,
    clear,
    keepLeased: (lease: string, file: StoredFile, open: () => Readable): Promise<StoredFile> =>
      keep({ ...file, name: safeFileName(file.name) }, open, { lease }),
    /** Belongs in the transaction that writes the rows that refer to these files. */
    settle: settleLease,
    giveUp: leases.giveUp,

    /** Deletes uploads that a killed process left incomplete. Must run before the first upload. */
    tidy: (): Promise<void> => rm(temporary, { recursive: true, force: true }),

    async sweep(): Promise<void> {
      await leases.sweep()
      for (const hash of await store.orphaned()) await deleteOrphan(hash)
    },

    /** Deletes bytes that a process stored and did not record before it was killed. */
    async sweepStrays(): Promise<void> {
      const longAgo = clock.now() - strayAfterMs
      for await (const { key, modified } of blobs.list('uploads/')) {
        const hash = key.slice(key.lastIndexOf('/') + 1)
        if (modified.getTime() > longAgo || key !== keyOfFile(hash)) continue
        await store.ifUnknown(hash, () => blobs.delete(key))
      }
    },

    held: held.find,
    heldSmall: held.findSmall,
    hold: held.hold,
    /** Undefined for a file that is no avatar, or stays as it is. */
    async smallAvatar(hash: string): Promise<HeldImage | undefined> {
      const known = held.findSmall(hash)
      if (known !== undefined) return known
      const file = await store.find(hash)
      if (file === undefined || file.name !== shrinkable || file.size > largestHeld) return undefined
      return (await held.holdSmall(file)) ?? undefined
    },
    /** Small, whatever the avatar is. Of an animation, it's the first frame. */
    stillAvatar: held.still,
    find: store.find,
    list: store.list,
    open: (hash: string, range?: { start: number; end: number }): Promise<Readable | null> =>
      blobs.get(keyOfFile(hash), range),
    close: held.close,
  }
}

export type Files = ReturnType<typeof createFiles>
