import { Readable, type Transform } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'

/** Node 20 has no zstd. */
export type Encoding = 'br' | 'gzip'

const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
const gzipOptions = { level: 6 }
const mostKnown = 100
// A smaller answer fits one packet anyway.
const worthwhileBytes = 1024

export const isCompressible = (type: string): boolean => compressible.test(type)
const compressible = /^text\/|[/+](json|xml|javascript|pdf|rtf|x-sh|x-tex|sql|yaml)\b/i

/** Null for the bytes as they are. */
export const negotiateEncoding = (header: string | undefined): Encoding | null => {
  const wanted = weightsOf(header ?? '')
  const br = wanted.get('br') ?? 0
  const gz = wanted.get('gzip') ?? wanted.get('x-gzip') ?? wanted.get('*') ?? 0
  if (Math.max(br, gz) === 0 || Math.max(br, gz) < (wanted.get('identity') ?? 0)) return null
  return br >= gz ? 'br' : 'gzip'
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

const compressed = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, brotliOptions),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, gzipOptions),
} as const

export type Encodings = {
  in(acceptEncoding: string | undefined): Promise<EncodedBody>
  /** Undefined until it has been made. */
  ready(acceptEncoding: string | undefined): EncodedBody | undefined
}
export type EncodedBody = { bytes: Buffer; encoding: Encoding | null }

export const createEncodings = (text: string | Buffer): Encodings => {
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
    const encoding = negotiateEncoding(acceptEncoding)
    if (known.size < mostKnown) known.set(acceptEncoding, encoding)
    return encoding
  }

  const make = async (encoding: Encoding): Promise<EncodedBody> => {
    const encoded = { bytes: await compressed[encoding](plain), encoding }
    made.set(encoding, encoded)
    return encoded
  }

  return {
    async in(acceptEncoding) {
      const encoding = chosen(acceptEncoding)
      if (encoding === null) return asIs
      const encoded = being.get(encoding) ?? make(encoding)
      being.set(encoding, encoded)
      return encoded
    },
    ready(acceptEncoding) {
      const encoding = chosen(acceptEncoding)
      return encoding === null ? asIs : made.get(encoding)
    },
  }
}

export const isWorthCompressing = (type: string, size: number): boolean =>
  size >= worthwhileBytes && isCompressible(type)

export const streamOf = (body: Readable | Buffer): Readable =>
  body instanceof Readable ? body : Readable.from([body])
