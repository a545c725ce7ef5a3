/** `difficulty` is the number of leading zero bits that the hash must have. */
export type Task = { id: string; challenge: string; difficulty: number }

export const leadingZeroBits = (hash: Uint8Array): number => {
  let bits = 0
  for (const byte of hash) {
    if (byte === 0) {
      bits += 8
      continue
    }
    return bits + Math.clz32(byte) - 24
  }
  return bits
}

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

export const fromHex = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))

export const answerOf = ({ id }: Task, found: Uint8Array): string => `${id}:${toHex(found)}`

export const expectedTries = (difficulty: number): number => 2 ** difficulty
