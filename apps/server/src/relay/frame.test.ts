import { describe, expect, it } from 'vitest'
import { binaryFrame, closeFrame, pongFrame } from './frame.ts'

const headOf = (length: number): string => {
  const bytes = Buffer.concat(binaryFrame(Buffer.alloc(length)))
  return bytes.subarray(0, bytes.length - length).toString('hex')
}

describe('our frames', () => {
  it.each([
    [0, '8200'],
    [1, '8201'],
    [125, '827d'],
    [126, '827e007e'],
    [65_535, '827effff'],
    [65_536, '827f0000000000010000'],
  ])('say how long they are: %i', (length, head) => {
    expect(headOf(length)).toBe(head)
  })

  it('carry the payload as it is, copied or not', () => {
    const [small, ...none] = binaryFrame(Buffer.from('abc'))
    expect([small?.toString('latin1'), none]).toEqual(['\x82\x03abc', []])
    const payload = Buffer.alloc(10_000, 'x')
    expect(binaryFrame(payload)[1]).toBe(payload)
  })

  it('answer pings and say farewell', () => {
    expect(pongFrame(Buffer.from('hi')).toString('latin1')).toBe('\x8a\x02hi')
    expect(closeFrame(1001).toString('hex')).toBe('880203e9')
  })
})
