export type StreamOrder = { towards: 'container' | 'client'; messageBytes: number; totalBytes: number }

export const orderBytes = 13

export const writeOrder = ({ towards, messageBytes, totalBytes }: StreamOrder): Buffer => {
  const bytes = Buffer.alloc(orderBytes)
  bytes.writeUInt8(towards === 'container' ? 1 : 0, 0)
  bytes.writeUInt32BE(messageBytes, 1)
  bytes.writeBigUInt64BE(BigInt(totalBytes), 5)
  return bytes
}

export const readOrder = (bytes: Buffer): StreamOrder => ({
  towards: bytes.readUInt8(0) === 1 ? 'container' : 'client',
  messageBytes: bytes.readUInt32BE(1),
  totalBytes: Number(bytes.readBigUInt64BE(5)),
})
