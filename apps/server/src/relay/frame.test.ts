import { describe, expect, it } from 'vitest'
import { binaryFrame, closeFrame, longestHead, pongFrame } from './frame.ts'

const headOf = (length: number): string => {
  const bytes = binaryFrame(Buffer.alloc(length), Buffer.alloc(longestHead + length))
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

  it('carry a copy of the payload, in the room they are given', () => {
    const room = Buffer.alloc(100)
    const payload = Buffer.from('abc')
    const frame = binaryFrame(payload, room)
    payload.fill('x')
    expect(frame.toString('latin1')).toBe('\x82\x03abc')
    expect(frame.buffer).toBe(room.buffer)
  })

  it('answer pings and say farewell', () => {
    expect(pongFrame(Buffer.from('hi')).toString('latin1')).toBe('\x8a\x02hi')
    expect(closeFrame(1001).toString('hex')).toBe('880203e9')
  })
})
