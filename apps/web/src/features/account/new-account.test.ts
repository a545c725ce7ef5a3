import { describe, expect, it } from 'vitest'
import { faultsOf, memberAtFault } from './new-account.ts'

const sound = { userName: 'captain', email: 'captain@example.com', password: 'Passw0rd' }

describe('a draft of the administrator', () => {
  it('is sound when the server would take it', () => {
    expect(faultsOf(sound)).toEqual({})
    expect(faultsOf({ ...sound, userName: 'cap', email: 'a@b' })).toEqual({})
  })

  it('is told everything that is wrong at once', () => {
    expect(faultsOf({ userName: ' ', email: '', password: '' })).toEqual({
      userName: { code: 'form.required' },
      email: { code: 'form.required' },
      password: { code: 'form.passwordPolicy' },
    })
    expect(faultsOf({ ...sound, userName: 'me' })).toEqual({
      userName: { code: 'form.tooShort', params: { count: 3 } },
    })
  })

  it.each(['captain', '@example.com', 'captain@', 'a@b@c'])('refuses %s as an address', (email) => {
    expect(faultsOf({ ...sound, email })).toEqual({ email: { code: 'form.email' } })
  })
})

describe('a refusal of the server', () => {
  it.each([
    ['userName', 'validation.tooShort', 'userName'],
    [null, 'account.nameTaken', 'userName'],
    [null, 'account.emailTaken', 'email'],
    [null, 'password.needsDigit', 'password'],
    ['token', 'validation.required', null],
    [null, 'setup.tokenWrong', null],
    [null, null, null],
  ])('about the field %s with the code %s belongs to %s', (field, code, member) => {
    expect(memberAtFault({ field, code })).toBe(member)
  })
})
