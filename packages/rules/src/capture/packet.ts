import { recordHeaderLength, writeRecordHeader } from './pcap.ts'

export type Host = { readonly address: Uint8Array; readonly port: number }
export type Way = { readonly from: Host; readonly to: Host }

type Transport = Way & { readonly protocol: number /** With its header. */; readonly length: number }

const ethernetLength = 14
const ipLength = 40
const hopLimit = 64
const mac = [0x00, 0x11, 0x00, 0x11, 0x00, 0x11]

export const leadLength = recordHeaderLength + ethernetLength + ipLength

export const writeLead = (bytes: Uint8Array, at: number, packet: Transport, micros: number): void => {
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  writeRecordHeader(view, at, micros, ethernetLength + ipLength + packet.length)
  const ethernet = at + recordHeaderLength
  bytes.set(mac, ethernet)
  bytes.set(mac, ethernet + 6)
  view.setUint16(ethernet + 12, 0x86dd)
  const ip = ethernet + ethernetLength
  view.setUint32(ip, 0x60000000)
  view.setUint16(ip + 4, packet.length)
  view.setUint8(ip + 6, packet.protocol)
  view.setUint8(ip + 7, hopLimit)
  bytes.set(packet.from.address, ip + 8)
  bytes.set(packet.to.address, ip + 24)
}

/** Covers the transport, which begins at `at`, and the IPv6 pseudo-header. */
export const checksumOf = (bytes: Uint8Array, at: number, { protocol, length }: Transport): number => {
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  // Words of 32 bits have the same sum as those of 16: 2^16 leaves 1 when divided by 2^16 - 1.
  const addresses = at - 32
  const whole = at + (length & ~3)
  let sum = protocol + length
  for (let word = addresses; word < whole; word += 4) sum += view.getUint32(word)
  for (let left = 0; left < (length & 3); left++) sum += view.getUint8(whole + left) * 2 ** (24 - 8 * left)
  while (sum > 0xffff) sum = (sum % 0x10000) + Math.floor(sum / 0x10000)
  return ~sum & 0xffff
}
