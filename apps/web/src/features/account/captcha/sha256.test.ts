import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createHasher } from './sha256.ts'
import { answerOf, fromHex, leadingZeroBits, toHex } from './work.ts'

const hashed = (message: Uint8Array): string => {
  const words = createHasher()(new DataView(message.buffer, message.byteOffset, 16))
  return [...words].map((word) => word.toString(16).padStart(8, '0')).join('')
}

describe('the hash of sixteen bytes', () => {
  it('is that of the runtime, for any bytes', () => {
    for (let round = 0; round < 500; round++) {
      const message = Uint8Array.from(randomBytes(16))
      expect(hashed(message)).toBe(createHash('sha256').update(message).digest('hex'))
    }
  })

  it('does not depend on what was hashed before', () => {
    const hash = createHasher()
    const zero = new DataView(new ArrayBuffer(16))
    const first = [...hash(zero)]
    hash(new DataView(Uint8Array.from(randomBytes(16)).buffer))
    expect([...hash(zero)]).toEqual(first)
  })
})

describe('the bits that count', () => {
  it.each([
    ['ff', 0],
    ['7f', 1],
    ['01', 7],
    ['00ff', 8],
    ['0000', 16],
    ['000010', 19],
  ])('of %s are %i', (text, bits) => {
    expect(leadingZeroBits(fromHex(text))).toBe(bits)
  })

  it('are answered in hexadecimal digits after the task', () => {
    const found = fromHex('0102030405060a0b')
    expect(toHex(found)).toBe('0102030405060a0b')
    expect(answerOf({ id: 'abcdef012345', challenge: '', difficulty: 1 }, found)).toBe(
      'abcdef012345:0102030405060a0b',
    )
  })
})
