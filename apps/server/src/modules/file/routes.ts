import { readFile } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import * as wire from '@pennant/contract/file'
import { Problem } from '@pennant/contract/problem'
import type { Journal } from '../../telemetry/journal.ts'
import { bind, type Bound } from '../../http/bind.ts'
import { download } from '../../http/reply.ts'
import { mediaTypeOf } from './media-type.ts'
import type { Files, StoredFile } from './service.ts'

type Needs = {
  files: Files
  journal: Journal
  settings: { faviconHash(): string | null }
  /** The icon of an installation that has none of its own. */
  builtInFavicon: string
}

const week = 'public, max-age=604800'
const hexHash = /^[0-9a-f]{64}$/

export const fileRoutes = ({ files, journal, settings, builtInFavicon }: Needs): Bound[] => {
  const mustOpen = async (hash: string, range?: { start: number; end: number }) => {
    const stream = await files.open(hash, range)
    if (stream === null) throw new Problem('file.notFound')
    return stream
  }

  return [
    bind(wire.downloadFile, async ({ params: { hash, filename } }) => {
      if (!hexHash.test(hash)) throw new Problem('file.hashMalformed')
      const file = await files.find(hash)
      if (file === undefined) throw new Problem('file.notFound')
      return download({
        type: mediaTypeOf(filename, file.name),
        attachment: filename,
        tag: hash.slice(8, 16),
        modified: file.uploaded_at,
        size: file.size,
        cacheControl: week,
        open: (range) => mustOpen(hash, range),
      })
    }),

    bind(wire.uploadFiles, async (call) => {
      const stored: StoredFile[] = []
      try {
        for await (const { name, stream, truncated } of call.uploadedFiles()) {
          const file = await files.storeStream(stream, call.query.filename ?? name)
          if (file === null) continue
          if (truncated()) {
            await files.release(file.hash)
            throw new Problem('request.tooLarge')
          }
          stored.push(file)
        }
      } catch (error) {
        // All or nothing: whoever is told of a failure has no hashes to give back.
        for (const { hash } of stored) await files.release(hash)
        if (error instanceof Problem) throw error
        journal.write({ level: 'Error', message: 'An upload could not be stored', name: call.principal.userName, error })
        throw new Problem('file.uploadFailed')
      }
      for (const { name } of stored)
        journal.write({
          message: `File ${name} uploaded`,
          status: 'Success',
          name: call.principal.userName,
          address: call.address,
        })
      return stored.map(({ hash, name }) => ({ hash, name }))
    }),

    bind(wire.deleteFile, async ({ params: { hash }, principal, address }) => {
      if (!hexHash.test(hash)) throw new Problem('file.notFound')
      const existed = await files.release(hash).catch((error: unknown) => {
        journal.write({ level: 'Error', message: 'A file could not be deleted', name: principal.userName, error })
        throw new Problem('file.notDeletable')
      })
      if (!existed) throw new Problem('file.notFound')
      journal.write({ message: `File ${hash.slice(0, 16)} released`, status: 'Success', name: principal.userName, address })
      return undefined
    }),

    bind(wire.listFiles, async ({ query: { count = 50, skip = 0 } }) => {
      const { rows, total } = await files.list(count, skip)
      return { data: rows, length: rows.length, total }
    }),

    bind(wire.favicon, async () => {
      const hash = settings.faviconHash()
      const file = hash === null || hash === '' ? undefined : await files.find(hash)
      if (file !== undefined)
        return favicon(file.hash, file.size, mediaTypeOf('favicon', file.name), (range) => mustOpen(file.hash, range))
      const bytes = await readFile(builtInFavicon)
      const own = createHash('sha256').update(bytes).digest('hex')
      return favicon(own, undefined, 'image/webp', async () => bytes)
    }),
  ]
}

const favicon = (
  hash: string,
  size: number | undefined,
  type: string,
  open: Parameters<typeof download>[0]['open'],
) =>
  download({
    type,
    attachment: 'favicon.webp',
    tag: `favicon-${hash.slice(0, 8)}`,
    ...(size === undefined ? {} : { size }),
    cacheControl: 'no-cache',
    open,
  })
