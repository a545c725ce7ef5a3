const blockBytes = 512
const nameBytes = 100
/** Eleven octal digits. */
export const largestEntry = 8 ** 11 - 1

export const paddedTo = (size: number): number => Math.ceil(size / blockBytes) * blockBytes
export const paddingOf = (size: number): Buffer => Buffer.alloc(paddedTo(size) - size)
export const headerBytes = blockBytes

/** Of a file that only its owner can read. The same for the same arguments. */
export const headerOf = (name: string, size: number): Buffer => {
  if (Buffer.byteLength(name) >= nameBytes || size > largestEntry)
    throw new RangeError(`a tar can't hold ${name} of ${size} bytes`)
  const header = Buffer.alloc(blockBytes)
  const octal = (value: number, at: number, digits: number): void =>
    void header.write(`${value.toString(8).padStart(digits, '0')}\0`, at, 'latin1')
  header.write(name, 0)
  octal(0o600, 100, 7)
  octal(0, 108, 7)
  octal(0, 116, 7)
  octal(size, 124, 11)
  octal(0, 136, 11)
  header.write(' '.repeat(8), 148, 'latin1')
  header.write('0', 156, 'latin1')
  header.write('ustar\x0000', 257, 'latin1')
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return header
}

/** Null unless `headerOf` has written it. */
export const readHeader = (header: Buffer): { name: string; size: number } | null => {
  const name = header.toString('utf8', 0, Math.max(0, header.indexOf(0)))
  const size = Number.parseInt(header.toString('latin1', 124, 135), 8)
  if (name === '' || name.length >= nameBytes || !Number.isSafeInteger(size) || size < 0) return null
  return headerOf(name, size).equals(header) ? { name, size } : null
}

const sealName = 'sha256'

/** What an archive ends with: an entry with the SHA-256 of all bytes before it, and the two blocks of every tar. */
export const sealOf = (sha256: string): Buffer => {
  const text = Buffer.from(`${sha256}\n`)
  return Buffer.concat([
    headerOf(sealName, text.length),
    text,
    paddingOf(text.length),
    Buffer.alloc(2 * blockBytes),
  ])
}
export const sealBytes = sealOf('0'.repeat(64)).length
