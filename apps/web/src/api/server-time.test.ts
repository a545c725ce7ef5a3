import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createServerTime } from './server-time.ts'

const observeAnswer = (
  time: ReturnType<typeof createServerTime>,
  { ahead, sentAt, took, at }: { ahead: number; sentAt: number; took: number; at: number },
): void => {
  const written = Math.floor((sentAt + took * at + ahead) / 1000) * 1000
  time.observe(new Date(written).toUTCString(), sentAt, sentAt + took)
}

describe('the time of the server', () => {
  it('is ours until an answer has come', () => {
    const time = createServerTime(() => 1_000_000)
    expect(time.offset()).toBe(0)
    expect(time.now()).toBe(1_000_000)
  })

  it('is never further off than one answer allows, and no further with every other answer', () => {
    const answer = fc.record({
      sentAt: fc.integer({ min: 1_700_000_000_000, max: 1_700_000_600_000 }),
      took: fc.integer({ min: 0, max: 4_000 }),
      at: fc.double({ min: 0, max: 1, noNaN: true }),
    })
    fc.assert(
      fc.property(
        fc.integer({ min: -90_000_000, max: 90_000_000 }),
        fc.array(answer, { minLength: 1, maxLength: 20 }),
        (ahead, answers) => {
          const time = createServerTime(() => 0)
          let allowed = Number.POSITIVE_INFINITY
          for (const { sentAt, took, at } of answers) {
            observeAnswer(time, { ahead, sentAt, took, at })
            allowed = Math.min(allowed, (1000 + took) / 2)
            expect(Math.abs(time.offset() - ahead)).toBeLessThanOrEqual(
              Math.max(allowed, (1000 + took) / 2) + 1,
            )
          }
        },
      ),
    )
  })

  it('is known to well under a second after a few answers', () => {
    const time = createServerTime(() => 0)
    for (let index = 0; index < 10; index++)
      observeAnswer(time, { ahead: 7_300, sentAt: 1_700_000_000_000 + index * 1_110, took: 20, at: 0.5 })
    expect(Math.abs(time.offset() - 7_300)).toBeLessThan(80)
  })

  it('follows when one of the clocks is set', () => {
    const time = createServerTime(() => 0)
    observeAnswer(time, { ahead: 0, sentAt: 1_700_000_000_000, took: 20, at: 0.5 })
    observeAnswer(time, { ahead: 60_000, sentAt: 1_700_000_001_000, took: 20, at: 0.5 })
    expect(Math.abs(time.offset() - 60_000)).toBeLessThanOrEqual(510)
  })

  it('is not moved by an answer that says nothing', () => {
    const time = createServerTime(() => 0)
    time.observe(null, 5, 6)
    time.observe('yesterday', 5, 6)
    expect(time.offset()).toBe(0)
  })
})
