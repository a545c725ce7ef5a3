import { expect, it } from 'vitest'
import { visible } from './visible-text.ts'

it.each([
  ['flag{ok}', 'flag{ok}'],
  ['flag{a\nb\tc}', 'flag{a\nb\tc}'],
  ['flag{\u202Ecba}', 'flag{⟨U+202E⟩cba}'],
  ['fl\u200Bag', 'fl⟨U+200B⟩ag'],
  ['\u0000\u0007', '⟨U+0000⟩⟨U+0007⟩'],
  ['フラグ 🚩 עברית', 'フラグ 🚩 עברית'],
])('%j is shown as %j', (text, shown) => {
  expect(visible(text)).toBe(shown)
})
