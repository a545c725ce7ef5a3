import { expect, it } from 'vitest'
import { isTitleTaken, withTakenTitle } from './same-title.ts'

const titled = (...titles: string[]) => titles.map((title) => ({ title }))

it.each([
  [titled(), []],
  [titled('A', 'B'), []],
  [titled('Ä', 'B', ' ä ', 'b', 'Ä'), [' ä ', 'b', 'Ä']],
])('finds every title of %j that was there before', (challenges, expected) => {
  expect(withTakenTitle(challenges).map(({ title }) => title)).toEqual(expected)
})

it.each([
  ['warm-up ', true],
  ['Warm', false],
  [' ', false],
])('says whether %j is taken: %s', (title, taken) => {
  expect(isTitleTaken(title, titled('Warm-Up', ' '))).toBe(taken)
})
