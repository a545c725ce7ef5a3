import type { Readable } from 'node:stream'
import * as wire from '@pennant/contract/file'
import { Problem } from '@pennant/contract/problem'
import { bind, bindFast, type BoundRoute } from '../../http/bind.ts'
import { download, type ByteRange } from '../../http/reply.ts'
import { largestHeld } from '../../core/file/held-images.ts'
import { assets } from '../../kit/assets.ts'
import type { FileRow } from '../../ports/database.ts'
import type { Core } from '../../core/core.ts'
import { createFavicon } from './favicon.ts'
import { mediaTypeOf } from './media-type.ts'
import { presentFile, presentListedFile } from './present.ts'
import { createHolderStore, type StoredHolder } from './store-holder.ts'
import { createUpload } from './upload.ts'

const hexHash = /^[0-9a-f]{64}$/

export const fileRoutes = (
  core: Pick<Core, 'audit' | 'db' | 'files' | 'journal' | 'settings' | 'signals'>,
): BoundRoute[] => {
  const { audit, files, journal, signals } = core
  const holders = createHolderStore(core.db)
  const upload = createUpload(core)

  return [
    bindFast(
      wire.downloadFile,
      async ({ params: { hash, filename }, principal, address }) => {
        if (!hexHash.test(hash)) throw new Problem('file.hashMalformed')
        const held = filename === wire.smallAvatarName ? await files.smallAvatar(hash) : files.held(hash)
        const file = held?.file ?? (await files.find(hash))
        if (file === undefined) throw new Problem('file.notFound')
        const open = async (range: ByteRange | undefined): Promise<Readable | Buffer | null> => {
          if (held === undefined && !isSmallImage(file)) return files.open(hash, range)
          const bytes = held?.bytes ?? (await files.hold(file))
          return range === undefined ? bytes : (bytes?.subarray(range.start, range.end + 1) ?? null)
        }
        return download({
          type: mediaTypeOf(filename, file.name),
          attachment: filename,
          tag: hash.slice(8, 16),
          modified: file.uploaded_at,
          size: file.size,
          async open(range) {
            const body = await open(range)
            if (body === null) throw new Problem('file.notFound')
            const by = principal === null ? null : { userId: principal.userId, address }
            signals.emit('file.downloaded', hash, by)
            return body
          },
        })
      },
      ({ hash, filename }) =>
        (filename === wire.smallAvatarName ? files.heldSmall(hash) : files.held(hash)) !== undefined,
    ),

    bind(wire.uploadFiles, async (call) => {
      const stored = await upload(call.uploadedFiles(), call.query.filename, call)
      return stored.map(({ hash, name }) => ({ hash, name }))
    }),

    bind(wire.deleteFile, async ({ params: { hash }, ...caller }) => {
      if (!hexHash.test(hash)) throw new Problem('file.notFound')
      const name = (await files.find(hash))?.name ?? hash
      await audit.around(caller, 'file.delete', { id: hash, name, before: { names: [name] } }, async () => {
        const existed = await files.release(hash, { unclaimed: true }).catch((error: unknown) => {
          journal.write({
            level: 'Error',
            message: "Couldn't delete a file",
            name: caller.principal.userName,
            error,
          })
          throw new Problem('file.notDeletable')
        })
        if (!existed) throw new Problem('file.notFound')
      })
      journal.done(caller, `File ${hash.slice(0, 16)} released`)
    }),

    bind(wire.listFiles, async ({ query: { count = 50, skip = 0, search, detail = false } }) => {
      const { rows, total } = await files.list(count, skip, search)
      const page = { length: rows.length, total }
      if (!detail) return { data: rows.map(presentFile), ...page }
      const held = byHash(await holders.of(rows.map(({ hash }) => hash)))
      return { data: rows.map((row) => presentListedFile(row, held.get(row.hash) ?? [])), ...page }
    }),

    bind(wire.favicon, createFavicon(core, assets('favicon'))),
  ]
}

const isSmallImage = ({ name, size }: FileRow): boolean =>
  size <= largestHeld && mediaTypeOf('', name).startsWith('image/')

const byHash = (holders: readonly StoredHolder[]): ReadonlyMap<string, StoredHolder[]> => {
  const held = new Map<string, StoredHolder[]>()
  for (const holder of holders) held.set(holder.hash, [...(held.get(holder.hash) ?? []), holder])
  return held
}
