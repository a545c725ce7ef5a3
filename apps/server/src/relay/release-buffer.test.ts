import { describe, expect, it } from 'vitest'
import { createReleaseBuffer } from './release-buffer.ts'

const releaseBuffer = createReleaseBuffer()

describe('a released buffer', () => {
  it('has no memory any more', () => {
    const piece = Buffer.allocUnsafeSlow(65_536)
    releaseBuffer(piece)
    expect([piece.length, piece.buffer.byteLength]).toEqual([0, 0])
  })

  it('keeps it where something else may use a part of it', () => {
    const whole = Buffer.allocUnsafeSlow(65_536)
    releaseBuffer(whole.subarray(0, 60_000))
    releaseBuffer(whole.subarray(1))
    expect(whole.length).toBe(65_536)
  })

  it('keeps it where there is little of it', () => {
    const piece = Buffer.allocUnsafeSlow(1_000)
    releaseBuffer(piece)
    expect(piece.length).toBe(1_000)
  })
})
