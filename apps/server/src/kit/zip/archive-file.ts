import { open, type FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { RandomAccessReader } from 'yauzl'
import { asZipError } from './fault.ts'

const chunkBytes = 65_536

// At an impossible offset Node throws inside the library's own reader, where nothing can catch it.
export class ArchiveFile extends RandomAccessReader {
  readonly size: number
  readonly #handle: FileHandle

  private constructor(handle: FileHandle, size: number) {
    super()
    this.#handle = handle
    this.size = size
  }

  static async open(path: string): Promise<ArchiveFile> {
    const handle = await open(path)
    try {
      return new ArchiveFile(handle, (await handle.stat()).size)
    } catch (error) {
      await handle.close()
      throw error
    }
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null, bytesRead: number) => void,
  ): void {
    this.#read(buffer, offset, length, position).then(
      (bytesRead) => callback(null, bytesRead),
      (error: unknown) => callback(asZipError(error), 0),
    )
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#bytes(start, end), { objectMode: false })
  }

  override close(callback: (error: Error | null) => void): void {
    this.#handle.close().then(
      () => callback(null),
      (error: unknown) => callback(asZipError(error)),
    )
  }

  async *#bytes(start: number, end: number): AsyncGenerator<Buffer> {
    for (let at = start; at < end; ) {
      const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, end - at))
      const bytesRead = await this.#read(chunk, 0, chunk.length, at)
      if (bytesRead === 0) return
      yield chunk.subarray(0, bytesRead)
      at += bytesRead
    }
  }

  async #read(buffer: Buffer, offset: number, length: number, position: number): Promise<number> {
    if (position + length > this.size) throw new Error('an archive that goes on behind its end')
    return (await this.#handle.read(buffer, offset, length, position)).bytesRead
  }
}
