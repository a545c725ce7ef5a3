import { describe, expect, it } from 'vitest'
import { hasMarkup } from './markup.ts'

describe('a text', () => {
  it.each(['The harbour opens at nine.', 'Übung macht den Meister – wirklich!', '', 'a & b (c), 3.5 %'])(
    'of words alone needs no renderer: %j',
    (text) => {
      expect(hasMarkup(text)).toBe(false)
    },
  )

  it.each([
    '**bold**',
    '# title',
    '- item',
    '1. item',
    'a `b`',
    '[x](y)',
    'https://a.example',
    'two\nlines',
    '$x$',
  ])('with markup does: %j', (text) => {
    expect(hasMarkup(text)).toBe(true)
  })
})
