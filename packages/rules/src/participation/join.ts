import type { ParticipationStatus } from '@pennant/contract/enums'
import type { ProblemCode } from '@pennant/contract/problem'
import { type JoinDivision, joinableDivisions, requiresReview } from './division.ts'

export type JoinFacts = {
  game: { inviteCode: string | null; teamMemberCountLimit: number; acceptWithoutReview: boolean }
  /** All divisions of the game, joinable or not. */
  divisions: readonly JoinDivision[]
  request: { divisionId?: number | null | undefined; inviteCode?: string | null | undefined }
  /** With any team, unless rejected. */
  registered: boolean
  present: { status: ParticipationStatus; divisionId: number | null } | null
  /** Without the caller, so that an old rejection does not use up a place. */
  otherMembers: number
}

export type JoinRefusal = Extract<
  ProblemCode,
  | 'participation.divisionMissing'
  | 'participation.divisionUnknown'
  | 'participation.inviteWrong'
  | 'participation.alreadyJoined'
  | 'participation.otherDivision'
  | 'participation.teamFull'
>

export type Joined = {
  status: Exclude<ParticipationStatus, 'Rejected'>
  divisionId: number | null
  /** The caller must lock the team and assign its instances. */
  acceptedNow: boolean
}

type Choice = { division: JoinDivision | null } | { refused: JoinRefusal }

/** Where no division can be joined, the rules of the game itself apply. */
const chosen = ({ divisions, request }: JoinFacts): Choice => {
  const joinable = joinableDivisions(divisions)
  if (joinable.length === 0) return { division: null }
  if (request.divisionId == null) return { refused: 'participation.divisionMissing' }
  const division = joinable.find(({ id }) => id === request.divisionId)
  return division === undefined ? { refused: 'participation.divisionUnknown' } : { division }
}

/** The checks are in the order of the wire. */
export const joinGame = (facts: JoinFacts): Joined | { refused: JoinRefusal } => {
  const { game, request, present } = facts
  const choice = chosen(facts)
  if ('refused' in choice) return choice
  const { division } = choice

  // A division without a code needs none, even where the game has one.
  const code = division === null ? game.inviteCode : division.inviteCode
  if (code && request.inviteCode !== code) return { refused: 'participation.inviteWrong' }
  if (facts.registered) return { refused: 'participation.alreadyJoined' }

  const standing = present === null || present.status === 'Rejected' ? null : present
  if (standing !== null && (request.divisionId ?? null) !== standing.divisionId)
    return { refused: 'participation.otherDivision' }
  if (game.teamMemberCountLimit > 0 && facts.otherMembers >= game.teamMemberCountLimit)
    return { refused: 'participation.teamFull' }

  const accepts = division === null ? game.acceptWithoutReview : !requiresReview(division)
  const before = present === null || present.status === 'Rejected' ? 'Pending' : present.status
  // A teammate who joins must not undo a suspension by the organizers.
  const status = accepts && before !== 'Suspended' ? 'Accepted' : before
  return {
    status,
    divisionId: standing === null ? (division?.id ?? null) : standing.divisionId,
    acceptedNow: status === 'Accepted' && before !== 'Accepted',
  }
}
