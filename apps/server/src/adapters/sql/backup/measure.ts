import { createHash } from 'node:crypto'
import { Transform } from 'node:stream'

export type Measured = { rows: number; bytes: number; sha256: string }

const lineFeed = 0x0a

/** Counts what passes. In the text of COPY, each line feed ends a row. */
export const createMeasure = ({
  most = Number.POSITIVE_INFINITY,
  tooMuch = () => new RangeError(`more than ${most} bytes`),
}: {
  most?: number
  tooMuch?: () => Error
} = {}): { stream: Transform; end(): Measured } => {
  const hash = createHash('sha256')
  let bytes = 0
  let rows = 0
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes > most) return done(tooMuch())
      hash.update(chunk)
      for (let at = chunk.indexOf(lineFeed); at >= 0; at = chunk.indexOf(lineFeed, at + 1)) rows += 1
      done(null, chunk)
    },
  })
  return { stream, end: () => ({ rows, bytes, sha256: hash.digest('hex') }) }
}
