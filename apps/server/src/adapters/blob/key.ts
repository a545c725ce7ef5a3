const maxLength = 512
const maxPartLength = 255

class InvalidBlobKey extends Error {
  override name = 'InvalidBlobKey'
}

export function assertKey(key: string): void {
  assertPath(key)
  for (const part of key.split('/')) {
    if (part === '' || part === '.') throw new InvalidBlobKey('a blob key has an empty part')
    if (part.length > maxPartLength) throw new InvalidBlobKey('a part of a blob key is too long')
  }
}

// Other files and objects may lie beside the blobs.
export function isKey(name: string): boolean {
  try {
    assertKey(name)
    return true
  } catch {
    return false
  }
}

export function assertPrefix(prefix: string): void {
  if (prefix === '') return
  assertPath(prefix)
  const folders = prefix.split('/').slice(0, -1)
  if (folders.some((part) => part === '' || part === '.')) {
    throw new InvalidBlobKey('a blob prefix has an empty part')
  }
}

function assertPath(path: string): void {
  if (path.length > maxLength) throw new InvalidBlobKey('a blob key is too long')
  if (!/^[a-zA-Z0-9._\-/]+$/.test(path)) throw new InvalidBlobKey('a blob key has an invalid character')
  if (path.includes('..')) throw new InvalidBlobKey('a blob key has two dots in a row')
}

export function rangeWithin(range: BlobRange, size: number): BlobRange {
  assertRange(range)
  if (range.start >= size) throw new RangeError('the range begins beyond the end of the blob')
  return { start: range.start, end: Math.min(range.end, size - 1) }
}

export type BlobRange = { start: number; end: number }

export function assertRange({ start, end }: BlobRange): void {
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || start < 0 || end < start) {
    throw new RangeError('the range is not one of whole, ascending byte positions')
  }
}
