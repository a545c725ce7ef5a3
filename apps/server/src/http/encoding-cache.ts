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
      const encodings =
        cache.get(value) ?? createEncodings(value instanceof RawJson ? value.text : encode(value))
      cache.set(value, encodings)
      return encodings
    },
    known: (value) => cache.get(value),
  }
}
