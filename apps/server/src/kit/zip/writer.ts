import { PassThrough, pipeline, Readable } from 'node:stream'
import { ZipFile } from 'yazl'

export type ZipContent =
  | { path: `${string}/` }
  | { path: string; text(): string }
  | {
      path: string
      /** Must be exact, or the archive fails. */
      size: number
      open(): Promise<Readable>
    }

export const packZip = (contents: Iterable<ZipContent>, modified: Date): Readable => {
  const zip = new ZipFile()
  let current: Readable | undefined
  // Each end stops the other: a failure reaches the reader, and a reader that leaves stops the rest.
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
}

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
      // The library emits it unchanged, and calls nothing else.
      (error: unknown) => zip.emit('error', error),
    )
  })
}
