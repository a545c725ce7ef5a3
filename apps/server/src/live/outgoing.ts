export class Outgoing {
  private readonly records: readonly Buffer[]
  private asFrames: Buffer | null = null
  private asEvents: Buffer | null = null
  private asText: Buffer | null = null

  constructor(...records: readonly string[]) {
    this.records = records.map((record) => Buffer.from(record, 'utf8'))
  }

  get frames(): Buffer {
    this.asFrames ??= joined(this.records.map(textFrame))
    return this.asFrames
  }

  /** JSON has no raw line breaks, so one `data` line holds a record. */
  get events(): Buffer {
    this.asEvents ??= joined(this.records.flatMap((record) => [eventHead, record, eventTail]))
    return this.asEvents
  }

  get text(): Buffer {
    this.asText ??= joined(this.records)
    return this.asText
  }
}

const eventHead = Buffer.from('data: ')
const eventTail = Buffer.from('\r\n\r\n')

function joined(parts: readonly Buffer[]): Buffer {
  const [first] = parts
  return first !== undefined && parts.length === 1 ? first : Buffer.concat(parts)
}

// One unmasked, unfragmented text frame (RFC 6455, 5.2).
function textFrame(payload: Buffer): Buffer {
  const { length } = payload
  const head = length < 126 ? 2 : length < 65_536 ? 4 : 10
  const frame = Buffer.allocUnsafe(head + length)
  frame[0] = 0x81
  if (head === 2) {
    frame[1] = length
  } else if (head === 4) {
    frame[1] = 126
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = 127
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
  payload.copy(frame, head)
  return frame
}
