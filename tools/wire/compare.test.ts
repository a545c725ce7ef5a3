import { describe, expect, it } from 'vitest'
import { compare } from './compare.mjs'

const line = (body: unknown, name = 'a') => ({ name, status: 200, body })
const differences = (one: unknown, other: unknown): string[] =>
  compare([line(one)], [line(other)]).map((told) => told.split('\n')[0] ?? '')

describe('two recordings', () => {
  it('are equal whatever their names are called, as long as equal stays equal', () => {
    expect(differences(['<id 1>', '<id 2>', '<id 1>'], ['<id 5>', '<id 2>', '<id 5>'])).toEqual([])
    expect(differences(['<id 1>', '<id 2>'], ['<id 1>', '<id 1>'])).toEqual(['body[]: "<id 2>" → "<id 1>"'])
    expect(differences('<id 1>', '<guid 1>')).toEqual(['body: "<id 1>" → "<guid 1>"'])
  })

  it('differ in what is gone, what is new, and what is another type', () => {
    expect(differences({ a: 1, b: 2 }, { a: '1', c: 2 })).toEqual([
      'body.b: 2 → nothing',
      'body.c: nothing → 2',
      'body.a: 1 → "1"',
    ])
  })

  it('differ in the order of members', () => {
    expect(differences({ a: 1, b: 2 }, { b: 2, a: 1 })).toEqual(['body: members in another order'])
  })

  it('differ in the entry alone that was put into a list', () => {
    expect(differences(['a', 'b', 'c'], ['a', 'x', 'b', 'c'])).toEqual(['body[]: new: "x"'])
    expect(differences(['a', 'b', 'c'], ['c'])).toEqual(['body[]: gone: "a"', 'body[]: gone: "b"'])
  })

  it('tell a difference once, with the exchanges that show it', () => {
    const told = compare(
      [line(1, 'first'), line(1, 'second'), line(1, 'third')],
      [line(2, 'first'), line(2, 'second'), line(1, 'fourth')],
    )
    expect(told).toEqual([
      'body: 1 → 2\n    first\n    second',
      'only in the first\n    third',
      'only in the second\n    fourth',
    ])
  })

  it('show of long texts the place where they part', () => {
    const [told = ''] = differences(`${'x'.repeat(500)}old`, `${'x'.repeat(500)}new`)
    expect(told).toBe(`body: "…${'x'.repeat(40)}old" → "…${'x'.repeat(40)}new"`)
  })
})

it('compares descriptions of the wire without the words for people', () => {
  const documentOf = (description: string, summary: unknown) => [
    {
      name: 'look around / document',
      document: { paths: { '/a': { get: { description } } }, schemas: { properties: { summary } } },
    },
  ]
  const string = { type: 'string' }
  expect(compare(documentOf('One', string), documentOf('Other', string))).toEqual([])
  expect(compare(documentOf('One', string), documentOf('One', { type: 'integer' }))).toHaveLength(1)
})
