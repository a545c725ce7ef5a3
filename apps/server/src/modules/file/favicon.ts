import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { download, type Reply } from '../../http/reply.ts'
import { mediaTypeOf } from './media-type.ts'
import type { Core } from '../../core/core.ts'

type Icon = { hash: string; bytes: Buffer; type: string }

/** From memory: browsers ask for it with every page. */
export const createFavicon = (
  { files, settings }: Pick<Core, 'files' | 'settings'>,
  builtIn: string,
): (() => Promise<Reply>) => {
  let own: Icon | undefined
  let held: Icon | undefined

  const readOwn = async (): Promise<Icon> => {
    const bytes = await readFile(builtIn)
    return { hash: createHash('sha256').update(bytes).digest('hex'), bytes, type: 'image/webp' }
  }

  const readChosen = async (hash: string): Promise<Icon | null> => {
    const file = await files.find(hash)
    const stream = file === undefined ? null : await files.open(hash)
    if (file === undefined || stream === null) return null
    return { hash, bytes: await buffer(stream), type: mediaTypeOf('favicon', file.name) }
  }

  const current = async (): Promise<Icon> => {
    const hash = settings.current().global.faviconHash ?? ''
    const icon = hash === '' ? null : held?.hash === hash ? held : await readChosen(hash)
    if (icon === null) return (own ??= await readOwn())
    held = icon
    return icon
  }

  return async () => {
    const { hash, bytes, type } = await current()
    return download({
      type,
      attachment: 'favicon.webp',
      tag: `favicon-${hash.slice(0, 8)}`,
      size: bytes.length,
      open: async (range) => (range === undefined ? bytes : bytes.subarray(range.start, range.end + 1)),
    })
  }
}
