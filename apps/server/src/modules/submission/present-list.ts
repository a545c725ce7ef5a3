import { avatarUrl } from '@pennant/contract/file'
import type { SubmissionInfo } from '@pennant/contract/hub'
import type { Participation } from '@pennant/contract/participation'
import type { Attempt, CheatInfo, SubmissionRecord } from '@pennant/contract/submission'
import type { Game, GameParticipation } from '../../core/game/game.ts'
import type { DetailedSubmission, ListedSubmission, OwnSubmission } from './store-list.ts'

export const presentSubmission = (game: Game, row: ListedSubmission): SubmissionInfo => ({
  answer: row.answer,
  status: row.status,
  time: row.time.getTime(),
  user: row.user_name ?? '',
  team: game.participations.get(row.participation_id)?.teamName ?? '',
  challenge: game.challenges.get(row.challenge_id)?.title ?? '',
})

export const presentDetailedSubmission = (game: Game, row: DetailedSubmission): SubmissionRecord => ({
  ...presentSubmission(game, row),
  id: row.id,
  teamId: game.participations.get(row.participation_id)?.teamId ?? null,
  participationId: row.participation_id,
  userId: row.user_id,
  challengeId: row.challenge_id,
})

/** Players who copied a flag don't learn that it was noticed. */
export const presentAttempt = ({ answer, status, time, user_name }: OwnSubmission): Attempt => ({
  answer,
  status: status === 'CheatDetected' ? 'WrongAnswer' : status,
  time: time.getTime(),
  user: user_name ?? '',
})

type Cheat = { owner: GameParticipation; submitter: GameParticipation; row: ListedSubmission }

export const presentCheat = (game: Game, { owner, submitter, row }: Cheat): CheatInfo => ({
  ownedTeam: presentTeam(game, owner),
  submitTeam: presentTeam(game, submitter),
  submission: presentSubmission(game, row),
})

const presentTeam = ({ divisions }: Game, participation: GameParticipation): Participation => ({
  id: participation.id,
  team: {
    id: participation.teamId,
    name: participation.teamName,
    avatar: avatarUrl(participation.teamAvatarHash),
  },
  status: participation.status,
  division:
    participation.divisionId === null ? null : (divisions.get(participation.divisionId)?.name ?? null),
  divisionId: participation.divisionId,
})
