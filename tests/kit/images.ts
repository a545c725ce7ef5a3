import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

export type ImageFormat = 'png' | 'jpeg' | 'webp' | 'gif' | 'tiff' | 'avif'

const own = (bytes: Buffer): Buffer<ArrayBuffer> => Buffer.from(bytes)

export const sampleImage = async (
  kind: ImageFormat,
  { width = 40, height = 20, color = '#2fb6a3' } = {},
): Promise<Buffer<ArrayBuffer>> =>
  own(
    await sharp({ create: { width, height, channels: 3, background: color } })
      .toFormat(kind)
      .toBuffer(),
  )

/** Has GPS data and is rotated by 90 degrees: red is above blue when upright. */
export const photograph = async (): Promise<Buffer<ArrayBuffer>> => {
  const half = (background: string) => ({
    create: { width: 40, height: 60, channels: 3 as const, background },
  })
  const lying = await sharp({ create: { width: 80, height: 60, channels: 3, background: 'blue' } })
    .composite([{ input: half('red'), left: 0, top: 0 }])
    .png()
    .toBuffer()
  return own(
    await sharp(lying)
      .withExif({ IFD0: { Artist: 'Somebody' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 95 })
      .toBuffer(),
  )
}

export const animatedGif = async (): Promise<Buffer<ArrayBuffer>> => {
  const frames = ['red', 'lime', 'blue'].map((background) =>
    sharp({ create: { width: 30, height: 20, channels: 3, background } })
      .png()
      .toBuffer(),
  )
  return own(
    await sharp(await Promise.all(frames), { join: { animated: true } })
      .gif({ delay: [100, 100, 100] })
      .toBuffer(),
  )
}

/** Larger than what servers hold. */
export const largeGif = async (): Promise<Buffer<ArrayBuffer>> => {
  const [width, height, channels] = [700, 700, 3] as const
  const noise = randomBytes(width * height * channels)
  // Choosing the best colors of noise takes seconds.
  const gif = sharp(noise, { raw: { width, height, channels } }).gif({ effort: 1, dither: 0 })
  return own(await gif.toBuffer())
}

export const pngBomb = (width: number, height: number): Buffer<ArrayBuffer> => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const rows = Buffer.alloc(Math.min((Math.ceil(width / 8) + 1) * height, 4_000_000))
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

export const paddedPng = (png: Buffer, size: number): Buffer<ArrayBuffer> => {
  const end = png.length - 12
  const room = size - png.length - 12
  return Buffer.concat([png.subarray(0, end), chunk('teXt', Buffer.alloc(room)), png.subarray(end)])
}

const chunk = (type: string, data: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
