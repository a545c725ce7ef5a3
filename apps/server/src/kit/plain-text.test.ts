import { describe, expect, it } from 'vitest'
import { plainText } from './plain-text.ts'

describe('plain text', () => {
  it.each([
    ['a title of a window', 'a\u001b]0;x\u0007b', 'a\\u001b]0;x\\u0007b'],
    ['the same in one character', 'a\u009d0;x\u009cb', 'a\\u009d0;x\\u009cb'],
    ['a change of direction', 'a\u202eb\u2066c', 'a\\u202eb\\u2066c'],
    ['a return to the beginning', 'a\rb', 'a\\u000db'],
    ['lines, tabs, and letters', 'a\n\tb é 旗 🏁', 'a\n\tb é 旗 🏁'],
  ])('shows %s', (_what, given, shown) => expect(plainText(given)).toBe(shown))

  it('means the same as JSON', () => {
    const text = JSON.stringify({ title: 'a\u007f\u009b\u202e' })
    expect(plainText(text)).not.toBe(text)
    expect(JSON.parse(plainText(text))).toEqual(JSON.parse(text))
  })
})
