import type { Sharp } from 'sharp'
import type { ImageProcessor } from '../../ports/image.ts'

/** Pictures beyond this are refused before they are decoded: a small file can hold a very large one. */
const maxPixels = 40_000_000
const maxFrames = 500

const accepted = new Set(['jpeg', 'png', 'webp', 'gif', 'tiff', 'heif', 'avif'])

/** The library is loaded with the first picture, not with the program. */
export const createSharpProcessor = (): ImageProcessor => {
  const open = async (bytes: Buffer): Promise<Sharp> => {
    const { default: sharp } = await import('sharp')
    sharp.concurrency(1)
    sharp.cache(false)
    return sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
  }
  return {
    async convert(bytes, { width }) {
      try {
        const image = await open(bytes)
        const { format, pages = 1, width: natural = 0, height = 0 } = await image.metadata()
        // Vector formats are programs; they stay outside.
        if (!accepted.has(format ?? '') || natural === 0 || height === 0 || pages > maxFrames) return null
        if (format === 'gif') {
          // Kept as it is, once the first frame has proved readable.
          await image.resize(8, 8, { fit: 'inside' }).raw().toBuffer()
          return { bytes, extension: 'gif' }
        }
        const upright = image.rotate()
        const sized = width === null ? upright : upright.resize({ width })
        return { bytes: await sized.webp({ quality: 85 }).toBuffer(), extension: 'webp' }
      } catch {
        return null
      }
    },
  }
}
