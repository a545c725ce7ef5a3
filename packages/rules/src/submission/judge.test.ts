import { describe, expect, it } from 'vitest'
import { judge } from './judge.ts'

const listed = new Set(['flag{one}', 'flag{two}'])
const none = new Set<string>()

describe('judging', () => {
  it('takes any flag of a static challenge', () => {
    for (const answer of listed) expect(judge({ answer, own: null, listed, dynamic: false })).toBe('Accepted')
    expect(judge({ answer: 'flag{three}', own: null, listed, dynamic: false })).toBe('WrongAnswer')
    expect(judge({ answer: 'flag{one}', own: null, listed: none, dynamic: false })).toBe('WrongAnswer')
  })

  it.each([true, false])('takes only the flag that belongs to the team, where there is one', (dynamic) => {
    expect(judge({ answer: 'flag{own}', own: 'flag{own}', listed, dynamic })).toBe('Accepted')
    expect(judge({ answer: 'flag{one}', own: 'flag{own}', listed, dynamic })).toBe('WrongAnswer')
  })

  it('takes nothing from a team that has not got its flag yet', () => {
    for (const answer of [...listed, '', 'null'])
      expect(judge({ answer, own: null, listed, dynamic: true })).toBe('WrongAnswer')
  })

  it.each(['Flag{one}', 'flag{one} ', ' flag{one}', 'flag{one', 'ｆlag{one}', ''])(
    'takes the letters as they are: not %j',
    (answer) => {
      expect(judge({ answer, own: null, listed, dynamic: false })).toBe('WrongAnswer')
      expect(judge({ answer, own: 'flag{one}', listed: none, dynamic: true })).toBe('WrongAnswer')
    },
  )
})
