import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonBreak } from './json.ts'

describe('the place where text stops being JSON', () => {
  it.each([
    ['{"a": 1,}', 1, 9],
    ['[1, 2,]', 1, 7],
    ['{"a" 1}', 1, 6],
    ["{'a': 1}", 1, 2],
    ['{\n  "a": 01\n}', 2, 8],
    ['{\n  // no\n}', 2, 3],
    ['{"a": "x\ny"}', 1, 7],
    ['{"a": tru}', 1, 7],
    ['{"a": 1} x', 1, 10],
    ['{"a": 1', 1, 8],
    ['', 1, 1],
  ])('%j: line %i, column %i', (text, line, column) => {
    expect(() => JSON.parse(text)).toThrow(SyntaxError)
    expect(jsonBreak(text)).toEqual({ line, column })
  })

  it('is the end of text that is JSON', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(jsonBreak(`${text} `)).toEqual({ line: 1, column: text.length + 2 })
      }),
    )
  })

  it('is found after every kind of value', () => {
    const text = '{"é\\n\\u00e9": [-1.5e+3, 0, true, false, null, {}, [], "\u007f\ud83d\ude00"]}'
    expect(JSON.parse(text)).toBeDefined()
    expect(jsonBreak(`${text}!`)).toEqual({ line: 1, column: text.length + 1 })
  })
})
