const final = 0x80
const opcodes = { binary: final | 2, close: final | 8, pong: final | 10 } as const

export const longestHead = 10

export const binaryFrame = (payload: Uint8Array, room: Buffer): Buffer => {
  const head = headOf(opcodes.binary, payload.length)
  const from = longestHead - head.length
  room.set(head, from)
  room.set(payload, longestHead)
  return room.subarray(from, longestHead + payload.length)
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
