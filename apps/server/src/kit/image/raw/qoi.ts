import { isWithinLimits, type RawImage } from './raw-image.ts'

const headerSize = 14
const endMark = Buffer.from([0, 0, 0, 0, 0, 0, 0, 1])
const longestRun = 62

export const decode = (bytes: Buffer): RawImage | null => {
  if (bytes.length < headerSize + endMark.length || bytes.toString('latin1', 0, 4) !== 'qoif') return null
  const [width, height] = [bytes.readUInt32BE(4), bytes.readUInt32BE(8)]
  const [channels, colorSpace = 0] = bytes.subarray(12, headerSize)
  if ((channels !== 3 && channels !== 4) || colorSpace > 1) return null
  const end = bytes.length - endMark.length
  if (!isWithinLimits(bytes, width, height) || width * height > (end - headerSize) * longestRun) return null
  const data = unpack(bytes, end, width * height, channels)
  return data && { width, height, channels, data }
}

// A chunk that reaches beyond `end` is detected by the missing end mark.
const unpack = (bytes: Buffer, end: number, pixels: number, channels: 3 | 4): Buffer | null => {
  const data = Buffer.alloc(pixels * channels)
  const seen = new Uint8Array(64 * 4)
  let [red, green, blue, alpha] = [0, 0, 0, 255]
  let [at, run] = [headerSize, 0]
  for (let to = 0; to < data.length; to += channels) {
    if (run > 0) run--
    else {
      if (at >= end) return null
      const tag = bytes[at++] ?? 0
      const low = tag & 63
      if (tag >= 0xfe) {
        red = bytes[at++] ?? 0
        green = bytes[at++] ?? 0
        blue = bytes[at++] ?? 0
        if (tag === 0xff) alpha = bytes[at++] ?? 0
      } else if (tag >= 0xc0) run = low
      else if (tag >= 0x80) {
        const second = bytes[at++] ?? 0
        const change = low - 32
        red = (red + change + (second >> 4) - 8) & 255
        green = (green + change) & 255
        blue = (blue + change + (second & 15) - 8) & 255
      } else if (tag >= 0x40) {
        red = (red + (low >> 4) - 2) & 255
        green = (green + ((low >> 2) & 3) - 2) & 255
        blue = (blue + (low & 3) - 2) & 255
      } else {
        red = seen[low * 4] ?? 0
        green = seen[low * 4 + 1] ?? 0
        blue = seen[low * 4 + 2] ?? 0
        alpha = seen[low * 4 + 3] ?? 0
      }
      const index = ((red * 3 + green * 5 + blue * 7 + alpha * 11) & 63) * 4
      seen[index] = red
      seen[index + 1] = green
      seen[index + 2] = blue
      seen[index + 3] = alpha
    }
    data[to] = red
    data[to + 1] = green
    data[to + 2] = blue
    if (channels === 4) data[to + 3] = alpha
  }
  return run === 0 && bytes.subarray(at, at + endMark.length).equals(endMark) ? data : null
}
