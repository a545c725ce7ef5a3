import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { frame, leave, opcodes } from '../../../../tests/kit/raw-websocket.ts'
import { FrameReader, type Received } from './frame-reader.ts'

type All = { data: string; pings: string[]; end: Received['end'] }

const hear = (pieces: readonly Buffer[], reader = new FrameReader()): All => {
  const all: All = { data: '', pings: [], end: null }
  for (const piece of pieces) {
    const { data, ping, end } = reader.read(Buffer.from(piece))
    all.data += data?.toString('latin1') ?? ''
    if (ping !== null) all.pings.push(ping.toString())
    all.end ??= end
  }
  return all
}

const cut = (stream: Buffer, lengths: readonly number[]): Buffer[] => {
  const pieces: Buffer[] = []
  for (let at = 0, turn = 0; at < stream.length; turn++) {
    const length = lengths[turn % lengths.length] ?? 1
    pieces.push(stream.subarray(at, at + length))
    at += length
  }
  return pieces
}

const bytewise = (stream: Buffer): Buffer[] => cut(stream, [1])

describe('a stream of frames', () => {
  it('carries the same data however it is framed and however it comes', () => {
    const bytes = fc.oneof(
      { weight: 5, arbitrary: fc.uint8Array({ maxLength: 200 }) },
      fc.uint8Array({ minLength: 65_530, maxLength: 65_540 }),
    )
    const frames = fc.array(
      fc.record({ payload: bytes, text: fc.boolean(), parts: fc.integer({ min: 1, max: 3 }) }),
      {
        minLength: 1,
        maxLength: 8,
      },
    )
    const lengths = fc.array(fc.integer({ min: 1, max: 70_000 }), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(frames, lengths, fc.boolean(), (messages, pieces, pings) => {
        const stream = Buffer.concat(
          messages.flatMap(({ payload, text, parts }) => {
            const size = Math.ceil(payload.length / parts)
            return Array.from({ length: parts }, (_, part) => {
              const opcode = part > 0 ? opcodes.more : text ? opcodes.text : opcodes.binary
              const slice = Buffer.from(payload.subarray(part * size, (part + 1) * size))
              const one = frame(opcode, slice, { final: part === parts - 1 })
              return pings ? Buffer.concat([one, frame(opcodes.ping, 'still there?')]) : one
            })
          }),
        )
        const whole = Buffer.concat(messages.map(({ payload }) => payload)).toString('latin1')
        const heard = hear(cut(stream, pieces))
        expect(heard.data === whole).toBe(true)
        expect(heard.end).toBeNull()
        expect(heard.pings.length > 0).toBe(pings)
      }),
      { numRuns: 60 },
    )
  })

  it('gives the data of one piece in one piece', () => {
    const stream = Buffer.concat(['one ', 'two ', 'three'].map((text) => frame(opcodes.binary, text)))
    expect(new FrameReader().read(stream).data?.toString()).toBe('one two three')
  })

  it('answers the last ping of each piece', () => {
    const pings = Buffer.concat([frame(opcodes.ping, 'a'), frame(opcodes.ping, ''), frame(opcodes.ping, 'c')])
    expect(hear([pings]).pings).toEqual(['c'])
    expect(hear(bytewise(pings)).pings).toEqual(['a', '', 'c'])
    expect(hear(bytewise(frame(opcodes.ping, 'x'.repeat(125)))).pings).toEqual(['x'.repeat(125)])
  })

  it('ends with a farewell: nothing counts after it', () => {
    const stream = Buffer.concat([
      frame(opcodes.binary, 'a'),
      leave(1000),
      frame(opcodes.binary, 'b'),
      leave(1005),
    ])
    for (const pieces of [[stream], bytewise(stream)])
      expect(hear(pieces)).toEqual({ data: 'a', pings: [], end: 'close' })
  })

  it.each([1000, 1001, 1003, 1007, 1014, 3000, 4999])('may end with the status %i', (status) => {
    expect(hear([leave(status)]).end).toBe('close')
  })

  it.each([0, 999, 1004, 1005, 1006, 1015, 2999, 5000, 65_535])(
    'may not end with the status %i',
    (status) => {
      expect(hear([leave(status)]).end).toBe(1002)
    },
  )

  it('may carry frames of up to four gibibytes, of which nothing is kept', () => {
    const head = Buffer.from('82ff00000000ffffffff00000000', 'hex')
    const reader = new FrameReader()
    expect(hear([head, Buffer.from('a'), Buffer.from('b')], reader)).toMatchObject({ data: 'ab', end: null })
    const longer = Buffer.from('82ff000000010000000000000000', 'hex')
    expect(hear([longer]).end).toBe(1009)
  })

  it('hears what came before a fault, and nothing after it', () => {
    const stream = Buffer.concat([
      frame(opcodes.binary, 'good'),
      frame(opcodes.binary, 'bad', { masked: false }),
      frame(opcodes.binary, 'good'),
    ])
    for (const pieces of [[stream], bytewise(stream)])
      expect(hear(pieces)).toEqual({ data: 'good', pings: [], end: 1002 })
  })

  it('knows whether it would break off in the midst of something', () => {
    const reader = new FrameReader()
    const midwayAfter = (bytes: Buffer): boolean => {
      reader.read(bytes)
      return reader.midway
    }
    expect(reader.midway).toBe(false)
    const whole = frame(opcodes.binary, 'abc')
    expect(midwayAfter(whole.subarray(0, 1))).toBe(true)
    expect(midwayAfter(whole.subarray(1, 7))).toBe(true)
    expect(midwayAfter(whole.subarray(7))).toBe(false)
    expect(midwayAfter(frame(opcodes.text, 'a', { final: false }))).toBe(true)
    expect(midwayAfter(frame(opcodes.ping))).toBe(true)
    expect(midwayAfter(frame(opcodes.more, ''))).toBe(false)
  })
})
