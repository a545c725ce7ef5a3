import { describe, expect, it } from 'vitest'
import { answerIn, visible } from './answer.ts'

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

describe('what was sent', () => {
  it('stands behind what became of it', () => {
    expect(answerIn('WrongAnswer flag{a b}')).toEqual({ result: 'WrongAnswer', answer: 'flag{a b}' })
    expect(answerIn('Accepted ')).toEqual({ result: 'Accepted', answer: '' })
    expect(answerIn('handout.zip')).toEqual({ result: null, answer: 'handout.zip' })
  })
})
