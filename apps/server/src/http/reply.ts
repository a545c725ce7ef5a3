import type { Readable } from 'node:stream'
import { tagOf } from '../kit/edit-tag.ts'
import type { Answer } from './answer.ts'
import { createEncodings, type EncodedBody, type Encodings } from './encoding.ts'

/** Made once and sent often, it is encoded once, and so are its heads. */
export class Reply {
  readonly content: Content
  encodings: Encodings | undefined
  answers: Map<EncodedBody | null, Answer> | undefined

  constructor(content: Content) {
    this.content = content
  }
}

type Content = Versioned | Prepared | Edited | Counted | Streamed | Download

/** 304 when the client already has it. */
export type Versioned = {
  kind: 'versioned'
  /** Without quotes and without `W/`. */
  tag: string
  modified: Date
  /** Must never change. */
  value: object | RawJson
}

export type Prepared = Pick<Versioned, 'value'> & { kind: 'prepared' }

export class RawJson {
  readonly encodings: Encodings

  /** A hasty body is sent in the encodings that its owner has made. */
  constructor(text: string | Buffer, options?: { hasty: boolean }) {
    this.encodings = createEncodings(text, options)
  }
}

export type Edited = {
  kind: 'edited'
  /** Strong, without quotes. */
  tag: string
  value: unknown
}

/** `total` goes into the header `X-Total-Count`. */
export type Counted = { kind: 'counted'; total: number; value: unknown }

export type Streamed = {
  kind: 'streamed'
  portions: AsyncIterable<readonly unknown[]>
  total?: number
}

/** Inclusive. */
export type ByteRange = { start: number; end: number }

export type Download = {
  kind: 'download'
  type: string
  /** The file name; absent for bytes that are shown. */
  attachment?: string
  tag?: string
  modified?: Date
  size?: number
  /** Ranges are only served when the size is known. */
  open(range?: ByteRange): Promise<Readable | Buffer>
}

export const versioned = (content: Omit<Versioned, 'kind'>): Reply =>
  new Reply({ kind: 'versioned', ...content })
export const prepared = (content: Omit<Prepared, 'kind'>): Reply =>
  new Reply({ kind: 'prepared', ...content })
/** `basis` is the part that the edit can change: changes to the rest of `value` don't outdate the edit. */
export const edited = (value: unknown, basis: unknown = value): Reply =>
  new Reply({ kind: 'edited', tag: tagOf(basis), value })
export const counted = (value: unknown, total: number): Reply => new Reply({ kind: 'counted', total, value })
// The last page implies the total; only the others need the query.
export const totalOf = async (
  { count, skip }: { count: number; skip: number },
  onPage: number,
  ask: () => Promise<number>,
): Promise<number> => (onPage < count && (onPage > 0 || skip === 0) ? skip + onPage : ask())
export const streamed = (content: Omit<Streamed, 'kind'>): Reply =>
  new Reply({ kind: 'streamed', ...content })
export const download = (content: Omit<Download, 'kind'>): Reply =>
  new Reply({ kind: 'download', ...content })

/** `6553F100` */
export const secondsOf = (modified: Date): string =>
  Math.floor(modified.getTime() / 1000)
    .toString(16)
    .toUpperCase()

export const secondsTag = (name: string, modified: Date): string => `${name}-${secondsOf(modified)}`
