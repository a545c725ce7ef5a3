/** Makes an uploaded picture one of ours. */
export type ImageProcessor = {
  /** Null when `bytes` are no picture we take. GIFs stay as they are; the rest becomes WebP. */
  convert(bytes: Buffer, options: { width: number | null }): Promise<ConvertedImage | null>
}

export type ConvertedImage = { bytes: Buffer; extension: 'webp' | 'gif' }
