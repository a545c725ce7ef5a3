import { constants, gunzip, gzip } from 'node:zlib'
import { promisify } from 'node:util'

/**
 * A file is a row of gzip members, each complete in itself: all programs read them as one. Every member says in
 * its header how long it is, so that the end of the last complete one is found without unpacking.
 */
export const memberHeadLength = 20
/** More than any member has. */
const mostLength = 16 * 1024 * 1024
const plainHeadLength = 10
const extraFlag = 4
const extra = Buffer.from([8, 0, 'P'.charCodeAt(0), 'n'.charCodeAt(0), 4, 0])

const pack = promisify(gzip)
const unpack = promisify(gunzip)

/** Packs off the event loop, fast rather than small. */
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
