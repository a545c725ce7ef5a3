import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readFrames } from './log-frames.ts'

const frame = (stream: number, bytes: Uint8Array | string): Buffer => {
  const content = Buffer.from(bytes)
  const header = Buffer.alloc(8)
  header.writeUInt8(stream, 0)
  header.writeUInt32BE(content.length, 4)
  return Buffer.concat([header, content])
}

describe('what a service wrote', () => {
  it('is read from both outputs in their order', () => {
    const bytes = Buffer.concat([frame(1, 'one\n'), frame(2, 'two\n'), frame(1, 'three\n')])
    expect(readFrames(bytes, 1_000)).toBe('one\ntwo\nthree\n')
  })

  it('is cut off in front', () => {
    expect(readFrames(frame(1, `${'x'.repeat(100)}end`), 5)).toBe('xxend')
  })

  it('loses colours and what is no text, and keeps letters that come in two pieces', () => {
    expect(readFrames(frame(1, '\u001b[1;31mred\u001b[0m\ta\u0000b\r\nc\u0007'), 100)).toBe('red\tab\nc')
    const [first, second] = [Buffer.from('ü').subarray(0, 1), Buffer.from('ü').subarray(1)]
    expect(readFrames(Buffer.concat([frame(1, first), frame(1, second)]), 100)).toBe('ü')
    expect(readFrames(frame(1, Buffer.from([0x61, 0xff, 0x62])), 100)).toBe('a\ufffdb')
  })

  it('is read as it is when it comes from a terminal, and as far as it goes when it is cut off', () => {
    expect(readFrames(Buffer.from('plain text\n'), 100)).toBe('plain text\n')
    expect(readFrames(frame(1, 'complete').subarray(0, 12), 100)).toBe('comp')
  })

  it('is text fit for a database whatever the bytes', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 60 })), fc.nat(100), (parts, most) => {
        const text = readFrames(Buffer.concat(parts.map((part) => frame(1, part))), most)
        expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f]/)
        expect(text.length).toBeLessThanOrEqual(most)
      }),
    )
  })
})
