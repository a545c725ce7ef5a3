import { describe, expect, it } from 'vitest'
import { isAscii, isSameName, nameFault } from './name.ts'

describe('a name', () => {
  it.each([
    'alice',
    'Zoë Ünlü',
    'Nguyễn Văn Ất',
    'Команда 1',
    '第一队',
    '東京　チーム',
    'ทีมผู้เล่น',
    'שָׁלוֹם',
    'مُحَمَّد',
    'टीम क',
    'ꦱꦸꦫ',
    '🚀 Rockets',
    '❤️ hearts',
    '👩‍🚀 crew',
    '🏴‍☠️ pirates',
    '1️⃣ first',
    '𝕋eam',
  ])('can be %s', (name) => expect(nameFault(name)).toBeNull())

  it.each([
    ['turns the direction', 'user\u202etxt.exe'],
    ['embeds a direction', 'user\u2066x\u2069'],
    ['marks a direction', 'user\u200fx'],
    ['has an Arabic letter mark', 'user\u061cx'],
    ['has a zero-width space', 'ad\u200bmin'],
    ['has a joiner between letters', 'ad\u200dmin'],
    ['has a non-joiner', 'ad\u200cmin'],
    ['has a soft hyphen', 'ad\u00admin'],
    ['has a word joiner', 'ad\u2060min'],
    ['has a byte order mark', '\ufeffadmin'],
    ['has a variation selector behind a letter', 'a\ufe0fdmin'],
    ['has a variation selector of the second plane', 'a\u{e0100}dmin'],
    ['has tags', 'admin\u{e0061}\u{e0062}'],
    [
      'has the flag of a region, which is written with tags',
      '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
    ],
    ['has a Hangul filler', 'ad\u3164min'],
    ['has an empty Braille cell', 'ad\u2800min'],
    ['has a hair space', 'ad\u200amin'],
    ['has a no-break space', 'ad\u00a0min'],
    ['has a line separator', 'ad\u2028min'],
    ['has a control character', 'ad\u0007min'],
    ['has a sign of somebody’s own', 'ad\ue000min'],
    ['has a sign that nobody has assigned', 'ad\u0378min'],
    ['has no character', 'ad\uffffmin'],
    ['has half a character', 'ad\ud800min'],
    ['joins an emoji to a letter', '🚀\u200da'],
  ])('is refused when it %s', (_what, name) => expect(nameFault(name)).toBe('invisible'))

  it.each([
    ['a pile of marks', `z\u0300\u0301\u0302\u0303\u0304algo`],
    ['the same mark twice', 'z\u0301\u0301algo'],
    ['a mark without a letter', '\u0301zalgo'],
  ])('is refused with %s', (_what, name) => expect(nameFault(name)).toBe('marks'))

  it('is ASCII or not, and the same as another but for case and composition alone', () => {
    expect([isAscii('team1 ~'), isAscii('teаm'), isAscii('a\u007f')]).toEqual([true, false, false])
    expect(isSameName('Zo\u00eb', 'ZOE\u0308')).toBe(true)
    expect(isSameName('Ａlice', 'Alice')).toBe(false)
  })
})
