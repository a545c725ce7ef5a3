import { checksumOf, leadLength, type Host, writeLead } from './packet.ts'
import { mostPayload, tcpFlags, type Segment, type Side } from './stream.ts'

const headerLength = 20
const window = 0xffff
/** Maximum segment size, and a window scale of 128 bytes (8 MiB in all). */
const options = [2, 4, mostPayload >> 8, mostPayload & 0xff, 1, 3, 3, 7]

/** Each segment is a microsecond later than the one before. */
export const segmentRecords = (
  hosts: Readonly<Record<Side, Host>>,
  segments: readonly Segment[],
  micros: number,
): Uint8Array => {
  const records = new Uint8Array(segments.reduce((sum, segment) => sum + leadLength + lengthOf(segment), 0))
  const view = new DataView(records.buffer)
  let at = 0
  for (const [index, segment] of segments.entries()) {
    const [from, to] = segment.by === 'client' ? [hosts.client, hosts.server] : [hosts.server, hosts.client]
    const packet = { from, to, protocol: 6, length: lengthOf(segment) }
    writeLead(records, at, packet, micros + index)
    const tcp = at + leadLength
    const begin = tcp + lengthOfHeader(segment)
    view.setUint16(tcp, from.port)
    view.setUint16(tcp + 2, to.port)
    view.setUint32(tcp + 4, segment.sequence)
    view.setUint32(tcp + 8, segment.acknowledged)
    view.setUint8(tcp + 12, (begin - tcp) << 2)
    view.setUint8(tcp + 13, segment.flags)
    view.setUint16(tcp + 14, window)
    if (begin > tcp + headerLength) records.set(options, tcp + headerLength)
    records.set(segment.payload, begin)
    view.setUint16(tcp + 16, checksumOf(records, tcp, packet))
    at = tcp + packet.length
  }
  return records
}

const lengthOfHeader = ({ flags }: Segment): number =>
  headerLength + ((flags & tcpFlags.syn) === 0 ? 0 : options.length)

const lengthOf = (segment: Segment): number => lengthOfHeader(segment) + segment.payload.length
