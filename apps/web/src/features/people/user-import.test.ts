import { passwordFault } from '@pennant/rules/account/password-policy'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { columnOf, passwordFrom, readImport, usersOf } from './user-import.ts'

const made = (): string => 'Made1word'

describe('a header', () => {
  it.each([
    ['User name', 'userName'],
    ['E-Mail', 'email'],
    ['real_name', 'realName'],
    ['学号', 'stdNumber'],
    ['TEAM', 'teamName'],
    ['shoe size', null],
  ])('%s means %s', (header, column) => expect(columnOf(header)).toBe(column))
})

describe('a table of users', () => {
  it('is read in any order of its columns, and what is empty is left out', () => {
    const table = readImport(
      [
        ['Team', 'Shoe', 'Email', 'Username'],
        ['Reef', '44', 'ann@example.com', 'ann'],
        ['', '', '', ''],
        ['', '43', 'bob@example.com', 'bob'],
      ],
      made,
    )
    expect(table.unknown).toEqual(['Shoe'])
    expect(table.missing).toEqual([])
    expect(table.rows.map(({ faults }) => faults)).toEqual([{}, {}])
    expect(usersOf(table.rows)).toEqual([
      { userName: 'ann', email: 'ann@example.com', password: 'Made1word', teamName: 'Reef' },
      { userName: 'bob', email: 'bob@example.com', password: 'Made1word' },
    ])
  })

  it('says what is missing', () => {
    expect(readImport([['name'], ['Ann']], made).missing).toEqual(['userName', 'email'])
  })

  it('tells every fault at its cell', () => {
    const { rows } = readImport(
      [
        ['username', 'email', 'password', 'phone', 'team'],
        ['ab', 'nobody', 'weak', 'call me', 'x'.repeat(21)],
        ['Ann', 'a@example.com', 'Passw0rd', '+49 30 1234', ''],
        ['ann', 'A@example.com', '', '', ''],
        ['', '', '', '', 'Reef'],
      ],
      made,
    )
    expect(rows.map(({ faults }) => faults)).toEqual([
      { userName: 'short', email: 'email', password: 'password', phone: 'phone', teamName: 'long' },
      { userName: 'twice', email: 'twice' },
      { userName: 'twice', email: 'twice' },
      { userName: 'required', email: 'required' },
    ])
    expect(rows.map((row) => row.passwordGenerated)).toEqual([false, false, true, true])
  })
})

describe('a password that is made', () => {
  it('meets the policy, whatever chance says', () => {
    fc.assert(
      fc.property(fc.infiniteStream(fc.nat()), (stream) => {
        const password = passwordFrom((below) => (stream.next().value ?? 0) % below)
        expect(password).toHaveLength(12)
        expect(passwordFault(password)).toBeNull()
      }),
    )
  })
})
