import { Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'

/** Node 20 has no zstd. */
export type Encoding = 'br' | 'gzip'

const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
const gzipOptions = { level: 6 }
// Of a board that changes each second: level 6 takes 2.3 times as long for a tenth fewer bytes.
const hastyGzipOptions = { level: 3 }
// One piece is one task of the thread pool, which other work needs, too.
const pieceBytes = 262_144
const mostKnown = 100
// A smaller answer fits one packet anyway.
export const worthwhileBytes = 1024

export const isCompressible = (type: string): boolean => compressible.test(type)
const compressible = /^text\/|[/+](json|xml|javascript|pdf|rtf|x-sh|x-tex|sql|yaml)\b/i

/** Null for the bytes as they are, which is also the choice when all that the client takes is missing. */
export const negotiateEncoding = (
  header: string | undefined,
  has: (encoding: Encoding) => boolean = () => true,
): Encoding | null => {
  const wanted = weightsOf(header ?? '')
  const br = has('br') ? (wanted.get('br') ?? 0) : 0
  const gz = has('gzip') ? (wanted.get('gzip') ?? wanted.get('x-gzip') ?? wanted.get('*') ?? 0) : 0
  if (Math.max(br, gz) === 0 || Math.max(br, gz) < (wanted.get('identity') ?? 0)) return null
  return br >= gz ? 'br' : 'gzip'
}

const refusesPlain = (header: string | undefined): boolean => {
  const wanted = weightsOf(header ?? '')
  return (wanted.get('identity') ?? wanted.get('*') ?? 1) === 0
}

const weightsOf = (header: string): ReadonlyMap<string, number> =>
  new Map(
    header
      .toLowerCase()
      .split(',')
      .map((range): [string, number] => {
        const [name = '', ...parameters] = range.split(';').map((part) => part.trim())
        const quality = parameters.find((parameter) => parameter.startsWith('q='))
        const weight = quality === undefined ? 1 : Number(quality.slice(2))
        return [name, Number.isNaN(weight) ? 0 : weight]
      }),
  )

export const createCompressor = (encoding: Encoding): Transform =>
  encoding === 'br' ? createBrotliCompress(brotliOptions) : createGzip(gzipOptions)

export type EncodedBody = { bytes: Buffer; encoding: Encoding | null }

export type Encodings = {
  in(acceptEncoding: string | undefined): Promise<EncodedBody>
  /** Undefined if `in` would have to make it. */
  ready(acceptEncoding: string | undefined): EncodedBody | undefined
  /** Rejects when the signal aborts it. */
  make(encoding: Encoding, signal?: AbortSignal): Promise<void>
}

/** With `hasty`, clients get what has been made; nothing else is made for them unless they can't take that. */
export const createEncodings = (text: string | Buffer, { hasty = false } = {}): Encodings => {
  const plain = typeof text === 'string' ? Buffer.from(text) : text
  const asIs: EncodedBody = { bytes: plain, encoding: null }
  const being = new Map<Encoding, Promise<EncodedBody>>()
  const made = new Map<Encoding, EncodedBody>()
  // By header: browsers of one kind all send the same.
  const known = new Map<string, Encoding | null>()
  const chosen = (acceptEncoding = ''): Encoding | null => {
    if (plain.length < worthwhileBytes) return null
    const before = known.get(acceptEncoding)
    if (before !== undefined) return before
    const there = hasty ? negotiateEncoding(acceptEncoding, (encoding) => made.has(encoding)) : null
    const encoding =
      there ?? (hasty && !refusesPlain(acceptEncoding) ? null : negotiateEncoding(acceptEncoding))
    if (known.size < mostKnown) known.set(acceptEncoding, encoding)
    return encoding
  }

  const make = async (encoding: Encoding, signal?: AbortSignal): Promise<EncodedBody> => {
    const encoded = { bytes: await compressed(plain, compressorOf(encoding, hasty), signal), encoding }
    made.set(encoding, encoded)
    if (hasty) known.clear()
    return encoded
  }

  return {
    async in(acceptEncoding) {
      const encoding = chosen(acceptEncoding)
      if (encoding === null) return asIs
      const encoded = made.get(encoding) ?? being.get(encoding) ?? make(encoding)
      if (encoded instanceof Promise) being.set(encoding, encoded)
      return encoded
    },
    ready(acceptEncoding) {
      const encoding = chosen(acceptEncoding)
      return encoding === null ? asIs : made.get(encoding)
    },
    async make(encoding, signal) {
      if (!made.has(encoding)) await make(encoding, signal)
    },
  }
}

const compressorOf = (encoding: Encoding, hasty: boolean): Transform =>
  encoding === 'gzip' && hasty ? createGzip(hastyGzipOptions) : createCompressor(encoding)

const compressed = async (plain: Buffer, compressor: Transform, signal?: AbortSignal): Promise<Buffer> => {
  const chunks: Buffer[] = []
  const gather = async (encoded: AsyncIterable<Buffer>): Promise<void> => {
    for await (const chunk of encoded) chunks.push(chunk)
  }
  await pipeline(piecesOf(plain), compressor, gather, signal === undefined ? {} : { signal })
  return Buffer.concat(chunks)
}

function* piecesOf(plain: Buffer): Generator<Buffer> {
  for (let at = 0; at < plain.length; at += pieceBytes) yield plain.subarray(at, at + pieceBytes)
}

export const isWorthCompressing = (type: string, size: number): boolean =>
  size >= worthwhileBytes && isCompressible(type)

export const streamOf = (body: Readable | Buffer): Readable =>
  body instanceof Readable ? body : Readable.from([body])
