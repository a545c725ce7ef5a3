import type { TeamInfo } from '@pennant/contract/team'
import { describe, expect, it } from 'vitest'
import { teammatesToShow } from './teammates.ts'

const member = (id: string, captain = false) => ({ id, userName: id, bio: '', avatar: null, captain })
const team = (names: string[], more: Partial<TeamInfo> = {}): TeamInfo => ({
  ...{ id: 3, name: 'Pequod', bio: null, avatar: null, locked: false },
  members: names.map((name, at) => member(name, at === 0)),
  ...more,
})
const crew = team(['ahab', 'starbuck', 'stubb'])
const told = (joined: string[], teams = [crew], limit = 0) =>
  teammatesToShow({
    ...{ limit, teamName: 'Pequod', teams },
    check: {
      ...{ joinedTeams: [], joinableDivisions: [] },
      ownTeam: { id: 3, registeredMembers: joined },
    },
  })

describe('those who have to be told to join, too', () => {
  it('are the members who have not joined in person', () => {
    expect(told(['ahab', 'stubb'])).toEqual({
      team: crew,
      names: { joined: ['ahab', 'stubb'], missing: ['starbuck'] },
    })
  })

  it('are none when all have joined, or no more may', () => {
    expect(told(['ahab', 'starbuck', 'stubb'])).toBeNull()
    expect(told(['ahab', 'stubb'], [crew], 2)).toBeNull()
  })

  it('may still come to somebody alone, unless the team is locked or the game is for one', () => {
    const alone = team(['ahab'])
    expect(told(['ahab'], [alone])).toEqual({ team: alone, names: null })
    expect(told(['ahab'], [{ ...alone, locked: true }])).toBeNull()
    expect(told(['ahab'], [alone], 1)).toBeNull()
  })

  it('are not named where the server does not tell who has joined', () => {
    const check = { joinedTeams: [], joinableDivisions: [] }
    const known = {
      limit: 0,
      teamName: 'Pequod',
      teams: [team(['x'], { id: 4, name: 'Rachel' }), crew],
      check,
    }
    expect(teammatesToShow(known)).toEqual({ team: crew, names: null })
    expect(teammatesToShow({ ...known, teamName: null })).toBeNull()
  })
})
