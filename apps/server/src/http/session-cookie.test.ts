import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sessionsIn, singleSession } from './session-cookie.ts'

const parts = ['pennant_session', '__Host-', 'x', '=', ';', '; ', ' ', '\t', 'tok-en_1', 'other=1']

describe('the quick look for one session', () => {
  it.each([
    ['pennant_session=a', false, 'a'],
    ['one=1; pennant_session=a; two=2', false, 'a'],
    ['__Host-pennant_session=a', true, 'secure:a'],
    ['one=1; __Host-pennant_session=a;two=2', true, 'secure:a'],
    ['pennant_session=a', true, null],
    ['__Host-pennant_session=a', false, null],
    ['xpennant_session=a', false, null],
    ['one=1;pennant_session=a', false, null],
    ['pennant_session=', false, null],
    ['pennant_session', false, null],
    ['pennant_session=a; pennant_session=b', false, null],
    ['', false, null],
    [undefined, false, null],
  ])('finds in %j, secure %j: %j', (header, secure, found) => {
    expect(singleSession(header, secure)).toBe(found)
  })

  it('never finds what the long look does not, unless it is no token', () => {
    const headers = fc.array(fc.constantFrom(...parts), { maxLength: 12 }).map((all) => all.join(''))
    fc.assert(
      fc.property(headers, fc.boolean(), (header, secure) => {
        const found = singleSession(header, secure)
        if (found === null || !/^(?:secure:)?[\w-]+$/.test(found)) return
        expect(sessionsIn(header, secure)).toEqual([found])
      }),
    )
  })
})
