import { describe, expect, it } from 'vitest'
import { formatCountdown, formatDuration, formatTimeLeft } from './duration.ts'

describe('a duration', () => {
  it.each([
    [0, '0 sec'],
    [999, '0 sec'],
    [59_999, '59 sec'],
    [60_000, '1 min'],
    [61_000, '1 min 1 sec'],
    [3_600_000, '1 hr'],
    [90_060_000, '1 day 1 hr'],
    [172_800_000, '2 days'],
    [-5, '0 sec'],
  ])('of %i ms is written %s', (ms, text) => {
    expect(formatDuration('en-US', ms)).toBe(text)
  })

  it('speaks every language', () => {
    expect(formatDuration('de-DE', 93_600_000)).toBe('1 Tg. 2 Std.')
    expect(formatDuration('ja-JP', 93_600_000)).toBe('1 日 2 時間')
    expect(formatDuration('zh-CN', 93_600_000)).toBe('1 天 2 小时')
  })
})

describe('a countdown', () => {
  it.each([
    [0, '00:00:00'],
    [1, '00:00:01'],
    [61_000, '00:01:01'],
    [97_509_000, '27:05:09'],
    [-1, '00:00:00'],
  ])('of %i ms reads %s', (ms, text) => {
    expect(formatCountdown(ms)).toBe(text)
  })
})

it('what is left is counted in words, and by the second once it is two days or less', () => {
  const hour = 3_600_000
  expect(formatTimeLeft('en-US', 299 * hour + 1)).toBe('12 days 11 hr')
  expect(formatTimeLeft('en-US', 48 * hour)).toBe('48:00:00')
})
