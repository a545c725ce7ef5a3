/** Little-endian, version 2.4, microseconds, Ethernet frames up to 256 KiB. */
export const pcapHeader = (): Uint8Array => {
  const view = new DataView(new ArrayBuffer(24))
  view.setUint32(0, 0xa1b2c3d4, true)
  view.setUint16(4, 2, true)
  view.setUint16(6, 4, true)
  view.setUint32(16, 262_144, true)
  view.setUint32(20, 1, true)
  return new Uint8Array(view.buffer)
}

export const recordHeaderLength = 16

export const writeRecordHeader = (view: DataView, at: number, micros: number, frameLength: number): void => {
  view.setUint32(at, Math.floor(micros / 1_000_000), true)
  view.setUint32(at + 4, micros % 1_000_000, true)
  view.setUint32(at + 8, frameLength, true)
  view.setUint32(at + 12, frameLength, true)
}
