import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { factorDueBy, readCode, recoveryCodeOf, spacedCode } from './second-factor.ts'

const day = 86_400_000

describe('a typed code', () => {
  it.each(['123456', '123 456', ' 123-456 ', '１２３４５６', '123\u00a0456', '12\u201134 56'])(
    'is six digits, as in “%s”',
    (typed) => {
      expect(readCode(typed)).toEqual({ kind: 'app', digits: '123456' })
    },
  )

  it.each(['abcde-fgh12', 'ABCDE FGH12', 'abcdefgh12', 'abcde\u2013fgh12'])(
    'is a recovery code, as in “%s”',
    (typed) => {
      expect(readCode(typed)).toEqual({ kind: 'recovery', code: 'abcdefgh12' })
    },
  )

  it('may have letters for the digits they look like', () => {
    expect(readCode('OIL00-00000')).toEqual({ kind: 'recovery', code: '0110000000' })
  })

  it.each(['', '12345', '1234567', '12345a', 'abcdefgh1u', 'abcdefgh123', '١٢٣٤٥٦', '123456\0'])(
    'is nothing, as in “%s”',
    (typed) => {
      expect(readCode(typed)).toBeNull()
    },
  )

  it('is read as it was given out', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 10, maxLength: 10 }), (random) => {
        const code = recoveryCodeOf(random)
        expect(readCode(spacedCode(code))).toEqual({ kind: 'recovery', code })
      }),
    )
  })
})

describe('the demand of a second factor', () => {
  it.each([
    ['NoOne', 'Admin', false],
    ['Administrators', 'Admin', true],
    ['Administrators', 'Monitor', false],
    ['Administrators', 'User', false],
    ['Staff', 'Admin', true],
    ['Staff', 'Monitor', true],
    ['Staff', 'User', false],
    ['Staff', 'Banned', false],
  ] as const)('%s, of %s: %s', (secondFactor, role, demanded) => {
    const due = factorDueBy({ secondFactor, secondFactorSince: 5 * day }, { role, since: 0 })
    expect(due).toBe(demanded ? 12 * day : null)
  })

  it('gives a week from the later of both: the demand, and the role', () => {
    const demand = { secondFactor: 'Staff', secondFactorSince: 5 * day } as const
    expect(factorDueBy(demand, { role: 'Admin', since: 20 * day })).toBe(27 * day)
  })
})
