import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { passwordFault, passwordFaults } from './password-policy.ts'

const codes = (password: string): string[] => passwordFaults(password).map(({ code }) => code)

describe('the password policy', () => {
  it('names every rule that a password breaks, in a fixed order', () => {
    expect(codes('')).toEqual([
      'password.tooShort',
      'password.needsDigit',
      'password.needsLower',
      'password.needsUpper',
    ])
    expect(codes('aaaaaa')).toEqual(['password.needsDigit', 'password.needsUpper'])
    expect(codes('A1a')).toEqual(['password.tooShort'])
    expect(codes(`aA1${'x'.repeat(126)}`)).toEqual(['password.tooLong'])
    expect(codes('Passw0rd')).toEqual([])
  })

  it('says how short and how long a password may be', () => {
    expect(passwordFaults('aA1')).toEqual([{ code: 'password.tooShort', params: { min: 6 } }])
    expect(codes('aA1xxx')).toEqual([])
    expect(codes(`aA1${'x'.repeat(125)}`)).toEqual([])
  })

  it('tells one fault where only one is asked for: the first', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 140 }), (password) => {
        expect(passwordFault(password)).toEqual(passwordFaults(password)[0] ?? null)
      }),
    )
  })
})
