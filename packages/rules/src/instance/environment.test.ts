import { describe, expect, it } from 'vitest'
import { environmentOf } from './environment.ts'

const facts = {
  flag: 'flag{own}',
  team: '7',
  userId: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  gameId: 3,
  challengeId: 12,
}
const ours = {
  PENNANT_FLAG: 'flag{own}',
  PENNANT_TEAM_ID: '7',
  PENNANT_USER_ID: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  PENNANT_CHALLENGE_ID: '12',
  PENNANT_GAME_ID: '3',
}

describe('the environment of an instance', () => {
  it('says whose it is, and which flag it hides', () => {
    expect(environmentOf(facts, [])).toEqual(ours)
  })

  it('says the flag, and all of it, under the names that images know already', () => {
    expect(environmentOf(facts, ['FLAG', 'OLD_'])).toEqual({
      ...ours,
      FLAG: 'flag{own}',
      OLD_FLAG: 'flag{own}',
      OLD_TEAM_ID: '7',
      OLD_USER_ID: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
      OLD_CHALLENGE_ID: '12',
      OLD_GAME_ID: '3',
    })
  })

  it('has no variable for a flag where all teams have the same', () => {
    const names = Object.keys(environmentOf({ ...facts, flag: null }, ['FLAG', 'OLD_']))
    expect(names).toHaveLength(8)
    expect(names.filter((name) => name.includes('FLAG'))).toEqual([])
  })

  it('keeps our own names ours', () => {
    expect(environmentOf(facts, ['PENNANT_TEAM_ID', 'PENNANT_'])).toEqual(ours)
  })
})
