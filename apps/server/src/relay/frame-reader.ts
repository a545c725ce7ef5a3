import { unmask, wordsOf } from './unmask.ts'

export type Received = {
  /** Unmasked, and a part of the chunk itself. */
  data: Buffer | null
  /** Only the last ping is answered. */
  ping: Buffer | null
  /** The status to close with. Nothing counts after it. */
  end: 'close' | 1002 | 1009 | null
}

const opcodes = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const
const longestControl = 125
const shortestHeader = 2

// RFC 6455 without extensions. Messages are not assembled, so no client can fill the memory with a long one.
export class FrameReader {
  private readonly header = Buffer.alloc(14)
  private gathered = 0
  private needed = shortestHeader
  private opcode = 0
  private final = false
  /** Bytes of the payload; `left` is negative between frames. */
  private left = -1
  private seen = 0
  private maskAt = 0
  private fragmented = false
  private control: Buffer | null = null
  private ended = false

  get midway(): boolean {
    return this.gathered > 0 || this.fragmented
  }

  /** Changes the chunk. */
  read(chunk: Buffer): Received {
    const heard: Received = { data: null, ping: null, end: null }
    const words = wordsOf(chunk)
    let from = 0
    let to = 0
    for (let at = 0; at < chunk.length && !this.ended; ) {
      if (this.left < 0) {
        while (at < chunk.length && this.gathered < this.needed)
          this.header[this.gathered++] = chunk[at++] ?? 0
        const fault = this.gathered === this.needed ? this.readHeader() : null
        if (fault !== null) this.end(heard, fault)
      } else {
        const end = Math.min(at + this.left, chunk.length)
        unmask(chunk, words, at, end, this.header, this.maskAt, this.seen)
        if (this.opcode >= opcodes.close) this.keepControl(chunk.subarray(at, end))
        else if (to === 0) {
          from = at
          to = end
        } else {
          chunk.copyWithin(to, at, end)
          to += end - at
        }
        this.seen += end - at
        this.left -= end - at
        at = end
      }
      if (this.left === 0) this.finishFrame(heard)
    }
    if (to > from) heard.data = chunk.subarray(from, to)
    return heard
  }

  private readHeader(): 1002 | 1009 | null {
    const { header } = this
    const short = header.readUInt8(1) & 0x7f
    const extended = short < 126 ? 0 : short === 126 ? 2 : 8
    if (this.needed === shortestHeader) {
      const first = header.readUInt8(0)
      this.opcode = first & 0x0f
      this.final = (first & 0x80) !== 0
      this.needed = 2 + extended + 4
      // Reserved bits belong to extensions, which are not supported; clients must mask.
      if ((first & 0x70) !== 0 || header.readUInt8(1) < 0x80) return 1002
      return this.isInOrder(short) ? null : 1002
    }
    if (extended === 8 && header.readUInt32BE(2) !== 0) return 1009
    this.left = extended === 0 ? short : extended === 2 ? header.readUInt16BE(2) : header.readUInt32BE(6)
    this.maskAt = this.needed - 4
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

  private finishFrame(heard: Received): void {
    const { opcode, seen } = this
    this.left = -1
    this.gathered = 0
    this.needed = shortestHeader
    if (opcode < opcodes.close) this.fragmented = !this.final
    else if (opcode === opcodes.ping) heard.ping = Buffer.from(this.payload(seen))
    else if (opcode === opcodes.close) this.end(heard, isLeave(this.payload(seen)) ? 'close' : 1002)
    this.control = null
  }

  private payload(length: number): Buffer {
    return this.control?.subarray(0, length) ?? Buffer.alloc(0)
  }

  private end(heard: Received, how: NonNullable<Received['end']>): void {
    this.ended = true
    heard.end = how
  }
}

const isLeave = (payload: Buffer): boolean => {
  if (payload.length === 0) return true
  if (payload.length === 1) return false
  const status = payload.readUInt16BE(0)
  if (status >= 3000) return status < 5000
  return status >= 1000 && status <= 1014 && ![1004, 1005, 1006].includes(status)
}
