import { avatarUrl } from '@pennant/contract/file'
import type { GameNotice } from '@pennant/contract/hub'
import { createBoard, type Board, type BoardTeam } from '@pennant/rules/scoreboard/board'
import type { ChallengeTexts } from './challenge-texts.ts'
import type {
  GameAdjustment,
  GameAttachment,
  GameChallenge,
  GameDivision,
  GameParticipation,
  GameSettings,
  GameSolve,
} from './game.ts'
import type { ChallengeRow } from '../../ports/tables/challenge.ts'
import type { DivisionRow } from '../../ports/tables/game.ts'
import type {
  StoredAdjustment,
  StoredAttachment,
  StoredNotice,
  StoredParticipation,
  StoredSettings,
  StoredSolve,
} from './store.ts'

export const settingsOf = (row: StoredSettings): GameSettings => ({
  title: row.title,
  summary: row.summary,
  content: row.content,
  hidden: row.hidden,
  unlisted: row.unlisted,
  practiceMode: row.practice_mode,
  acceptWithoutReview: row.accept_without_review,
  inviteCode: row.invite_code,
  teamMemberCountLimit: row.team_member_count_limit,
  containerCountLimit: row.container_count_limit,
  posterHash: row.poster_hash,
  start: row.start_at.getTime(),
  end: row.end_at.getTime(),
  writeupRequired: row.writeup_required,
  writeupDeadline: row.writeup_deadline.getTime(),
  writeupNote: row.writeup_note,
  bloodBonus: row.blood_bonus,
  publicKey: row.public_key,
  hashSalt: row.hash_salt,
  freezeAt: row.freeze_at?.getTime() ?? null,
  freezeHidesBoard: row.freeze_hides_board,
  resultsAt: row.results_at?.getTime() ?? null,
})

type Permission = { division_id: number; challenge_id: number; permissions: number }

export const divisionsOf = (
  rows: readonly DivisionRow[],
  permissions: readonly Permission[],
): ReadonlyMap<number, GameDivision> => {
  const configs = new Map<number, Map<number, number>>(rows.map(({ id }) => [id, new Map()]))
  for (const { division_id, challenge_id, permissions: mask } of permissions)
    configs.get(division_id)?.set(challenge_id, mask)
  return new Map(
    rows.map(({ id, name, invite_code, default_permissions }) => [
      id,
      {
        id,
        name,
        inviteCode: invite_code,
        defaultPermissions: default_permissions,
        challengeConfigs: configs.get(id) ?? new Map<number, number>(),
      },
    ]),
  )
}

const attachmentOf = (row: StoredAttachment): GameAttachment => ({
  id: row.id,
  type: row.type,
  fileHash: row.file_hash,
  fileName: row.file_name,
  fileSize: row.file_size,
  remoteUrl: row.remote_url,
})

type ChallengeParts = {
  texts: Pick<ChallengeTexts, 'hold'>
  flags: readonly { challenge_id: number; flag: string }[]
  attachments: readonly StoredAttachment[]
}

export const challengesOf = (
  rows: readonly ChallengeRow[],
  { texts, flags, attachments }: ChallengeParts,
): ReadonlyMap<number, GameChallenge> => {
  const flagsOf = new Map<number, Set<string>>(rows.map(({ id }) => [id, new Set()]))
  for (const { challenge_id, flag } of flags) flagsOf.get(challenge_id)?.add(flag)
  const attached = new Map(attachments.map((row) => [row.challenge_id, attachmentOf(row)]))
  return new Map(
    rows.map((row) => [
      row.id,
      challengeOf(row, {
        text: texts.hold(row.id, row.content),
        flags: flagsOf.get(row.id) ?? new Set(),
        attachment: attached.get(row.id) ?? null,
      }),
    ]),
  )
}

const challengeOf = (
  row: ChallengeRow,
  { text, flags, attachment }: Pick<GameChallenge, 'attachment' | 'flags' | 'text'>,
): GameChallenge => ({
  id: row.id,
  title: row.title,
  text,
  category: row.category,
  type: row.type,
  hints: row.hints,
  isEnabled: row.is_enabled,
  flagTemplate: row.flag_template,
  fileName: row.file_name,
  submissionLimit: row.submission_limit,
  originalScore: row.original_score,
  minScoreRate: row.min_score_rate,
  difficulty: row.difficulty,
  deadline: row.deadline_at?.getTime() ?? null,
  position: row.position,
  enableAt: row.enable_at?.getTime() ?? null,
  disableBloodBonus: row.disable_blood_bonus,
  enableTrafficCapture: row.enable_traffic_capture,
  allowUserChange: row.allow_user_change,
  checkByConnecting: row.check_by_connecting,
  containerImage: row.container_image,
  memoryLimit: row.memory_limit,
  cpuCount: row.cpu_count,
  storageLimit: row.storage_limit,
  exposePort: row.expose_port,
  networkMode: row.network_mode,
  level: row.level,
  tags: row.tags,
  authors: row.authors,
  attachment,
  flags,
})

export const participationOf = (row: StoredParticipation): GameParticipation => ({
  id: row.id,
  teamId: row.team_id,
  teamName: row.team_name,
  teamBio: row.team_bio,
  teamAvatarHash: row.team_avatar,
  divisionId: row.division_id,
  status: row.status,
  token: row.token,
})

export const solveOf = (row: StoredSolve): GameSolve => ({
  participationId: row.participation_id,
  challengeId: row.challenge_id,
  submissionId: row.submission_id,
  time: row.time.getTime(),
  userId: row.user_id,
  userName: row.user_name,
})

export const adjustmentOf = (row: StoredAdjustment): GameAdjustment => ({
  id: row.id,
  participationId: row.participation_id,
  points: row.points,
  reason: row.reason,
  time: row.time.getTime(),
  revokedAt: row.revoked_at?.getTime() ?? null,
  revokeReason: row.revoke_reason,
})

export const noticeOf = (row: StoredNotice): GameNotice => ({
  id: row.id,
  type: row.type,
  values: row.values,
  time: row.time.getTime(),
})

export type BoardParts = {
  settings: GameSettings
  divisions: ReadonlyMap<number, GameDivision>
  challenges: ReadonlyMap<number, GameChallenge>
  participations: ReadonlyMap<number, GameParticipation>
  solves: readonly GameSolve[]
  adjustments: readonly GameAdjustment[]
}

export const boardOf = (
  { settings, divisions, challenges, participations, solves, adjustments }: BoardParts,
  until: number | null,
): Board =>
  createBoard({
    game: { start: settings.start, end: settings.end, bloodBonus: settings.bloodBonus },
    divisions: [...divisions.values()],
    challenges: [...challenges.values()].filter(({ isEnabled }) => isEnabled),
    teams: [...participations.values()].filter(({ status }) => status === 'Accepted').map(boardTeamOf),
    solves,
    adjustments,
    until,
  })

export const boardTeamOf = (participation: GameParticipation): BoardTeam => ({
  participationId: participation.id,
  teamId: participation.teamId,
  name: participation.teamName,
  bio: participation.teamBio,
  avatar: avatarUrl(participation.teamAvatarHash),
  divisionId: participation.divisionId,
})
