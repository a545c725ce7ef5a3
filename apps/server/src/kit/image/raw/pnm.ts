import { isWithinLimits, type RawImage } from './raw-image.ts'

type Reader = {
  number(): number | null
  /** In text, bits need no space between them. */
  bit(): number | null
  /** The header ends with exactly one space. */
  raster(): number | null
  position(): number
}
type Shape = { width: number; samples: number; max: number; bitmap: boolean }
type Sample = (at: number) => number | null

const [comment, zero, lineFeed, carriageReturn] = [0x23, 0x30, 0x0a, 0x0d]
const largestNumber = 1_000_000_000
const largestMax = 65_535

const isSpace = (byte = 0): boolean => byte === 0x20 || (byte >= 9 && byte <= 13)
const isDigit = (byte = 0): boolean => byte >= zero && byte <= zero + 9

// P1 to P3 are text, P4 to P6 binary; each in the order bitmap, grayscale, color.
export const decode = (bytes: Buffer): RawImage | null => {
  const kind = (bytes[1] ?? 0) - zero
  if (bytes[0] !== 0x50 || kind < 1 || kind > 6 || !(isSpace(bytes[2]) || bytes[2] === comment)) return null
  const reader = createReader(bytes, 2)
  const bitmap = kind % 3 === 1
  const [width, height] = [reader.number(), reader.number()]
  const max = bitmap ? 1 : reader.number()
  if (width === null || height === null || max === null) return null
  if (max < 1 || max > largestMax || !isWithinLimits(bytes, width, height)) return null
  const colors = kind % 3 === 0
  const shape: Shape = { width, samples: width * height * (colors ? 3 : 1), max, bitmap }
  const sample = kind <= 3 ? wordSamples(bytes, reader, shape) : byteSamples(bytes, reader, shape)
  if (sample === null) return null
  const data = Buffer.alloc(width * height * 3)
  const copies = colors ? 1 : 3
  for (let at = 0, to = 0; at < shape.samples; at++, to += copies) {
    const value = sample(at)
    if (value === null || value > max) return null
    const shade = bitmap ? (1 - value) * 255 : Math.round((value * 255) / max)
    for (let copy = 0; copy < copies; copy++) data[to + copy] = shade
  }
  return { width, height, channels: 3, data }
}

const createReader = (bytes: Buffer, start: number): Reader => {
  let at = start
  const skipComment = (): void => {
    while (at < bytes.length && bytes[at] !== lineFeed && bytes[at] !== carriageReturn) at++
  }
  const skip = (): void => {
    while (isSpace(bytes[at]) || bytes[at] === comment) {
      if (bytes[at] === comment) skipComment()
      else at++
    }
  }
  return {
    number() {
      skip()
      const first = at
      let value = 0
      for (; isDigit(bytes[at]); at++) {
        value = value * 10 + (bytes[at] ?? 0) - zero
        if (value > largestNumber) return null
      }
      return at === first ? null : value
    },
    bit() {
      skip()
      const value = (bytes[at++] ?? 0) - zero
      return value === 0 || value === 1 ? value : null
    },
    raster() {
      if (bytes[at] === comment) skipComment()
      return isSpace(bytes[at]) ? at + 1 : null
    },
    position: () => at,
  }
}

const wordSamples = (bytes: Buffer, reader: Reader, { samples, bitmap }: Shape): Sample | null => {
  const least = bitmap ? samples : samples * 2 - 1
  if (reader.position() + least > bytes.length) return null
  return bitmap ? reader.bit : reader.number
}

const byteSamples = (
  bytes: Buffer,
  reader: Reader,
  { width, samples, max, bitmap }: Shape,
): Sample | null => {
  const start = reader.raster()
  const size = max > 255 ? 2 : 1
  const rowSize = Math.ceil(width / 8)
  const total = bitmap ? rowSize * (samples / width) : samples * size
  if (start === null || start + total > bytes.length) return null
  if (bitmap) {
    return (at) => {
      const x = at % width
      const row = (at - x) / width
      return ((bytes[start + row * rowSize + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1
    }
  }
  return (at) => bytes.readUIntBE(start + at * size, size)
}
