// @ts-check
import { createRandom } from '../../../kit/random.mjs'

const [buoy, resolver] = ['192.0.2.17', '192.0.2.53']
const known = {
  'time.harbour.example': '192.0.2.123',
  'pilots.harbour.example': '192.0.2.80',
  'weather.harbour.example': '192.0.2.81',
}
const memo = `Buoy 7 to those who pay better. New channel, from the church tower due south:
first cable 9.2 m, second cable 8.8 m, bar 6.1 m at low water, then deep.
The pilots will be told on Monday. Word for the next report:
flag{names_that_nobody_answers}
`

/** @returns {Record<string, string | Buffer>} */
export function make() {
  const random = createRandom('chatty-buoy')
  const chunks = base32(Buffer.from(memo)).match(/.{1,22}/g) ?? []
  const secret = chunks.map((chunk, number) => `${chunk}.${number}.b7.tidewatch.example`)
  // Some are lost and sent again, a few arrive out of order.
  const told = secret.flatMap((name) => (random.below(5) === 0 ? [name, name] : [name]))
  for (let at = 0; at + 3 < told.length; at += random.between(3, 5))
    told.splice(at, 3, ...random.shuffled(told.slice(at, at + 3)))

  const lookups = [
    ...told.map((name, index) => ({ name, at: 40 + (index * 3500) / told.length + random.below(30) / 10 })),
    ...Array.from({ length: 90 }, () => ({
      name: random.pick(Object.keys(known)),
      at: random.below(36_000) / 10,
    })),
  ].toSorted((a, b) => a.at - b.at)

  const parts = [Buffer.from('d4c3b2a1020004000000000000000000ffff000001000000', 'hex')]
  for (const { name, at } of lookups) {
    const id = random.below(65_536)
    const port = random.between(20_000, 60_000)
    const time = at * 1_000_000 + random.below(100_000)
    const question = Buffer.concat([
      ...name.split('.').map((label) => Buffer.from([label.length, ...Buffer.from(label)])),
      Buffer.from('0000010001', 'hex'),
    ])
    const address = Object.entries(known).find(([one]) => one === name)?.[1]
    const answer = address
      ? Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 1, 44, 0, 4, ...octets(address)])
      : Buffer.alloc(0)
    const request = header(id, 0x0100, 0)
    const reply = header(id, address ? 0x8180 : 0x8183, address ? 1 : 0)
    parts.push(
      packet(time, { from: buoy, to: resolver, ports: [port, 53] }, Buffer.concat([request, question])),
      packet(
        time + random.between(400, 9000),
        { from: resolver, to: buoy, ports: [53, port] },
        Buffer.concat([reply, question, answer]),
      ),
    )
  }
  return { 'files/buoy.pcap': Buffer.concat(parts) }
}

/** @param {number} id @param {number} flags @param {number} answers */
function header(id, flags, answers) {
  const out = Buffer.alloc(12)
  out.writeUInt16BE(id, 0)
  out.writeUInt16BE(flags, 2)
  out.writeUInt16BE(1, 4)
  out.writeUInt16BE(answers, 6)
  return out
}

/**
 * @param {number} time in microseconds after nine in the morning of 4 May 2026
 * @param {{ from: string, to: string, ports: number[] }} way
 * @param {Buffer} message
 */
function packet(time, { from, to, ports }, message) {
  const udp = Buffer.alloc(8)
  udp.writeUInt16BE(ports[0], 0)
  udp.writeUInt16BE(ports[1], 2)
  udp.writeUInt16BE(8 + message.length, 4)
  const ip = Buffer.from([0x45, 0, 0, 0, 0, 0, 0x40, 0, 64, 17, 0, 0, ...octets(from), ...octets(to)])
  ip.writeUInt16BE(28 + message.length, 2)
  ip.writeUInt16BE(checksum(ip), 10)
  const ethernet = Buffer.from([...hardware(to), ...hardware(from), 0x08, 0])
  const frame = Buffer.concat([ethernet, ip, udp, message])
  const record = Buffer.alloc(16)
  const microseconds = Math.round(time)
  record.writeUInt32LE(Date.UTC(2026, 4, 4, 9) / 1000 + Math.floor(microseconds / 1_000_000), 0)
  record.writeUInt32LE(microseconds % 1_000_000, 4)
  record.writeUInt32LE(frame.length, 8)
  record.writeUInt32LE(frame.length, 12)
  return Buffer.concat([record, frame])
}

/** @param {string} address */
function octets(address) {
  return address.split('.').map(Number)
}

/** @param {string} address */
function hardware(address) {
  return [0x02, 0, ...octets(address)]
}

/** @param {Buffer} head */
function checksum(head) {
  let sum = 0
  for (let at = 0; at < head.length; at += 2) sum += head.readUInt16BE(at)
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >> 16)
  return ~sum & 0xffff
}

/** @param {Buffer} data */
function base32(data) {
  const bits = [...data].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups
    .map((group) => 'abcdefghijklmnopqrstuvwxyz234567'[Number.parseInt(group.padEnd(5, '0'), 2)])
    .join('')
}
