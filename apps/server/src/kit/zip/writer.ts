import { PassThrough, pipeline, Readable } from 'node:stream'
import { ZipFile } from 'yazl'

/** What goes into an archive; a path that ends with `/` is a folder, and has nothing to open. */
export type ZipContent =
  | { path: `${string}/` }
  | { path: string; text(): string }
  | {
      path: string
      /** Exactly what `open` has; anything else breaks the archive off. */
      size: number
      open(): Promise<Readable>
    }

export type ZipWriter = {
  /** Opens one content after the other, as the archive is read; stops when it is destroyed. */
  pack(contents: Iterable<ZipContent>, modified: Date): Readable
}

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
