import { createEncodings, type Encodings } from './encoding.ts'
import { RawJson } from './reply.ts'

/** By identity: an object is encoded and compressed once, no matter how often it is sent. */
export type EncodingCache = {
  of(value: object, encode: (value: unknown) => string): Encodings
  known(value: object): Encodings | undefined
}

export const createEncodingCache = (): EncodingCache => {
  const cache = new WeakMap<object, Encodings>()
  return {
    of(value, encode) {
      if (value instanceof RawJson) return value.encodings
      const encodings = cache.get(value) ?? createEncodings(encode(value))
      cache.set(value, encodings)
      return encodings
    },
    known: (value) => (value instanceof RawJson ? value.encodings : cache.get(value)),
  }
}
