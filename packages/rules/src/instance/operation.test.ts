import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { delayLeft, judgeStart, mayExtend, type StartFacts } from './operation.ts'

const now = 1_700_000_000_000

describe('the time between two operations', () => {
  it.each([
    [null, 0],
    [now, 10_000],
    [now - 1, 9_999],
    [now - 9_999, 1],
    [now - 10_000, 0],
    [now - 60_000, 0],
  ])('after one at %o there are %i ms left', (changedAt, left) => {
    expect(delayLeft(changedAt, now)).toBe(left)
  })
})

describe('an instance can be extended', () => {
  it.each([
    [10 * 60_000 + 1, false],
    [10 * 60_000, true],
    [1, true],
    [0, true],
    [-60_000, true],
  ])('with %i ms to go: %s', (left, may) => {
    expect(mayExtend(now + left, now, 10)).toBe(may)
  })
})

const free: StartFacts = {
  now,
  changedAt: null,
  present: null,
  hasImage: true,
  hasProvider: true,
  hasRoom: true,
  others: 0,
  limit: 3,
}

describe('a start', () => {
  it('is let in when nothing speaks against it', () => {
    expect(judgeStart(free)).toBe('start')
    expect(judgeStart({ ...free, others: 2 })).toBe('start')
    expect(judgeStart({ ...free, others: 200, limit: 0 })).toBe('start')
  })

  const obstacles: [Partial<StartFacts>, ReturnType<typeof judgeStart>][] = [
    [{ changedAt: now - 1 }, 'instance.tooSoon'],
    [{ present: { status: 'Running', underWay: false } }, 'instance.running'],
    [{ hasImage: false }, 'instance.noImage'],
    [{ hasProvider: false }, 'instance.noProvider'],
    [{ hasRoom: false }, 'instance.queueFull'],
    [{ others: 3 }, 'full'],
  ]
  it.each(obstacles)('with %o is answered %s', (obstacle, verdict) => {
    expect(judgeStart({ ...free, ...obstacle })).toBe(verdict)
  })

  it('is answered by the first of several obstacles', () => {
    fc.assert(
      fc.property(fc.subarray(obstacles, { minLength: 1 }), (some) => {
        const facts: StartFacts = Object.assign({ ...free }, ...some.map(([obstacle]) => obstacle))
        expect(judgeStart(facts)).toBe(some[0]?.[1])
      }),
    )
  })

  it.each([
    ['Pending', true, 'instance.starting'],
    ['Destroyed', true, 'instance.stopping'],
    ['Pending', false, 'left'],
    ['Destroyed', false, 'left'],
  ] as const)('that finds one %s, with somebody at it: %s, is answered %s', (status, underWay, verdict) => {
    expect(judgeStart({ ...free, present: { status, underWay }, hasImage: false, others: 9 })).toBe(verdict)
  })
})
