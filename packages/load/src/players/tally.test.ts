import { expect, it } from 'vitest'
import { countAnswer, createTally, figuresOf, latencyOf, summed } from './tally.ts'

it('sorts answers by what they mean', () => {
  const tally = createTally()
  for (const status of [200, 200, 0, 429, 500, 503, 404, 401]) countAnswer(tally, status, 200)
  expect(tally.answers).toEqual({ requests: 8, failed: 2, lost: 1, refused: 1, unexpected: 2 })
})

it('tells median, 99th percentile, and longest', () => {
  expect(latencyOf([])).toBeNull()
  expect(latencyOf([5])).toEqual({ count: 1, p50Ms: 5, p99Ms: 5, longestMs: 5 })
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index)
  expect(latencyOf(hundred)).toEqual({ count: 100, p50Ms: 51, p99Ms: 100, longestMs: 100 })
  expect(latencyOf([...hundred, ...hundred])?.p99Ms).toBe(100)
  expect(latencyOf([...hundred.map(() => 1), ...hundred.map(() => 1), 9])?.p99Ms).toBe(1)
})

it('adds up what several processes saw', () => {
  const [one, other] = [createTally(), createTally()]
  one.pages.push(1, 2)
  other.pages.push(3)
  other.missed = 2
  countAnswer(one, 200, 200)
  countAnswer(other, 500, 200)
  const figures = figuresOf(summed([one, other]))
  expect(figures).toMatchObject({
    pages: { count: 3, longestMs: 3 },
    submissions: null,
    news: { count: 0, missed: 2 },
    answers: { requests: 2, failed: 1 },
  })
  expect(figuresOf(one).news).toBeNull()
})
