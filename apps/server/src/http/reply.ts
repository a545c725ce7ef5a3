import type { Readable } from 'node:stream'

/** An answer that carries more than its value. */
export class Reply {
  readonly content: Versioned | Download

  constructor(content: Versioned | Download) {
    this.content = content
  }
}

/** A value with a version: answered 304 when the client has it already. */
export type Versioned = {
  kind: 'versioned'
  /** Without quotes and without `W/`. */
  tag: string
  modified: Date
  cacheControl: string
  /** Never changed once answered: the same object is encoded only once. */
  value: object
}

/** Bytes with their own media type. */
export type Download = {
  kind: 'download'
  type: string
  /** What the client may save it as; absent for bytes that are shown. */
  attachment?: string
  cacheControl: string
  /** Strong, without quotes. */
  tag?: string
  modified?: Date
  size?: number
  /** Ranges are served when the size is known. */
  open(range?: { start: number; end: number }): Promise<Readable | Buffer>
}

export const versioned = (content: Omit<Versioned, 'kind'>): Reply =>
  new Reply({ kind: 'versioned', ...content })
export const download = (content: Omit<Download, 'kind'>): Reply =>
  new Reply({ kind: 'download', ...content })

/** `cfg-6553F100`: a name and the second of the last change. */
export const secondsTag = (name: string, modified: Date): string =>
  `${name}-${Math.floor(modified.getTime() / 1000)
    .toString(16)
    .toUpperCase()}`
