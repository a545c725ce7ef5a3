import type { Sharp } from 'sharp'
import { formatOf, type ImageFormat, type RawFormat } from './format.ts'
import { decode as decodeBmp } from './raw/bmp.ts'
import type { RawPicture } from './raw/picture.ts'
import { decode as decodePnm } from './raw/pnm.ts'
import { decode as decodeQoi } from './raw/qoi.ts'
import { decode as decodeTga } from './raw/tga.ts'

/** Makes an uploaded picture one of ours. */
export type ImageProcessor = {
  /** Null when `bytes` are no picture we take. GIFs stay as they are; the rest becomes WebP. */
  convert(bytes: Buffer, options: { width: number | null }): Promise<ConvertedImage | null>
}

export type ConvertedImage = { bytes: Buffer; extension: 'webp' | 'gif' }

/** Pictures beyond this are refused before they are decoded: a small file can hold a very large one. */
const maxPixels = 40_000_000
/** The largest side of a WebP. */
const maxSide = 16_383
/** All frames of a film together: it is kept as it is, and everybody who sees it has to unpack it. */
const maxFilmPixels = 500_000_000
const timeoutSeconds = 15

const decoders: Record<RawFormat, (bytes: Buffer) => RawPicture | null> = {
  bmp: decodeBmp,
  pnm: decodePnm,
  qoi: decodeQoi,
  tga: decodeTga,
}

const isRaw = (format: ImageFormat): format is RawFormat => format in decoders

export type SharpOptions = {
  /** Lets a piece of work run when it is its turn. */
  turn: <T>(work: () => Promise<T>) => Promise<T>
}

/** The library is loaded with the first picture, not with the program. */
export const createSharpProcessor = ({ turn }: SharpOptions): ImageProcessor => {
  const open = async (bytes: Buffer, format: ImageFormat): Promise<Sharp | null> => {
    const { default: sharp } = await import('sharp')
    sharp.concurrency(1)
    sharp.cache(false)
    const options = { limitInputPixels: maxPixels, failOn: 'error' } as const
    const opened = (input: Buffer, more = {}) =>
      sharp(input, { ...options, ...more }).timeout({ seconds: timeoutSeconds })
    if (!isRaw(format)) return opened(bytes)
    const picture = decoders[format](bytes)
    if (picture === null) return null
    const { data, width, height, channels } = picture
    return opened(data, { raw: { width, height, channels } })
  }

  const convert = async (
    bytes: Buffer,
    format: ImageFormat,
    width: number | null,
  ): Promise<ConvertedImage | null> => {
    const image = await open(bytes, format)
    if (image === null) return null
    const { autoOrient: natural, pages = 1 } = await image.metadata()
    if (format === 'gif') {
      if (natural.width * natural.height * pages > maxFilmPixels) return null
      // Kept as it is, once the first frame has proved readable.
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
    async convert(bytes, { width }) {
      const format = formatOf(bytes)
      if (format === null) return null
      try {
        return await turn(() => convert(bytes, format, width))
      } catch {
        return null
      }
    },
  }
}
