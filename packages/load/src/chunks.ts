const lineFeed = 10

/** Of a chunked body: gives its bytes, and tells whether it has ended. */
export const createChunkReader = () => {
  let state: 'size' | 'bytes' | 'end of chunk' | 'trailer' = 'size'
  let line = ''
  let left = 0

  const endLine = (): boolean => {
    const text = line.trim()
    line = ''
    if (state === 'trailer') return text === ''
    if (state === 'end of chunk') state = 'size'
    else {
      left = Number.parseInt(text, 16)
      if (!Number.isFinite(left)) throw new Error(`no size of a chunk: ${text}`)
      state = left === 0 ? 'trailer' : 'bytes'
    }
    return false
  }

  return (bytes: Buffer, take: (bytes: Buffer) => void): boolean => {
    for (let at = 0; at < bytes.length; ) {
      if (state === 'bytes') {
        const part = bytes.subarray(at, at + left)
        take(part)
        at += part.length
        left -= part.length
        if (left === 0) state = 'end of chunk'
        continue
      }
      const byte = bytes[at++] ?? 0
      if (byte !== lineFeed) line += String.fromCharCode(byte)
      else if (endLine()) return true
    }
    return false
  }
}
