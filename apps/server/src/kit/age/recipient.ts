import { bech32 } from '@scure/base'

const keyBytes = 32

/** Of the kind that age-keygen prints. Its checksum finds what was mistyped. */
export const isPlainRecipient = (text: string): boolean => {
  const read = text.startsWith('age1') ? bech32.decodeUnsafe(text) : undefined
  return read?.prefix === 'age' && bech32.fromWordsUnsafe(read.words)?.length === keyBytes
}
