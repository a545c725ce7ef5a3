import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addressBytes } from './address.ts'
import { segmentRecords } from './segment.ts'
import {
  closeStream,
  mostPayload,
  openStream,
  sendBytes,
  skipBytes,
  type Segment,
  type Side,
  type StreamState,
} from './stream.ts'

const hosts = {
  client: { address: addressBytes('192.0.2.1'), port: 10_002 },
  server: { address: addressBytes('2001:db8::2'), port: 9999 },
}

const told = ({ by, flags, sequence, acknowledged, payload }: Segment): string => {
  const names = ['FIN', 'SYN', 'RST', 'PSH', 'ACK'].filter((_, bit) => (flags & (1 << bit)) !== 0)
  return `${by} ${names.join(' ')} ${sequence}+${payload.length} ${acknowledged}`
}
const inAll = ({ segments }: { segments: readonly Segment[] }): string[] => segments.map(told)

describe('a stream', () => {
  const opened = openStream({ client: 100, server: 500 })

  it('opens with a greeting', () => {
    expect(inAll(opened)).toEqual(['client SYN 100+0 0', 'server SYN ACK 500+0 101', 'client ACK 101+0 501'])
    expect(opened.state).toEqual({ client: 101, server: 501 })
  })

  it('goes on with what each side sends, acknowledged by the other', () => {
    const first = sendBytes(opened.state, 'client', new Uint8Array(3))
    expect(inAll(first)).toEqual(['client PSH ACK 101+3 501', 'server ACK 501+0 104'])
    const second = sendBytes(first.state, 'server', new Uint8Array(2000))
    expect(inAll(second)).toEqual([
      'server ACK 501+1440 104',
      'server PSH ACK 1941+560 104',
      'client ACK 104+0 2501',
    ])
    expect(second.state).toEqual({ client: 104, server: 2501 })
  })

  it('says nothing when nothing is sent', () => {
    expect(sendBytes(opened.state, 'client', new Uint8Array(0))).toEqual({
      state: opened.state,
      segments: [],
    })
  })

  it('keeps acknowledging while much is sent at once', () => {
    const { segments } = sendBytes(opened.state, 'server', new Uint8Array(40 * mostPayload))
    const acknowledged = segments.flatMap(({ by }, index) => (by === 'client' ? [index] : []))
    expect(acknowledged).toEqual([16, 33, 42])
  })

  it.each([
    ['client', ['client FIN ACK 101+0 501', 'server FIN ACK 501+0 102', 'client ACK 102+0 502']],
    ['server', ['server FIN ACK 501+0 101', 'client FIN ACK 101+0 502', 'server ACK 502+0 102']],
    ['reset', ['client RST ACK 101+0 501']],
  ] as const)('ends by the %s', (by, expected) => {
    expect(inAll({ segments: closeStream(opened.state, by) })).toEqual(expected)
  })

  it('leaves a gap where something is not in the file', () => {
    const state = skipBytes(opened.state, 'client', 1000)
    expect(inAll(sendBytes(state, 'client', new Uint8Array(1)))).toEqual([
      'client PSH ACK 1101+1 501',
      'server ACK 501+0 1102',
    ])
  })

  it('counts on from zero after the last number', () => {
    const { state, segments } = openStream({ client: 0xffffffff, server: 0xfffffffe })
    expect(segments.map(told)).toEqual([
      'client SYN 4294967295+0 0',
      'server SYN ACK 4294967294+0 0',
      'client ACK 0+0 4294967295',
    ])
    expect(inAll(sendBytes(state, 'server', new Uint8Array(3)))).toEqual([
      'server PSH ACK 4294967295+3 0',
      'client ACK 0+0 2',
    ])
    expect(closeStream(state, 'server').map(told)).toContain('client FIN ACK 0+0 0')
  })
})

describe('the records of a stream', () => {
  it('are those of a greeting', () => {
    const bytes = segmentRecords(hosts, openStream({ client: 1, server: 2 }).segments, 1_000_001)
    const ip = (from: string, to: string, length: string) => `60000000${length}0640${from}${to}`
    const [client, server] = ['00000000000000000000ffffc0000201', '20010db8000000000000000000000002']
    const ethernet = '00110011001100110011001186dd'
    expect(Buffer.from(bytes).toString('hex')).toBe(
      [
        ['01000000', '01000000', '52000000', '52000000', ethernet, ip(client, server, '001c')],
        ['2712', '270f', '00000001', '00000000', '7002', 'ffff', '464e', '0000', '020405a001030307'],
        ['01000000', '02000000', '52000000', '52000000', ethernet, ip(server, client, '001c')],
        ['270f', '2712', '00000002', '00000002', '7012', 'ffff', '463b', '0000', '020405a001030307'],
        ['01000000', '03000000', '4a000000', '4a000000', ethernet, ip(client, server, '0014')],
        ['2712', '270f', '00000002', '00000003', '5010', 'ffff', '71f2', '0000'],
      ]
        .flat()
        .join(''),
    )
  })

  const side = fc.constantFrom<Side>('client', 'server')
  const message = fc.record({
    by: side,
    bytes: fc.oneof(
      fc.uint8Array({ maxLength: 20 }),
      fc
        .integer({ min: 1, max: 9000 })
        .map((length) => Uint8Array.from({ length }, (_, at) => (at * 7) & 255)),
    ),
  })
  const number = fc.oneof(fc.nat(0xffffffff), fc.integer({ min: 0xffff0000, max: 0xffffffff }))

  it('give back what each side has sent, in frames that are right', () => {
    fc.assert(
      fc.property(
        fc.record({ client: number, server: number }),
        fc.array(message, { maxLength: 12 }),
        fc.constantFrom<Side | 'reset'>('client', 'server', 'reset'),
        (first, messages, end) => {
          const opened = openStream(first)
          const segments = [...opened.segments]
          let state: StreamState = opened.state
          for (const { by, bytes } of messages) {
            const step = sendBytes(state, by, bytes)
            segments.push(...step.segments)
            state = step.state
          }
          segments.push(...closeStream(state, end))
          const frames = framesOf(segmentRecords(hosts, segments, 5_999_990))
          for (const by of ['client', 'server'] as const) {
            const sent = Buffer.concat(messages.filter((each) => each.by === by).map(({ bytes }) => bytes))
            const got = reassembled(
              frames.filter(({ from }) => from === hosts[by].port),
              first[by],
            )
            expect(got.equals(sent)).toBe(true)
          }
          expect(frames.map(({ micros }) => micros)).toEqual(frames.map((_, index) => 5_999_990 + index))
        },
      ),
    )
  })
})

type Frame = { micros: number; from: number; sequence: number; payload: Buffer }

const framesOf = (records: Uint8Array): Frame[] => {
  const bytes = Buffer.from(records)
  const frames: Frame[] = []
  for (let at = 0; at < bytes.length; ) {
    const length = bytes.readUInt32LE(at + 8)
    expect(bytes.readUInt32LE(at + 12)).toBe(length)
    const frame = bytes.subarray(at + 16, at + 16 + length)
    expect(frame).toHaveLength(length)
    expect(length).toBeLessThanOrEqual(1514)
    const ip = frame.subarray(14)
    expect(ip.readUInt16BE(4)).toBe(ip.length - 40)
    const tcp = ip.subarray(40)
    // With the checksum included, the sum is all ones.
    let sum = 6 + tcp.length
    const summed = Buffer.concat([ip.subarray(8, 40), tcp, Buffer.alloc(tcp.length % 2)])
    for (let word = 0; word < summed.length; word += 2) sum += summed.readUInt16BE(word)
    while (sum > 0xffff) sum = (sum & 0xffff) + (sum >>> 16)
    expect(sum).toBe(0xffff)
    frames.push({
      micros: bytes.readUInt32LE(at) * 1_000_000 + bytes.readUInt32LE(at + 4),
      from: tcp.readUInt16BE(0),
      sequence: tcp.readUInt32BE(4),
      payload: tcp.subarray((tcp.readUInt8(12) >> 4) * 4),
    })
    at += 16 + length
  }
  return frames
}

const reassembled = (frames: readonly Frame[], first: number): Buffer => {
  const pieces = frames.filter(({ payload }) => payload.length > 0)
  const whole = Buffer.alloc(pieces.reduce((sum, { payload }) => sum + payload.length, 0))
  for (const { sequence, payload } of pieces) payload.copy(whole, (sequence - first - 1) >>> 0)
  return whole
}
