import { describe, expect, it } from 'vitest'
import { createRedaction } from './redaction.ts'

const redact = createRedaction(['hunter2hunter2', 'hunter2', 'abc', ''])

describe('what a failure may say', () => {
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
    expect(redact(error)).toBe(text)
  })

  it('is short', () => {
    expect(redact(new Error('x'.repeat(5000)))).toHaveLength(300)
  })
})
