import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib'

export type RawEntry = {
  name: string
  bytes?: Uint8Array | string
  stored?: true
  packed?: Uint8Array
  method?: number
  flags?: number
  size?: number
  packedSize?: number
  crc?: number
  /** The upper half is the Unix mode if `madeBy` says so. */
  attributes?: number
  madeBy?: number
  /** Sizes and checksum follow the bytes. */
  described?: true
  /** Sizes and offset are in an extra field. */
  large?: true
  localName?: string
  offset?: number
}

type RawArchive = {
  comment?: string
  count?: number
  large?: true
  listAt?: number
  endAt?: number
  /** Offsets count it. */
  before?: Uint8Array
}

const unixFile = { madeBy: 0x0314, attributes: (0o100_644 << 16) >>> 0 } as const
const described = 0x0008
const utf8Names = 0x0800
const all32 = 0xffff_ffff

const number = (size: 2 | 4 | 8, value: number): Buffer => {
  const bytes = Buffer.alloc(size)
  if (size === 8) bytes.writeBigUInt64LE(BigInt(value))
  else bytes.writeUIntLE(value, 0, size)
  return bytes
}
const [u16, u32, u64] = ([2, 4, 8] as const).map((size) => (value: number) => number(size, value)) as [
  (value: number) => Buffer,
  (value: number) => Buffer,
  (value: number) => Buffer,
]

const shapeOf = (entry: RawEntry) => {
  const bytes = Buffer.from(entry.bytes ?? '')
  const method = entry.method ?? (entry.stored === true || bytes.length === 0 ? 0 : 8)
  const packed = Buffer.from(entry.packed ?? (method === 8 ? deflateRawSync(bytes) : bytes))
  return {
    method,
    packed,
    flags: entry.flags ?? utf8Names | (entry.described === true ? described : 0),
    crc: entry.crc ?? crc32(bytes),
    size: entry.size ?? bytes.length,
    packedSize: entry.packedSize ?? packed.length,
  }
}

type Shape = ReturnType<typeof shapeOf>

const factsOf = ({ flags, method, crc, size, packedSize }: Shape, large: boolean): Buffer =>
  Buffer.concat([
    u16(large ? 45 : 20),
    u16(flags),
    u16(method),
    u16(0),
    u16(0x5a21),
    u32(crc),
    u32(large ? all32 : packedSize),
    u32(large ? all32 : size),
  ])

const localOf = (entry: RawEntry, shape: Shape): Buffer => {
  const name = Buffer.from(entry.localName ?? entry.name)
  const extra =
    entry.large === true
      ? Buffer.concat([u16(1), u16(16), u64(shape.size), u64(shape.packedSize)])
      : Buffer.alloc(0)
  const told = entry.described === true ? { ...shape, crc: 0, size: 0, packedSize: 0 } : shape
  const after = Buffer.concat([u32(0x08074b50), u32(shape.crc), u32(shape.packedSize), u32(shape.size)])
  return Buffer.concat([
    u32(0x04034b50),
    factsOf(told, entry.large === true),
    u16(name.length),
    u16(extra.length),
    name,
    extra,
    shape.packed,
    ...(entry.described === true ? [after] : []),
  ])
}

const listedOf = (entry: RawEntry, shape: Shape, offset: number): Buffer => {
  const name = Buffer.from(entry.name)
  const extra =
    entry.large === true
      ? Buffer.concat([u16(1), u16(24), u64(shape.size), u64(shape.packedSize), u64(offset)])
      : Buffer.alloc(0)
  return Buffer.concat([
    u32(0x02014b50),
    u16(entry.madeBy ?? unixFile.madeBy),
    factsOf(shape, entry.large === true),
    u16(name.length),
    u16(extra.length),
    u16(0),
    u16(0),
    u16(0),
    u32(entry.attributes ?? unixFile.attributes),
    u32(entry.large === true ? all32 : offset),
    name,
    extra,
  ])
}

export const zipOf = (entries: readonly RawEntry[], archive: RawArchive = {}): Uint8Array<ArrayBuffer> => {
  const { comment = '', count = entries.length, before = new Uint8Array() } = archive
  const pieces: Uint8Array[] = [before]
  const listed: Buffer[] = []
  let at = before.length
  for (const entry of entries) {
    const shape = shapeOf(entry)
    const local = localOf(entry, shape)
    listed.push(listedOf(entry, shape, entry.offset ?? at))
    pieces.push(local)
    at += local.length
  }
  const list = Buffer.concat(listed)
  pieces.push(list)
  const large = archive.large === true
  if (large)
    pieces.push(
      Buffer.concat([u32(0x06064b50), u64(44), u16(45), u16(45), u32(0), u32(0)]),
      Buffer.concat([u64(count), u64(count), u64(list.length), u64(archive.listAt ?? at)]),
      Buffer.concat([u32(0x07064b50), u32(0), u64(archive.endAt ?? at + list.length), u32(1)]),
    )
  const told = large ? 0xffff : count
  pieces.push(
    Buffer.concat([u32(0x06054b50), u16(0), u16(0), u16(told), u16(told)]),
    Buffer.concat([u32(large ? all32 : list.length), u32(large ? all32 : at), u16(comment.length)]),
    Buffer.from(comment, 'latin1'),
  )
  return new Uint8Array(Buffer.concat(pieces))
}

export const readZip = (archive: Buffer): Map<string, Buffer> => {
  const end = archive.length - 22
  if (archive.readUInt32LE(end) !== 0x06054b50) throw new Error('the archive has no end')
  const files = new Map<string, Buffer>()
  let entry = archive.readUInt32LE(end + 16)
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    if (archive.readUInt32LE(entry) !== 0x02014b50) throw new Error('the list of the archive is broken')
    const nameLength = archive.readUInt16LE(entry + 28)
    const name = archive.toString('utf8', entry + 46, entry + 46 + nameLength)
    const local = archive.readUInt32LE(entry + 42)
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
    const packed = archive.subarray(start, start + archive.readUInt32LE(entry + 20))
    const bytes = archive.readUInt16LE(entry + 10) === 8 ? inflateRawSync(packed) : packed
    if (crc32(bytes) !== archive.readUInt32LE(entry + 16)) throw new Error(`${name} is broken`)
    if (!name.endsWith('/')) files.set(name, bytes)
    entry += 46 + nameLength + archive.readUInt16LE(entry + 30) + archive.readUInt16LE(entry + 32)
  }
  return files
}
