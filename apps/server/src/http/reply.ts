import type { Readable } from 'node:stream'
import { tagOf } from '../kit/edit-tag.ts'

/** An answer that carries more than its value. */
export class Reply {
  readonly content: Content

  constructor(content: Content) {
    this.content = content
  }
}

type Content = Versioned | Prepared | Edited | Counted | Streamed | Download

/** A value with a version: answered 304 when the client has it already. */
export type Versioned = {
  kind: 'versioned'
  /** Without quotes and without `W/`. */
  tag: string
  modified: Date
  /** Never changed once answered: the same object is encoded only once. */
  value: object | Written
}

/** A value without a version that many are answered alike. */
export type Prepared = Pick<Versioned, 'value'> & { kind: 'prepared' }

/** JSON that is written already, by somebody who knows how to write it fast. */
export class Written {
  readonly text: string | Buffer

  constructor(text: string | Buffer) {
    this.text = text
  }
}

/** What can be edited, with the version that a later edit can be based on. */
export type Edited = {
  kind: 'edited'
  /** Strong, without quotes. */
  tag: string
  value: unknown
}

/** Part of a list, with how long the whole of it is in the header `X-Total-Count`. */
export type Counted = { kind: 'counted'; total: number; value: unknown }

/** A list too long to be held: it is read and sent portion by portion. */
export type Streamed = {
  kind: 'streamed'
  portions: AsyncIterable<readonly unknown[]>
  /** How many items there are, for the header `X-Total-Count`. */
  total?: number
}

/** Bytes with their own media type. */
export type Download = {
  kind: 'download'
  type: string
  /** What the client may save it as; absent for bytes that are shown. */
  attachment?: string
  /** Strong, without quotes. */
  tag?: string
  modified?: Date
  size?: number
  /** Ranges are served when the size is known. */
  open(range?: { start: number; end: number }): Promise<Readable | Buffer>
}

export const versioned = (content: Omit<Versioned, 'kind'>): Reply =>
  new Reply({ kind: 'versioned', ...content })
export const prepared = (content: Omit<Prepared, 'kind'>): Reply =>
  new Reply({ kind: 'prepared', ...content })
/**
 * What can be edited, with a tag that a later edit may show in `If-Match`. `basis` is what the edit can
 * change: what else is in `value` may change without making the edit an old one.
 */
export const edited = (value: unknown, basis: unknown = value): Reply =>
  new Reply({ kind: 'edited', tag: tagOf(basis), value })
export const counted = (value: unknown, total: number): Reply => new Reply({ kind: 'counted', total, value })
/** How many there are of which this is a page; the last one tells it by itself, and the others have to ask. */
export const totalOf = async (
  { count, skip }: { count: number; skip: number },
  onPage: number,
  ask: () => Promise<number>,
): Promise<number> => (onPage < count && (onPage > 0 || skip === 0) ? skip + onPage : ask())
export const streamed = (content: Omit<Streamed, 'kind'>): Reply =>
  new Reply({ kind: 'streamed', ...content })
export const download = (content: Omit<Download, 'kind'>): Reply =>
  new Reply({ kind: 'download', ...content })

/** `6553F100`: the second of the last change. */
export const secondsOf = (modified: Date): string =>
  Math.floor(modified.getTime() / 1000)
    .toString(16)
    .toUpperCase()

/** `cfg-6553F100`: a name and the second of the last change. */
export const secondsTag = (name: string, modified: Date): string => `${name}-${secondsOf(modified)}`
