export type RawImage = { width: number; height: number; channels: 3 | 4; data: Buffer }

// Decoding here blocks the event loop: far fewer pixels than the library may decode.
const maxPixels = 4_000_000
const maxBytes = 33_554_432

export const isWithinLimits = (bytes: Buffer, width: number, height: number): boolean =>
  bytes.length <= maxBytes && width > 0 && height > 0 && width * height <= maxPixels
