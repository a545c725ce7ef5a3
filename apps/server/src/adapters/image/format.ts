/** Kinds of picture by their first bytes: what cannot be one of them never reaches a decoder. */
export type ImageFormat = 'png' | 'jpeg' | 'gif' | 'webp' | 'tiff' | 'avif'

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
]

export const formatOf = (bytes: Buffer): ImageFormat | null => {
  const head = bytes.subarray(0, 16).toString('latin1')
  return signatures.find(({ at, bytes: expected }) => head.startsWith(expected, at))?.format ?? null
}
