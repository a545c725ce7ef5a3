import { describe, expect, it } from 'vitest'
import { askAfterMs, changesSpreadMs, restMsOf, wholeSpreadMs } from './board-pace.ts'

const [small, large] = [1_000_000, 25_000_000]

describe('the time over which requests for a board spread', () => {
  it('grows with those who watch and with the board', () => {
    expect([1, 20, 2_000, 10_000].map((watchers) => changesSpreadMs(watchers, small))).toEqual([
      67, 67, 400, 2_000,
    ])
    expect(changesSpreadMs(2_000, large)).toBe(2_800)
    expect([1, 20, 2_000].map((watchers) => wholeSpreadMs(watchers, small))).toEqual([1, 20, 2_000])
  })

  it('leaves a page time for all else between changes of a large board that few watch', () => {
    const sizes = [5_000, small, 8_000_000, large]
    const spreads = sizes.map((bytes) => changesSpreadMs(1, bytes))
    expect(spreads).toEqual([0, 67, 533, 1_667])
    expect(spreads.map(restMsOf)).toEqual([250, 250, 693, 2_167])
  })

  it('has an end', () => {
    expect(changesSpreadMs(1_000_000, large)).toBe(5_000)
    expect(wholeSpreadMs(1_000_000, large)).toBe(20_000)
  })

  it('leaves 480 ms of a second to write and send a board that 2,000 watch', () => {
    const spreadMs = changesSpreadMs(2_000, small)
    expect([spreadMs, restMsOf(spreadMs)]).toEqual([400, 520])
    expect([restMsOf(undefined), restMsOf(0)]).toEqual([3_000, 250])
  })

  it('is drawn once: those who rest are spread already', () => {
    expect([askAfterMs(520, 400, 0.5), askAfterMs(0, 400, 0.5), askAfterMs(-70, 400, 0.5)]).toEqual([
      520, 200, 200,
    ])
    expect(askAfterMs(0, undefined, 0.5)).toBe(750)
  })
})
