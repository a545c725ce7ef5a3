import { languages } from '@pennant/contract/enums'
import { describe, expect, it } from 'vitest'
import { formatClock, formatDay, formatMoment } from './date.ts'

const at = Date.UTC(2026, 5, 1, 22, 5, 9)

describe('a moment', () => {
  it.each(languages)('has its day, its minute and its zone in %s', (language) => {
    const text = formatMoment(language, at, { timeZone: 'Asia/Kathmandu' })
    expect(text).toContain('2026')
    expect(text).toMatch(/\b0?2\b/)
    expect(text).toMatch(/03[:.]50/)
    expect(text).toMatch(/(GMT|UTC)[+]5[:.]45/)
  })

  it('is written as the language writes it', () => {
    expect(formatMoment('en-US', at, { timeZone: 'UTC' })).toBe('Jun 1, 2026, 22:05 UTC')
    expect(formatMoment('de-DE', at, { timeZone: 'UTC' })).toBe('1. Juni 2026, 22:05 UTC')
    const second = { timeZone: 'UTC', seconds: true }
    expect(formatMoment('en-US', at, second)).toBe('Jun 1, 2026, 22:05:09 UTC')
    expect(formatMoment('de-DE', at, second)).toBe('1. Juni 2026, 22:05:09 UTC')
  })
})

describe('a clock', () => {
  it('goes to the second and counts the hours from 0 to 23', () => {
    expect(formatClock('en-US', at, { timeZone: 'UTC' })).toBe('22:05:09 UTC')
    expect(formatClock('en-US', Date.UTC(2026, 0, 1), { timeZone: 'UTC' })).toBe('00:00:00 UTC')
  })
})

describe('a day', () => {
  it('is written as the language writes it', () => {
    expect(formatDay('en-US', at, { timeZone: 'Asia/Kathmandu' })).toBe('Jun 2')
    expect(formatDay('de-DE', at, { timeZone: 'UTC' })).toBe('1. Juni')
  })
})
