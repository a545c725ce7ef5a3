// The stream is in the first byte of a frame, the length in bytes 5 to 8.
const headerLength = 8

export const readFrames = (bytes: Buffer, most: number): string => {
  const parts: Buffer[] = []
  let at = 0
  while (at + headerLength <= bytes.length) {
    const isFrame = bytes.readUInt8(at) <= 2 && bytes.readUIntBE(at + 1, 3) === 0
    // A terminal's output has no frames.
    if (!isFrame) return tidy(bytes.subarray(at), most, parts)
    const end = at + headerLength + bytes.readUInt32BE(at + 4)
    parts.push(bytes.subarray(at + headerLength, end))
    at = end
  }
  return tidy(Buffer.alloc(0), most, parts)
}

const tidy = (rest: Buffer, most: number, parts: readonly Buffer[]): string => {
  const whole = Buffer.concat([...parts, rest])
  return (
    new TextDecoder()
      .decode(whole.subarray(Math.max(0, whole.length - most)))
      // Databases refuse zero bytes.
      .replace(escapes, '')
      .replace(controls, '')
  )
}

const escapes = /\u001b(?:\[[0-?]*[ -/]*[@-~]|[@-Z\\^_])/g
const controls = /[\u0000-\u0008\u000b-\u001f\u007f]/g
