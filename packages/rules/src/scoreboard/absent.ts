import type { ChallengeEditDetail } from '@pennant/contract/challenge'
import type { ParticipationInfo } from '@pennant/contract/participation'
import type { SubmissionRecord } from '@pennant/contract/submission'
import type { BoardChallenge } from './board.ts'
import { type AbsentPart, type AbsentSolve, solveKey } from './record.ts'

export const absentChallenge = (challenge: ChallengeEditDetail): BoardChallenge => ({
  id: challenge.id,
  title: challenge.title,
  category: challenge.category,
  originalScore: challenge.originalScore,
  minScoreRate: challenge.minScoreRate,
  difficulty: challenge.difficulty,
  deadline: challenge.deadlineUtc,
  disableBloodBonus: challenge.disableBloodBonus,
})

export const absentTeam = ({
  team,
  divisionId,
}: Pick<ParticipationInfo, 'team' | 'divisionId'>): AbsentPart['teams'][number] => ({
  teamId: team.id,
  name: team.name,
  bio: team.bio,
  avatar: team.avatar,
  divisionId,
})

/** Needs submissions with their details. */
export const absentSolves = (submissions: readonly SubmissionRecord[]): AbsentSolve[] => {
  const first = new Map<string, AbsentSolve>()
  for (const { id, teamId, challengeId, time, user } of submissions) {
    if (id === undefined || teamId == null || challengeId == null) continue
    const key = solveKey(teamId, challengeId)
    if ((first.get(key)?.submission ?? Number.MAX_SAFE_INTEGER) <= id) continue
    first.set(key, { teamId, challengeId, submission: id, time, userName: user === '' ? null : user })
  }
  return [...first.values()]
}
