import { describe, expect, it } from 'vitest'
import { changesSpreadMs, restMsOf, wholeSpreadMs } from './board-pace.ts'

const [small, large] = [1_000_000, 25_000_000]

describe('the time over which requests for a board spread', () => {
  it('grows with those who watch and with the board', () => {
    expect([1, 20, 2_000, 10_000].map((watchers) => changesSpreadMs(watchers, small))).toEqual([
      0, 5, 500, 2_500,
    ])
    expect(changesSpreadMs(2_000, large)).toBe(2_900)
    expect([1, 20, 2_000].map((watchers) => wholeSpreadMs(watchers, small))).toEqual([1, 20, 2_000])
  })

  it('has an end', () => {
    expect(changesSpreadMs(1_000_000, large)).toBe(5_000)
    expect(wholeSpreadMs(1_000_000, large)).toBe(20_000)
  })

  it('keeps boards that 2,000 watch younger than a second, with the rest between two requests', () => {
    const spreadMs = changesSpreadMs(2_000, small)
    expect(spreadMs + restMsOf(spreadMs)).toBe(900)
    expect([restMsOf(undefined), restMsOf(0)]).toEqual([3_000, 250])
  })
})
