import { gamePermissions } from '@pennant/contract/enums'
import { describe, expect, it } from 'vitest'
import { bloodAtJudging, type JudgedSolve } from './blood-type.ts'

const { All, GetBlood, GetScore } = gamePermissions
const solve: JudgedSolve = {
  game: { start: 1000, end: 2000 },
  challenge: { deadline: 1500, disableBloodBonus: false },
  permissions: All,
  time: 1200,
  earlier: 0,
}
const typeOf = (change: Partial<JudgedSolve>) => bloodAtJudging({ ...solve, ...change })

describe('the blood at judging', () => {
  it('goes to the first three', () => {
    expect([0, 1, 2, 3, 4, 100].map((earlier) => typeOf({ earlier }))).toEqual([
      'FirstBlood',
      'SecondBlood',
      'ThirdBlood',
      'Normal',
      'Normal',
      'Normal',
    ])
  })

  it.each([
    ['before the start', 999, 'Normal'],
    ['at the start', 1000, 'FirstBlood'],
    ['at the deadline', 1500, 'FirstBlood'],
    ['after the deadline', 1501, 'Normal'],
  ])('%s is %s', (_, time, type) => expect(typeOf({ time })).toBe(type))

  it('ends just before the end of the game', () => {
    const challenge = { deadline: null, disableBloodBonus: false }
    expect(typeOf({ challenge, time: 1999 })).toBe('FirstBlood')
    expect(typeOf({ challenge, time: 2000 })).toBe('Normal')
  })

  it('needs the permission to take it, and no other', () => {
    expect(typeOf({ permissions: GetBlood })).toBe('FirstBlood')
    expect(typeOf({ permissions: GetScore })).toBe('Normal')
  })

  it('is not there where the challenge has none', () => {
    expect(typeOf({ challenge: { deadline: null, disableBloodBonus: true } })).toBe('Normal')
  })
})
