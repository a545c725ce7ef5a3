import { isTga } from './raw/tga.ts'

export type ImageFormat = 'png' | 'jpeg' | 'gif' | 'webp' | 'tiff' | 'avif' | RawFormat
export type RawFormat = 'bmp' | 'pnm' | 'qoi' | 'tga'

type Signature = { format: ImageFormat; at: number; bytes: string }

const signatures: readonly Signature[] = [
  { format: 'png', at: 0, bytes: '\x89PNG\r\n\x1a\n' },
  { format: 'jpeg', at: 0, bytes: '\xff\xd8\xff' },
  { format: 'gif', at: 0, bytes: 'GIF87a' },
  { format: 'gif', at: 0, bytes: 'GIF89a' },
  { format: 'webp', at: 8, bytes: 'WEBP' },
  { format: 'tiff', at: 0, bytes: 'II*\0' },
  { format: 'tiff', at: 0, bytes: 'MM\0*' },
  { format: 'avif', at: 4, bytes: 'ftyp' },
  { format: 'bmp', at: 0, bytes: 'BM' },
  { format: 'qoi', at: 0, bytes: 'qoif' },
  { format: 'pnm', at: 0, bytes: 'P1' },
  { format: 'pnm', at: 0, bytes: 'P2' },
  { format: 'pnm', at: 0, bytes: 'P3' },
  { format: 'pnm', at: 0, bytes: 'P4' },
  { format: 'pnm', at: 0, bytes: 'P5' },
  { format: 'pnm', at: 0, bytes: 'P6' },
]

export const formatOf = (bytes: Buffer): ImageFormat | null => {
  const head = bytes.subarray(0, 16).toString('latin1')
  const signed = signatures.find(({ at, bytes: expected }) => head.startsWith(expected, at))
  if (signed !== undefined) return signed.format
  return isTga(bytes) ? 'tga' : null
}
