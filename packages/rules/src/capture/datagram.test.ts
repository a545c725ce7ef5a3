import { describe, expect, it } from 'vitest'
import { addressBytes } from './address.ts'
import { datagramRecord } from './datagram.ts'
import { pcapHeader } from './pcap.ts'

const way = {
  from: { address: addressBytes('192.0.2.1'), port: 10_002 },
  to: { address: addressBytes('198.51.100.2'), port: 9999 },
}
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

describe('a datagram in a capture', () => {
  it('is that of the wire', () => {
    const record = datagramRecord(way, Buffer.from('hi\n'), 1_700_000_000_123_456)
    expect(hex(record.subarray(16))).toBe(
      [
        '001100110011001100110011',
        '86dd',
        '60000000000b1140',
        '00000000000000000000ffffc0000201',
        '00000000000000000000ffffc6336402',
        '2712270f000b5316',
        '68690a',
      ].join(''),
    )
    // Seconds, microseconds, and twice the length of the frame, all little-endian.
    expect(hex(record.subarray(0, 16))).toBe('00f1536540e201004100000041000000')
  })

  it('has a checksum also where it comes out as zero', () => {
    // Two bytes bring any sum to zero.
    const checksum = (payload: number[]): number => {
      const record = datagramRecord(way, Uint8Array.from(payload), 0)
      return new DataView(record.buffer).getUint16(16 + 14 + 40 + 6)
    }
    const rest = checksum([0, 0])
    expect(checksum([rest >> 8, rest & 0xff])).toBe(0xffff)
  })

  it('holds no more than fits', () => {
    expect(datagramRecord(way, new Uint8Array(100_000), 0)).toHaveLength(16 + 14 + 40 + 65_535)
  })
})

describe('a file', () => {
  it('begins with the header that everybody reads', () => {
    const [frameLimit, linkType] = ['00000400', '01000000']
    expect(hex(pcapHeader())).toBe('d4c3b2a1020004000000000000000000' + frameLimit + linkType)
  })
})
