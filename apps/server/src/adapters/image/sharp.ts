import type { Sharp } from 'sharp'
import type { ConvertedImage, ImageProcessor } from '../../ports/image.ts'
import { formatOf } from './format.ts'

/** Pictures beyond this are refused before they are decoded: a small file can hold a very large one. */
const maxPixels = 40_000_000
/** The largest side of a WebP. */
const maxSide = 16_383
/** All frames of a film together: it is kept as it is, and everybody who sees it has to unpack it. */
const maxFilmPixels = 500_000_000
const timeoutSeconds = 15

export type SharpOptions = {
  /** Lets a piece of work run when it is its turn. */
  turn: <T>(work: () => Promise<T>) => Promise<T>
}

/** The library is loaded with the first picture, not with the program. */
export const createSharpProcessor = ({ turn }: SharpOptions): ImageProcessor => {
  const open = async (bytes: Buffer): Promise<Sharp> => {
    const { default: sharp } = await import('sharp')
    sharp.concurrency(1)
    sharp.cache(false)
    return sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' }).timeout({ seconds: timeoutSeconds })
  }

  const convert = async (
    image: Sharp,
    bytes: Buffer,
    width: number | null,
  ): Promise<ConvertedImage | null> => {
    const { autoOrient: natural, pages = 1 } = await image.metadata()
    if (formatOf(bytes) === 'gif') {
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
      if (formatOf(bytes) === null) return null
      const image = await open(bytes)
      try {
        return await turn(() => convert(image, bytes, width))
      } catch {
        return null
      }
    },
  }
}
