import { describe, expect, it } from 'vitest'
import { staffLinksOf } from './staff-links.ts'

describe('the links from a row to what administrators change', () => {
  it('lead to the challenge, its flags, the team, and the user', () => {
    const subject = { game: 3, challengeId: 7, teamId: 5, userId: 'u-1', user: 'Ann & Bo' }
    expect(staffLinksOf(subject).map(({ to }) => to)).toEqual([
      '/admin/games/3/challenges/7',
      '/admin/games/3/challenges/7/flags',
      '/admin/teams?q=5&team=5',
      '/admin/users?q=Ann%20%26%20Bo&user=u-1',
    ])
  })

  it('are as many as the server says ids', () => {
    expect(staffLinksOf({ game: 3, challengeId: null, teamId: null, userId: null })).toEqual([])
    expect(staffLinksOf({ game: 3, teamId: 5 }).map(({ text }) => text)).toEqual(['manageTeam'])
  })
})
