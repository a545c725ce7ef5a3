import { isWithinLimits, type RawImage } from './raw-image.ts'

type Header = {
  width: number
  height: number
  /** Bits of a pixel in the file; `colorBits` are those of a map entry if there is a map. */
  bits: number
  colorBits: number
  channels: 3 | 4
  packed: boolean
  mapped: boolean
  map: { at: number; first: number; length: number }
  topDown: boolean
  rightToLeft: boolean
  start: number
  end: number
}

const headerSize = 18
const footerSize = 26
const footerMark = 'TRUEVISION-XFILE.\0'
const longestRun = 128

// There is no signature at the start, and older files have none at the end: the whole header must be valid.
export const isTga = (bytes: Buffer): boolean => headerOf(bytes) !== null

export const decode = (bytes: Buffer): RawImage | null => {
  const header = headerOf(bytes)
  if (header === null) return null
  const { width, height, bits, channels, packed, topDown, rightToLeft, start, end } = header
  const pixels = width * height
  const size = Math.ceil(bits / 8)
  const room = end - start
  if (pixels > (packed ? Math.ceil(room / (size + 1)) * longestRun : room / size)) return null
  const data = Buffer.alloc(pixels * channels)
  let [from, left, repeated] = [start, 0, false]
  for (let at = 0; at < pixels; at++) {
    if (packed && left === 0) {
      const packet = bytes[from++] ?? 0
      left = (packet & 127) + 1
      repeated = packet > 127
      if (left > pixels - at) return null
    }
    left--
    if (from + size > end) return null
    const x = at % width
    const row = (at - x) / width
    const to = (topDown ? row : height - 1 - row) * width + (rightToLeft ? width - 1 - x : x)
    if (!paint(bytes, from, header, data, to * channels)) return null
    if (!repeated || left === 0) from += size
  }
  return { width, height, channels, data }
}

const headerOf = (bytes: Buffer): Header | null => {
  if (bytes.length < headerSize) return null
  const [idLength = 0, mapType = 0, kind = 0] = bytes
  const [mapFirst, mapLength] = [bytes.readUInt16LE(3), bytes.readUInt16LE(5)]
  const mapBits = bytes.readUInt8(7)
  const [width, height] = [bytes.readUInt16LE(12), bytes.readUInt16LE(14)]
  const [bits = 0, flags = 0] = bytes.subarray(16, headerSize)
  const hasFooter = bytes.toString('latin1', Math.max(bytes.length - footerMark.length, 0)) === footerMark
  const [mapped, gray] = [(kind & 7) === 1, (kind & 7) === 3]
  if (![1, 2, 3, 9, 10, 11].includes(kind) || mapType > 1 || (mapped && mapType === 0)) return null
  const alphaBits = flags & 15
  const wanted = gray || mapped ? [8, 16] : [15, 16, 24, 32]
  if (!wanted.includes(bits) || flags >> 6 !== 0 || alphaBits > 8) return null
  if (mapType === 1 && ![15, 16, 24, 32].includes(mapBits)) return null
  const strayMap = mapType === 0 && (mapFirst !== 0 || mapLength !== 0 || mapBits !== 0)
  if (!hasFooter && (strayMap || ![0, 1, 8].includes(alphaBits))) return null
  const mapAt = headerSize + idLength
  const start = mapAt + (mapType === 1 ? mapLength * Math.ceil(mapBits / 8) : 0)
  const end = hasFooter ? bytes.length - footerSize : bytes.length
  if (start >= end || !isWithinLimits(bytes, width, height)) return null
  const colorBits = mapped ? mapBits : bits
  // Ignores the alpha bit of 16: some writers leave it unset in opaque images.
  const hasAlpha = mapped ? mapBits === 32 : alphaBits === 8 && bits === (gray ? 16 : 32)
  return {
    width,
    height,
    bits,
    colorBits: gray ? 8 : colorBits,
    channels: hasAlpha ? 4 : 3,
    packed: kind > 8,
    mapped,
    map: { at: mapAt, first: mapFirst, length: mapLength },
    topDown: (flags & 32) !== 0,
    rightToLeft: (flags & 16) !== 0,
    start,
    end,
  }
}

const fiveBits = (value: number): number => Math.round(((value & 31) * 255) / 31)

const paint = (bytes: Buffer, pixel: number, header: Header, data: Buffer, to: number): boolean => {
  const { bits, colorBits, channels, mapped, map } = header
  let from = pixel
  if (mapped) {
    const index = bytes.readUIntLE(pixel, bits / 8) - map.first
    if (index < 0 || index >= map.length) return false
    from = map.at + index * Math.ceil(colorBits / 8)
  }
  if (colorBits === 8) {
    const shade = bytes[from] ?? 0
    data[to] = shade
    data[to + 1] = shade
    data[to + 2] = shade
    if (channels === 4) data[to + 3] = bytes[from + 1] ?? 0
  } else if (colorBits <= 16) {
    const value = bytes.readUInt16LE(from)
    data[to] = fiveBits(value >> 10)
    data[to + 1] = fiveBits(value >> 5)
    data[to + 2] = fiveBits(value)
  } else {
    data[to] = bytes[from + 2] ?? 0
    data[to + 1] = bytes[from + 1] ?? 0
    data[to + 2] = bytes[from] ?? 0
    if (channels === 4) data[to + 3] = bytes[from + 3] ?? 0
  }
  return true
}
