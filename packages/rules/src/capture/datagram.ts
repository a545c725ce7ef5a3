import { checksumOf, leadLength, type Way, writeLead } from './packet.ts'

const headerLength = 8
const mostPayload = 0xffff - headerLength

/** Truncates a payload that does not fit. */
export const datagramRecord = (way: Way, whole: Uint8Array, micros: number): Uint8Array => {
  const payload = whole.subarray(0, mostPayload)
  const packet = { ...way, protocol: 17, length: headerLength + payload.length }
  const record = new Uint8Array(leadLength + packet.length)
  writeLead(record, 0, packet, micros)
  const view = new DataView(record.buffer)
  view.setUint16(leadLength, way.from.port)
  view.setUint16(leadLength + 2, way.to.port)
  view.setUint16(leadLength + 4, packet.length)
  record.set(payload, leadLength + headerLength)
  // Zero would mean that there is no checksum.
  view.setUint16(leadLength + 6, checksumOf(record, leadLength, packet) || 0xffff)
  return record
}
