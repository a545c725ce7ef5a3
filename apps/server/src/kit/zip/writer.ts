import { PassThrough, pipeline, Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { ZipContent, ZipWriter } from '../../ports/zip.ts'

/** Written as it is read: neither memory nor disk is needed for it. The library compresses off the event loop. */
export const createZipWriter = (): ZipWriter => ({
  pack(contents, modified): Readable {
    const zip = new ZipFile()
    let current: Readable | undefined
    // Each end takes the other along: a failure reaches the reader, and a reader who leaves stops the rest.
    const packed = pipeline(zip.outputStream, new PassThrough(), () => current?.destroy())
    const fail = (error: Error): void => void packed.destroy(error)
    zip.on('error', fail)

    const begin = async (open: () => Promise<Readable>): Promise<Readable> => {
      const source = await open()
      source.on('error', fail)
      if (packed.destroyed) source.destroy()
      current = source
      return source
    }
    for (const content of contents) add(zip, content, modified, begin)
    zip.end()
    return packed
  },
})

const add = (
  zip: ZipFile,
  content: ZipContent,
  mtime: Date,
  begin: (open: () => Promise<Readable>) => Promise<Readable>,
): void => {
  const { path } = content
  if (!('text' in content || 'open' in content)) return zip.addEmptyDirectory(path, { mtime })
  const open =
    'open' in content
      ? () => content.open()
      : async () => Readable.from([Buffer.from(content.text())], { objectMode: false })
  zip.addReadStreamLazy(path, { mtime, ...('open' in content ? { size: content.size } : {}) }, (done) => {
    begin(open).then(
      (source) => done(null, source),
      // The library hands it on as it is, and calls nothing else.
      (error: unknown) => zip.emit('error', error),
    )
  })
}
