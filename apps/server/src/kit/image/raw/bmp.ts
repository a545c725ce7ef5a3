import { isWithinLimits, type RawImage } from './raw-image.ts'

type Layout = {
  headerSize: number
  width: number
  height: number
  topDown: boolean
  depth: number
  compression: number
  colors: number
  offset: number
  stride: number
}

type Row = (from: number, data: Buffer, to: number) => boolean
type Rows = { channels: 3 | 4; row: Row }
type Channel = { mask: number; shift: number; max: number }

const fileHeaderSize = 14
const coreHeaderSize = 12
const headerSizes: readonly number[] = [coreHeaderSize, 40, 52, 56, 64, 108, 124]
const masksAt = fileHeaderSize + 40
const compressions = { rgb: 0, bitFields: 3, alphaBitFields: 6 }

export const decode = (bytes: Buffer): RawImage | null => {
  const layout = layoutOf(bytes)
  const rows = layout && rowsOf(bytes, layout)
  if (layout === null || rows === null) return null
  const { width, height, topDown, offset, stride } = layout
  const { channels, row } = rows
  const data = Buffer.alloc(width * height * channels)
  for (let y = 0; y < height; y++) {
    const to = (topDown ? y : height - 1 - y) * width * channels
    if (!row(offset + y * stride, data, to)) return null
  }
  return { width, height, channels, data }
}

const layoutOf = (bytes: Buffer): Layout | null => {
  if (bytes.length < fileHeaderSize + coreHeaderSize || bytes.toString('latin1', 0, 2) !== 'BM') return null
  const headerSize = bytes.readUInt32LE(14)
  const headersEnd = fileHeaderSize + headerSize
  if (!headerSizes.includes(headerSize) || bytes.length < headersEnd) return null
  const core = headerSize === coreHeaderSize
  const width = core ? bytes.readUInt16LE(18) : bytes.readInt32LE(18)
  const signedHeight = core ? bytes.readUInt16LE(20) : bytes.readInt32LE(22)
  const height = Math.abs(signedHeight)
  const planes = bytes.readUInt16LE(core ? 22 : 26)
  if (planes !== 1 || !isWithinLimits(bytes, width, height)) return null
  const depth = bytes.readUInt16LE(core ? 24 : 28)
  const offset = bytes.readUInt32LE(10)
  const stride = Math.ceil((width * depth) / 32) * 4
  if (offset < headersEnd || offset + stride * height > bytes.length) return null
  return {
    headerSize,
    width,
    height,
    topDown: signedHeight < 0,
    depth,
    compression: core ? compressions.rgb : bytes.readUInt32LE(30),
    colors: core ? 0 : bytes.readUInt32LE(46),
    offset,
    stride,
  }
}

const rowsOf = (bytes: Buffer, layout: Layout): Rows | null => {
  const { depth, compression } = layout
  if (compression === compressions.rgb) {
    if (depth === 1 || depth === 4 || depth === 8) return paletteRows(bytes, layout)
    if (depth === 16) return maskRows(bytes, layout, [0x7c00, 0x3e0, 0x1f])
    if (depth === 24 || depth === 32) return maskRows(bytes, layout, [0xff0000, 0xff00, 0xff])
    return null
  }
  const alpha = compression === compressions.alphaBitFields
  if ((!alpha && compression !== compressions.bitFields) || (depth !== 16 && depth !== 32)) return null
  // OS/2 has other fields in place of the masks.
  if (layout.headerSize === 64) return null
  const count = alpha || layout.headerSize >= 56 ? 4 : 3
  if (layout.offset < masksAt + count * 4) return null
  const masks = Array.from({ length: count }, (_, at) => bytes.readUInt32LE(masksAt + at * 4))
  return maskRows(bytes, layout, masks[3] === 0 ? masks.slice(0, 3) : masks)
}

const paletteRows = (bytes: Buffer, { headerSize, width, depth, colors, offset }: Layout): Rows | null => {
  const start = fileHeaderSize + headerSize
  const entry = headerSize === coreHeaderSize ? 3 : 4
  const most = 1 << depth
  if (colors > most) return null
  // Some writers leave out colors that the image does not use.
  const count = Math.min(colors === 0 ? most : colors, Math.floor((offset - start) / entry))
  const row: Row = (from, data, first) => {
    for (let x = 0, to = first; x < width; x++, to += 3) {
      const bit = x * depth
      const index = ((bytes[from + (bit >> 3)] ?? 0) >> (8 - depth - (bit & 7))) & (most - 1)
      if (index >= count) return false
      const color = start + index * entry
      data[to] = bytes[color + 2] ?? 0
      data[to + 1] = bytes[color + 1] ?? 0
      data[to + 2] = bytes[color] ?? 0
    }
    return true
  }
  return { channels: 3, row }
}

const channelOf = (mask: number): Channel => {
  const shift = mask === 0 ? 0 : 31 - Math.clz32(mask & -mask)
  return { mask, shift, max: mask >>> shift }
}

const maskRows = (bytes: Buffer, { width, depth }: Layout, masks: readonly number[]): Rows | null => {
  const wanted = masks.map(channelOf)
  const isRun = ({ max }: Channel): boolean => Number.isInteger(Math.log2(max + 1))
  if (!wanted.every(isRun) || masks.some((mask) => mask >= 2 ** depth)) return null
  const size = depth / 8
  const row: Row = (from, data, first) => {
    let to = first
    for (let x = 0; x < width; x++) {
      const value = bytes.readUIntLE(from + x * size, size)
      for (const { mask, shift, max } of wanted) {
        data[to++] = max === 0 ? 0 : Math.round((((value & mask) >>> shift) * 255) / max)
      }
    }
    return true
  }
  return { channels: masks.length === 4 ? 4 : 3, row }
}
