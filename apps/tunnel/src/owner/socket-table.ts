import { endianness } from 'node:os'

export type Endpoint = { readonly address: string; readonly port: number }

export type SocketTables = { tcp(): string; tcp6(): string }

/** Null also for a socket without a file: its program has closed it, and root may be named as its owner. */
export const ownerOfClient = (
  { tcp, tcp6 }: SocketTables,
  client: Endpoint,
  server: Endpoint,
): number | null => {
  const [from, to] = [bytesOf(client.address), bytesOf(server.address)]
  if (from === null || to === null || from.length !== to.length) return null
  // An IPv4 connection is in either table, depending on how its program opened it.
  const plain = from.length === 4 ? ownerIn(tcp(), nameOf(from, client.port), nameOf(to, server.port)) : null
  return plain ?? ownerIn(tcp6(), nameOf(widen(from), client.port), nameOf(widen(to), server.port))
}

const ownerIn = (table: string, from: string, to: string): number | null => {
  const row = new RegExp(`^ *\\d+: ${from} ${to}(?: +\\S+){4} +(\\d+) +\\d+ +(\\d+)`, 'm').exec(table)
  const [, uid, inode] = row ?? []
  return uid === undefined || inode === '0' ? null : Number(uid)
}

/** Words of 32 bits in this machine's byte order, then the port. */
const nameOf = (bytes: Buffer, port: number): string => {
  const words = Array.from({ length: bytes.length / 4 }, (_, at) =>
    endianness() === 'LE' ? bytes.readUInt32LE(at * 4) : bytes.readUInt32BE(at * 4),
  )
  return `${words.map((word) => hex(word, 8)).join('')}:${hex(port, 4)}`
}

const hex = (number: number, digits: number): string =>
  number.toString(16).toUpperCase().padStart(digits, '0')

const mapped = Buffer.from('00000000000000000000ffff', 'hex')

const widen = (bytes: Buffer): Buffer => (bytes.length === 16 ? bytes : Buffer.concat([mapped, bytes]))

/** Four bytes for IPv4, also when mapped to IPv6; null for an invalid address. */
const bytesOf = (address: string): Buffer | null => {
  const [plain = ''] = address.split('%')
  const v4 = /^(?:::ffff:)?(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/i.exec(plain)
  if (v4 !== null) return Buffer.from(v4.slice(1).map(Number))
  const [head = '', tail] = plain.split('::')
  const [first, last] = [groupsIn(head), groupsIn(tail ?? '')]
  const missing = 8 - first.length - last.length
  if (missing < 0 || (tail === undefined && missing > 0)) return null
  const groups = [...first, ...Array.from({ length: missing }, () => 0), ...last]
  const bytes = Buffer.alloc(16)
  groups.forEach((group, at) => bytes.writeUInt16BE(group, at * 2))
  return bytes
}

const groupsIn = (text: string): number[] =>
  text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16))
