const final = 0x80
const opcodes = { binary: final | 2, close: final | 8, pong: final | 10 } as const

/** Up to here, putting head and payload into one piece costs less than writing two. */
const copied = 4_096

/** One whole binary message, in pieces to be written one after the other. */
export const binaryFrame = (payload: Buffer): readonly Buffer[] => {
  const head = headOf(opcodes.binary, payload.length)
  return payload.length <= copied ? [Buffer.concat([head, payload])] : [head, payload]
}

/** At most 125 bytes. */
export const pongFrame = (payload: Buffer): Buffer =>
  Buffer.concat([headOf(opcodes.pong, payload.length), payload])

export const closeFrame = (status: number): Buffer =>
  Buffer.from([opcodes.close, 2, status >> 8, status & 0xff])

const headOf = (opcode: number, length: number): Buffer => {
  if (length < 126) return Buffer.from([opcode, length])
  if (length < 65_536) return Buffer.from([opcode, 126, length >> 8, length & 0xff])
  const head = Buffer.alloc(10)
  head[0] = opcode
  head[1] = 127
  head.writeUInt32BE(length, 6)
  return head
}
