import { describe, expect, it } from 'vitest'
import { truncate } from './truncate.ts'

const family = '👨‍👩‍👧'

describe('the beginning of a text', () => {
  it.each([
    ['a text that fits', 'abc', 3, 'abc'],
    ['letters', 'abcd', 3, 'abc'],
    ['an emoji of several parts', `ab${family}c`, 9, 'ab'],
    ['the same where it fits', `ab${family}c`, 2 + family.length, `ab${family}`],
    ['a letter with marks', 'xe\u0301\u0323y', 3, 'x'],
    ['flags of two letters each', '🇩🇪🇫🇷', 6, '🇩🇪'],
    ['a line break of two characters', 'a\r\nb', 2, 'a'],
    ['one letter under more marks than fit', `e${'\u0301'.repeat(9)}`, 4, 'e\u0301\u0301\u0301'],
    ['one emoji that is larger than the limit', family, 4, '👨\u200d'],
    ['nothing', 'abc', 0, ''],
  ])('has no half characters: %s', (_says, text, max, beginning) => {
    expect(truncate(text, max)).toBe(beginning)
  })
})
