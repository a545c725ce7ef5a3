import { describe, expect, it } from 'vitest'
import { timed } from '../../kit/timeout.ts'
import { createWords } from './words.ts'

const words = createWords(['hunter2hunter2', 'hunter2', 'abc', ''])

describe('what a part may say of itself', () => {
  it.each([
    [new Error('connect ECONNREFUSED 127.0.0.1:5432'), 'connect ECONNREFUSED 127.0.0.1:5432'],
    [new Error('bad password hunter2hunter2 for hunter2'), 'bad password … for …'],
    [new Error('abc is too short to be taken out'), 'abc is too short to be taken out'],
    [new Error('at postgres://me:unknown@host/db?x'), 'at postgres://…@host/db?x'],
    [new Error('two\n\tlines\u0000'), 'two lines'],
    [new AggregateError([new Error('the first')]), 'the first'],
    [new Error('', { cause: new Error('below') }), 'below'],
    [new TypeError(''), 'TypeError'],
    ['text', 'unknown'],
    [undefined, 'unknown'],
  ])('is one line without secrets: %s', (error, text) => {
    expect(words(error)).toBe(text)
  })

  it('is short', () => {
    expect(words(new Error('x'.repeat(5000)))).toHaveLength(300)
  })
})

describe('work that is waited for', () => {
  it('answers what it answers, or why it failed', async () => {
    expect(await timed(60_000, async () => 7)).toEqual({ value: 7, milliseconds: expect.any(Number) })
    const error = new Error('no')
    expect(await timed(60_000, () => Promise.reject(error))).toEqual({
      error,
      milliseconds: expect.any(Number),
    })
  })

  it('is not waited for without end', async () => {
    const never = new Promise(() => undefined)
    expect(await timed(20, () => never)).toMatchObject({ error: new Error('no answer within 0.02 s') })
  })
})
