import { constants, gunzip, gzip } from 'node:zlib'
import { promisify } from 'node:util'

// Each header has the length of its member, so that the last complete one is found without decompressing.
export const memberHeadLength = 20
const mostLength = 16 * 1024 * 1024
const plainHeadLength = 10
const extraFlag = 4
const extra = Buffer.from([8, 0, 'P'.charCodeAt(0), 'n'.charCodeAt(0), 4, 0])

const pack = promisify(gzip)
const unpack = promisify(gunzip)

export const gzipMember = async (parts: readonly Uint8Array[]): Promise<Buffer> => {
  const packed = await pack(Buffer.concat(parts), { level: constants.Z_BEST_SPEED })
  const head = Buffer.alloc(memberHeadLength)
  packed.copy(head, 0, 0, plainHeadLength)
  head.writeUInt8(extraFlag, 3)
  extra.copy(head, plainHeadLength)
  head.writeUInt32LE(packed.length + memberHeadLength - plainHeadLength, memberHeadLength - 4)
  return Buffer.concat([head, packed.subarray(plainHeadLength)])
}

/** Null when this is not the head of a member. */
export const memberLength = (head: Buffer): number | null => {
  if (head.length < memberHeadLength || head.readUInt32BE(0) !== 0x1f8b0800 + extraFlag) return null
  if (!head.subarray(plainHeadLength, memberHeadLength - 4).equals(extra)) return null
  const length = head.readUInt32LE(memberHeadLength - 4)
  return length > memberHeadLength && length <= mostLength ? length : null
}

export const isSound = (member: Buffer): Promise<boolean> =>
  unpack(member).then(
    () => true,
    () => false,
  )
