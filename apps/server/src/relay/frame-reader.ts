import { unmask } from './unmask.ts'

/** What a piece of the client's stream has brought. */
export type Heard = {
  /** What the data frames carry, unmasked and in one piece; a part of the chunk itself. */
  data: Buffer | null
  /** The payload of the last ping: that is the one to be answered. */
  ping: Buffer | null
  /** The client has taken its leave, or broken the protocol: the status to close with. Nothing counts after it. */
  end: 'close' | 1002 | 1009 | null
}

const opcodes = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const
const longestControl = 125

/**
 * Reads the frames of a client (RFC 6455, without extensions) as they come. Messages are not put together: where
 * they begin and end means nothing to a stream of bytes, and so nobody can make us hold one, however long.
 */
export class FrameReader {
  private readonly header = new Uint8Array(14)
  private gathered = 0
  private opcode = 0
  private final = false
  /** Of the frame's payload, still to come and already seen; `left` is negative between frames. */
  private left = -1
  private seen = 0
  private mask: Uint8Array = this.header
  private fragmented = false
  private control: Buffer | null = null
  private ended = false

  /** Whether the stream would break off here. */
  get midway(): boolean {
    return this.gathered > 0 || this.fragmented
  }

  /** Changes the chunk. */
  read(chunk: Buffer): Heard {
    const heard: Heard = { data: null, ping: null, end: null }
    let from = 0
    let to = 0
    for (let at = 0; at < chunk.length && !this.ended; ) {
      if (this.left < 0) {
        this.header[this.gathered++] = chunk[at++] ?? 0
        const fault = this.readHeader()
        if (fault !== null) this.end(heard, fault)
      } else {
        const part = chunk.subarray(at, at + Math.min(this.left, chunk.length - at))
        unmask(part, this.mask, this.seen & 3)
        if (this.opcode >= opcodes.close) this.keepControl(part)
        else if (to === 0) {
          from = at
          to = at + part.length
        } else {
          chunk.copyWithin(to, at, at + part.length)
          to += part.length
        }
        at += part.length
        this.seen += part.length
        this.left -= part.length
      }
      if (this.left === 0) this.finishFrame(heard)
    }
    if (to > from) heard.data = chunk.subarray(from, to)
    return heard
  }

  /** Called with every byte of the header; goes on to the payload once it is complete. */
  private readHeader(): 1002 | 1009 | null {
    const [first = 0, second = 0] = this.header
    if (this.gathered < 2) return null
    const short = second & 0x7f
    if (this.gathered === 2) {
      this.opcode = first & 0x0f
      this.final = (first & 0x80) !== 0
      // Extensions have the reserved bits, and there are none; clients must mask.
      if ((first & 0x70) !== 0 || (second & 0x80) === 0) return 1002
      return this.isInOrder(short) ? null : 1002
    }
    const extended = short < 126 ? 0 : short === 126 ? 2 : 8
    const complete = 2 + extended + 4
    if (this.gathered < complete) return null
    const view = new DataView(this.header.buffer)
    if (extended === 8 && view.getUint32(2) !== 0) return 1009
    this.left = extended === 0 ? short : extended === 2 ? view.getUint16(2) : view.getUint32(6)
    this.mask = this.header.subarray(complete - 4, complete)
    this.seen = 0
    return null
  }

  private isInOrder(short: number): boolean {
    switch (this.opcode) {
      case opcodes.continuation:
        return this.fragmented
      case opcodes.text:
      case opcodes.binary:
        return !this.fragmented
      case opcodes.close:
      case opcodes.ping:
      case opcodes.pong:
        return this.final && short <= longestControl
      default:
        return false
    }
  }

  private keepControl(part: Buffer): void {
    this.control ??= Buffer.alloc(longestControl)
    this.control.set(part, this.seen)
  }

  private finishFrame(heard: Heard): void {
    const { opcode, seen } = this
    this.left = -1
    this.gathered = 0
    if (opcode < opcodes.close) this.fragmented = !this.final
    else if (opcode === opcodes.ping) heard.ping = Buffer.from(this.payload(seen))
    else if (opcode === opcodes.close) this.end(heard, isLeave(this.payload(seen)) ? 'close' : 1002)
    this.control = null
  }

  private payload(length: number): Buffer {
    return this.control?.subarray(0, length) ?? Buffer.alloc(0)
  }

  private end(heard: Heard, how: NonNullable<Heard['end']>): void {
    this.ended = true
    heard.end = how
  }
}

/** Nothing, or a status that may be sent, with or without words. */
const isLeave = (payload: Buffer): boolean => {
  if (payload.length === 0) return true
  if (payload.length === 1) return false
  const status = payload.readUInt16BE(0)
  if (status >= 3000) return status < 5000
  return status >= 1000 && status <= 1014 && ![1004, 1005, 1006].includes(status)
}
