import { describe, expect, it } from 'vitest'
import { createGiveBack } from './give-back.ts'

const giveBack = createGiveBack()

describe('a piece that is given back', () => {
  it('has no memory any more', () => {
    const piece = Buffer.allocUnsafeSlow(65_536)
    giveBack(piece)
    expect([piece.length, piece.buffer.byteLength]).toEqual([0, 0])
  })

  it('keeps it where somebody else may have a part of it', () => {
    const whole = Buffer.allocUnsafeSlow(65_536)
    giveBack(whole.subarray(0, 60_000))
    giveBack(whole.subarray(1))
    expect(whole.length).toBe(65_536)
  })

  it('keeps it where there is little of it', () => {
    const piece = Buffer.allocUnsafeSlow(1_000)
    giveBack(piece)
    expect(piece.length).toBe(1_000)
  })
})
