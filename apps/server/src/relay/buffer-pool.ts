import type { Socket } from 'node:net'
import { binaryFrame, longestHead } from './frame.ts'

const kept = 4_096

// Memory is reused once it is written out: the garbage collector can't keep up with a fast stream.
export class BufferPool {
  private readonly spare: Buffer[] = []
  private readonly roomBytes: number
  private readonly most: number

  constructor(longest: number, most: number) {
    this.roomBytes = longestHead + longest
    this.most = most
  }

  /** The bytes may be changed afterward. */
  send(socket: Socket, payload: Uint8Array): void {
    // A client that does not read gets no more memory than needed.
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
