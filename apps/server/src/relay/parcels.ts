import type { Socket } from 'node:net'
import { binaryFrame, longestHead } from './frame.ts'

/** Below this, memory costs less than keeping it. */
const kept = 4_096

/**
 * Sends bytes as frames, in memory that is used again and again once it has been written out. What is left to the
 * garbage collector instead, megabytes in a moment, makes it run all the time.
 */
export class Parcels {
  private readonly spare: Buffer[] = []
  private readonly roomBytes: number
  private readonly most: number

  /** `longest`: the most that is sent at once; `most`: how much of that is kept for later. */
  constructor(longest: number, most: number) {
    this.roomBytes = longestHead + longest
    this.most = most
  }

  /** One binary message; the bytes may be changed afterwards. */
  send(socket: Socket, payload: Uint8Array): void {
    // For somebody who does not read, no more than there is to keep.
    if (payload.length < kept || socket.writableLength > 0) {
      socket.write(binaryFrame(payload, Buffer.allocUnsafe(longestHead + payload.length)))
      return
    }
    const room = this.spare.pop() ?? Buffer.allocUnsafeSlow(this.roomBytes)
    socket.write(binaryFrame(payload, room), () => {
      if (this.spare.length < this.most) this.spare.push(room)
    })
  }
}
