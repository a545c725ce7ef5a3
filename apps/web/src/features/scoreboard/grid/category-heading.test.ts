import { expect, it } from 'vitest'
import { headingOf } from './category-heading.ts'

it('a heading has its sign and its whole name only where there is room', () => {
  expect(headingOf('Crypto', 2, 11.1)).toEqual({ word: 'Crypto', sign: true, narrow: false })
  expect(headingOf('Reverse', 2, 11.1)).toEqual({ word: 'Reverse', sign: false, narrow: false })
  expect(headingOf('Blockchain', 2, 11.1)).toEqual({ word: 'Chain', sign: true, narrow: false })
  expect(headingOf('Blockchain', 3, 17)).toEqual({ word: 'Blockchain', sign: true, narrow: false })
  expect(headingOf('Hardware', 1, 8.9)).toEqual({ word: 'HW', sign: false, narrow: true })
})
