import fc from 'fast-check'
import { participationStatusNames } from '@pennant/contract/enums'
import { describe, expect, it } from 'vitest'
import { joinGame, type JoinFacts } from './join.ts'
import { byBreadth } from '../../../../tests/kit/breadth.ts'

const open = 2_147_483_643
const reviewed = 2_147_483_647
const closed = open - 1

const division = (id: number, defaultPermissions: number, inviteCode: string | null = null) => ({
  id,
  inviteCode,
  defaultPermissions,
})

const facts = (changed: Partial<JoinFacts> = {}): JoinFacts => ({
  game: { inviteCode: null, teamMemberCountLimit: 0, acceptWithoutReview: false },
  divisions: [],
  request: {},
  registered: false,
  present: null,
  otherMembers: 0,
  ...changed,
})
const game = (changed: Partial<JoinFacts['game']>): JoinFacts['game'] => ({ ...facts().game, ...changed })
const refusal = (changed: Partial<JoinFacts>): string | null => {
  const outcome = joinGame(facts(changed))
  return 'refused' in outcome ? outcome.refused : null
}

describe('joining without divisions', () => {
  it.each([
    [false, 'Pending'],
    [true, 'Accepted'],
  ] as const)('with automatic acceptance %s makes a new team %s', (acceptWithoutReview, status) => {
    expect(joinGame(facts({ game: game({ acceptWithoutReview }) }))).toEqual({
      status,
      divisionId: null,
      acceptedNow: acceptWithoutReview,
    })
  })

  it('ignores a division that a new team sends', () => {
    for (const divisions of [[], [division(1, closed, 'secret')]])
      expect(joinGame(facts({ divisions, request: { divisionId: 1 } }))).toEqual({
        status: 'Pending',
        divisionId: null,
        acceptedNow: false,
      })
  })

  it('goes by the rules of the game where no division can be joined', () => {
    const divisions = [division(1, closed, 'secret')]
    const strict = game({ inviteCode: 'ours', acceptWithoutReview: true })
    const request = { divisionId: 1, inviteCode: 'secret' }
    expect(refusal({ divisions, request, game: strict })).toBe('participation.inviteWrong')
    expect(joinGame(facts({ divisions, request: { inviteCode: 'ours' }, game: strict }))).toEqual({
      status: 'Accepted',
      divisionId: null,
      acceptedNow: true,
    })
  })

  it('still compares the division of a team that already takes part', () => {
    const divisions = [division(1, closed)]
    const present = { status: 'Pending', divisionId: 1 } as const
    expect(refusal({ divisions, present })).toBe('participation.otherDivision')
    expect(refusal({ divisions, present, request: { divisionId: 1 } })).toBeNull()
    expect(refusal({ present: { ...present, divisionId: null }, request: { divisionId: 1 } })).toBe(
      'participation.otherDivision',
    )
  })
})

describe('joining with divisions', () => {
  const divisions = [division(1, open), division(2, reviewed), division(3, closed)]

  it('asks for one of those that can be joined', () => {
    expect(refusal({ divisions })).toBe('participation.divisionMissing')
    expect(refusal({ divisions, request: { divisionId: null } })).toBe('participation.divisionMissing')
    expect(refusal({ divisions, request: { divisionId: 3 } })).toBe('participation.divisionUnknown')
    expect(refusal({ divisions, request: { divisionId: 4 } })).toBe('participation.divisionUnknown')
    expect(refusal({ divisions, request: { divisionId: 0 } })).toBe('participation.divisionUnknown')
  })

  it.each([
    [1, true, 'Accepted'],
    [1, false, 'Accepted'],
    [2, true, 'Pending'],
    [2, false, 'Pending'],
  ] as const)(
    'in division %i, with automatic acceptance of the game %s, makes a team %s',
    (divisionId, acceptWithoutReview, status) => {
      const outcome = joinGame(
        facts({ divisions, request: { divisionId }, game: game({ acceptWithoutReview }) }),
      )
      expect(outcome).toEqual({ status, divisionId, acceptedNow: status === 'Accepted' })
    },
  )

  it('in another one than the team’s is refused, unless the team was rejected', () => {
    const request = { divisionId: 2 }
    expect(refusal({ divisions, request, present: { status: 'Accepted', divisionId: 1 } })).toBe(
      'participation.otherDivision',
    )
    expect(joinGame(facts({ divisions, request, present: { status: 'Rejected', divisionId: 1 } }))).toEqual({
      status: 'Pending',
      divisionId: 2,
      acceptedNow: false,
    })
  })
})

describe('the invite code', () => {
  const ours = game({ inviteCode: 'Ours' })
  const divisions = [division(1, open, 'Theirs'), division(2, open), division(3, open, '')]
  const withCode = (divisionId: number, inviteCode?: string): string | null =>
    refusal({ game: ours, divisions, request: { divisionId, inviteCode } })

  it.each([
    [undefined, 'participation.inviteWrong'],
    [null, 'participation.inviteWrong'],
    ['', 'participation.inviteWrong'],
    ['ours', 'participation.inviteWrong'],
    [' Ours', 'participation.inviteWrong'],
    ['Ours', null],
  ])('of the game is compared exactly: %s', (inviteCode, refused) => {
    expect(refusal({ game: ours, request: { inviteCode } })).toBe(refused)
  })

  it.each([null, ''])('is not needed where the game has none (%j), and any is ignored', (inviteCode) => {
    expect(refusal({ game: game({ inviteCode }), request: { inviteCode: 'anything' } })).toBeNull()
    expect(refusal({ game: game({ inviteCode }) })).toBeNull()
  })

  it('of the division counts in place of the game’s, even where it is empty', () => {
    expect(withCode(1)).toBe('participation.inviteWrong')
    expect(withCode(1, 'Ours')).toBe('participation.inviteWrong')
    expect(withCode(1, 'Theirs')).toBeNull()
    expect(withCode(2)).toBeNull()
    expect(withCode(3, 'anything')).toBeNull()
  })

  it('is asked of every member', () => {
    expect(refusal({ game: ours, present: { status: 'Accepted', divisionId: null } })).toBe(
      'participation.inviteWrong',
    )
  })
})

describe('the limit of members', () => {
  const limited = (teamMemberCountLimit: number, otherMembers: number): string | null =>
    refusal({
      game: game({ teamMemberCountLimit }),
      present: { status: 'Accepted', divisionId: null },
      otherMembers,
    })

  it('counts the others who joined, and 0 is none', () => {
    expect(limited(2, 1)).toBeNull()
    expect(limited(2, 2)).toBe('participation.teamFull')
    expect(limited(2, 3)).toBe('participation.teamFull')
    expect(limited(0, 1000)).toBeNull()
  })

  it('of one lets somebody back in who was rejected', () => {
    const present = { status: 'Rejected', divisionId: null } as const
    expect(refusal({ game: game({ teamMemberCountLimit: 1 }), present, otherMembers: 0 })).toBeNull()
  })
})

describe('the order of the checks', () => {
  it('is the one of the wire', () => {
    const divisions = [division(1, open, 'code')]
    const present = { status: 'Accepted', divisionId: 2 } as const
    const full = game({ teamMemberCountLimit: 1 })
    const worst = { game: full, divisions, present, registered: true, otherMembers: 1 }
    const request = { divisionId: 1, inviteCode: 'code' }
    expect([
      refusal({ ...worst }),
      refusal({ ...worst, request: { divisionId: 9 } }),
      refusal({ ...worst, request: { divisionId: 1 } }),
      refusal({ ...worst, request }),
      refusal({ ...worst, request, registered: false }),
      refusal({ ...worst, request, registered: false, present: { ...present, divisionId: 1 } }),
    ]).toEqual([
      'participation.divisionMissing',
      'participation.divisionUnknown',
      'participation.inviteWrong',
      'participation.alreadyJoined',
      'participation.otherDivision',
      'participation.teamFull',
    ])
  })
})

describe('what joining makes of a team', () => {
  it.each([
    [null, 'Pending', 'Accepted'],
    ['Pending', 'Pending', 'Accepted'],
    ['Accepted', 'Accepted', 'Accepted'],
    ['Rejected', 'Pending', 'Accepted'],
    ['Suspended', 'Suspended', 'Suspended'],
    ['Unsubmitted', 'Unsubmitted', 'Accepted'],
  ] as const)('that is %s: %s under review, %s without', (from, waiting, accepted) => {
    for (const [permissions, status] of [
      [reviewed, waiting],
      [open, accepted],
    ] as const) {
      const outcome = joinGame(
        facts({
          divisions: [division(1, permissions)],
          request: { divisionId: 1 },
          present: from === null ? null : { status: from, divisionId: from === 'Rejected' ? null : 1 },
        }),
      )
      expect(outcome).toEqual({
        status,
        divisionId: 1,
        acceptedNow: status === 'Accepted' && from !== 'Accepted',
      })
    }
  })

  it('never moves a team that takes part to another division, or out of a suspension', () => {
    const divisionId = fc.option(fc.integer({ min: 1, max: 3 }))
    const code = fc.option(fc.constantFrom('', 'a', 'b'))
    const anyFacts: fc.Arbitrary<JoinFacts> = fc.record({
      game: fc.record({
        inviteCode: code,
        teamMemberCountLimit: fc.nat(2),
        acceptWithoutReview: fc.boolean(),
      }),
      divisions: fc.uniqueArray(
        fc.record({
          id: fc.integer({ min: 1, max: 3 }),
          inviteCode: code,
          defaultPermissions: fc.nat(7),
        }),
        { selector: ({ id }) => id },
      ),
      request: fc.record({ divisionId, inviteCode: code }),
      registered: fc.boolean(),
      present: fc.option(fc.record({ status: fc.constantFrom(...participationStatusNames), divisionId })),
      otherMembers: fc.nat(3),
    })
    fc.assert(
      fc.property(anyFacts, ({ present, ...rest }) => {
        const outcome = joinGame({ present, ...rest })
        if ('refused' in outcome || present === null || present.status === 'Rejected') return
        expect(outcome.divisionId).toBe(present.divisionId)
        expect([present.status, 'Accepted']).toContain(outcome.status)
        if (present.status === 'Suspended') expect(outcome.status).toBe('Suspended')
      }),
      { numRuns: byBreadth(100, 1000, 10000) },
    )
  })
})
