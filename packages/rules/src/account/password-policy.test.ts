import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { passwordFault } from './password-policy.ts'

const code = (password: string): string | null => passwordFault(password)?.code ?? null

describe('the password policy', () => {
  it.each(['Passw0', 'aA1 😀', `${'x'.repeat(126)}A1`, 'A1\u00e9\u00e9\u00e9a'])('takes %j', (password) => {
    expect(passwordFault(password)).toBeNull()
  })

  it('reports only the first rule that is broken: length, digit, lower case, upper case', () => {
    expect(code('')).toBe('password.tooShort')
    expect(code('aA1aA')).toBe('password.tooShort')
    expect(code('!!!!!!')).toBe('password.needsDigit')
    expect(code('ABCDE1')).toBe('password.needsLower')
    expect(code('abcde1')).toBe('password.needsUpper')
    expect(code('1!!!!!')).toBe('password.needsLower')
  })

  it('says the limits', () => {
    expect(passwordFault('aA1')?.params).toEqual({ min: 6 })
    expect(passwordFault(`${'x'.repeat(127)}A1`)).toEqual({ code: 'password.tooLong', params: { max: 128 } })
  })

  it('counts UTF-16 units', () => {
    expect(code('aA1😀')).toBe('password.tooShort')
    expect(code('aA1😀x')).toBeNull()
  })

  it('takes only letters and digits of ASCII as such', () => {
    expect(code('Passw\u0660rd')).toBe('password.needsDigit')
    expect(code('ЖЖЖЖЖЖ1A')).toBe('password.needsLower')
    expect(code('жжжжжж1a')).toBe('password.needsUpper')
  })

  it('takes whatever holds one of each kind, in any order, up to the longest', () => {
    const filler = fc.array(fc.string({ minLength: 1, maxLength: 1 }), { minLength: 3, maxLength: 125 })
    fc.assert(
      fc.property(filler, fc.infiniteStream(fc.nat()), (signs, places) => {
        const password = ['a', 'A', '1'].reduce((text, sign) => {
          const at = Number(places.next().value) % (text.length + 1)
          return text.slice(0, at) + sign + text.slice(at)
        }, signs.join(''))
        expect(passwordFault(password)).toBeNull()
      }),
    )
  })
})
