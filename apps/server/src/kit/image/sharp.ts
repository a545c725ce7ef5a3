import type { Sharp } from 'sharp'
import { formatOf, type ImageFormat, type RawFormat } from './format.ts'
import { decode as decodeBmp } from './raw/bmp.ts'
import type { RawImage } from './raw/raw-image.ts'
import { decode as decodePnm } from './raw/pnm.ts'
import { decode as decodeQoi } from './raw/qoi.ts'
import { decode as decodeTga } from './raw/tga.ts'

export type ImageProcessor = {
  /** Null for an unsupported image. GIFs stay as they are, unless one frame is enough; others become WebP. */
  convert(bytes: Buffer, options: ConvertOptions): Promise<ConvertedImage | null>
}

type ConvertOptions = { width: number | null; still?: boolean }

export type ConvertedImage = { bytes: Buffer; extension: 'webp' | 'gif' }

// A small file can hold a very large image, so this is checked before it is decoded.
const maxPixels = 40_000_000
// The largest side that WebP supports.
const maxSide = 16_383
// All frames together: an animation is kept as it is, and every viewer has to decode it.
const maxFilmPixels = 500_000_000
const timeoutSeconds = 15

const decoders: Record<RawFormat, (bytes: Buffer) => RawImage | null> = {
  bmp: decodeBmp,
  pnm: decodePnm,
  qoi: decodeQoi,
  tga: decodeTga,
}

const isRaw = (format: ImageFormat): format is RawFormat => format in decoders

export type SharpOptions = {
  limit: <T>(work: () => Promise<T>) => Promise<T>
}

// The library is loaded with the first image, to start faster.
export const createSharpProcessor = ({ limit }: SharpOptions): ImageProcessor => {
  const open = async (bytes: Buffer, format: ImageFormat): Promise<Sharp | null> => {
    const { default: sharp } = await import('sharp')
    sharp.concurrency(1)
    sharp.cache(false)
    const options = { limitInputPixels: maxPixels, failOn: 'error' } as const
    const opened = (input: Buffer, more = {}) =>
      sharp(input, { ...options, ...more }).timeout({ seconds: timeoutSeconds })
    if (!isRaw(format)) return opened(bytes)
    const raw = decoders[format](bytes)
    if (raw === null) return null
    const { data, width, height, channels } = raw
    return opened(data, { raw: { width, height, channels } })
  }

  const convert = async (
    bytes: Buffer,
    format: ImageFormat,
    { width, still = false }: ConvertOptions,
  ): Promise<ConvertedImage | null> => {
    const image = await open(bytes, format)
    if (image === null) return null
    const { autoOrient: natural, pages = 1 } = await image.metadata()
    if (format === 'gif' && !still) {
      if (natural.width * natural.height * pages > maxFilmPixels) return null
      // Kept as it is, but the first frame must be readable.
      await image.resize(8, 8, { fit: 'inside' }).raw().toBuffer()
      return { bytes, extension: 'gif' }
    }
    const height = width === null ? natural.height : (natural.height * width) / natural.width
    if (height > maxSide || (width ?? natural.width) > maxSide) return null
    const upright = image.autoOrient()
    const sized = width === null ? upright : upright.resize({ width })
    return { bytes: await sized.webp({ quality: 85 }).toBuffer(), extension: 'webp' }
  }

  return {
    async convert(bytes, options) {
      const format = formatOf(bytes)
      if (format === null) return null
      try {
        return await limit(() => convert(bytes, format, options))
      } catch {
        return null
      }
    },
  }
}
