import { visibilityOf } from '@pennant/rules/game/visibility'
import { unpackBloodBonus } from '@pennant/rules/scoring/blood-bonus'
import type { PackageFormat } from '@pennant/contract/transfer'
import {
  exporter,
  type DivisionDocument,
  type GameDocument,
  type ManifestDocument,
} from '@pennant/contract/package'
import { permissionNames } from './permission.ts'
import type { Snapshot } from './store-export.ts'
import { timeText } from './json.ts'

export const presentGame = (
  snapshot: Snapshot,
  { posterHash }: { posterHash: string | null },
): GameDocument => {
  const { game } = snapshot
  const { first, second, third } = unpackBloodBonus(game.blood_bonus)
  return {
    title: game.title,
    summary: game.summary,
    content: game.content,
    hidden: game.hidden,
    ...(visibilityOf(game) === 'unlisted' ? { unlisted: true } : {}),
    practiceMode: game.practice_mode,
    acceptWithoutReview: game.accept_without_review,
    inviteCode: game.invite_code,
    teamMemberCountLimit: game.team_member_count_limit,
    containerCountLimit: game.container_count_limit,
    startTime: timeText(game.start_at),
    endTime: timeText(game.end_at),
    writeup: {
      required: game.writeup_required,
      deadline: timeText(game.writeup_deadline),
      note: game.writeup_note,
    },
    bloodBonus: { first, second, third },
    posterHash,
    ...(game.signed_team_text === null ? {} : { signedTeamText: game.signed_team_text }),
    ...(game.freeze_at === null ? {} : { freezeAt: timeText(game.freeze_at) }),
    ...(game.freeze_hides_board ? { freezeHidesBoard: true } : {}),
    divisions: snapshot.divisions.map((division) => presentDivision(division, snapshot)),
  }
}

const presentDivision = (
  division: Snapshot['divisions'][number],
  { permissions }: Snapshot,
): DivisionDocument => ({
  name: division.name,
  inviteCode: division.invite_code,
  defaultPermissions: permissionNames(division.default_permissions),
  challengeConfig: permissions
    .filter((one) => one.division_id === division.id)
    .map((one) => ({ challengeId: one.challenge_id, permissions: permissionNames(one.permissions) })),
})

const version = '1.0'
// In four parts, a rule of the format.
const exporterVersion = '1.0.0.0'

type Counted = { files: readonly { size: number }[]; format: PackageFormat; now: Date }

export const presentManifest = (
  { game, divisions, challenges, flags }: Snapshot,
  { files, format, now }: Counted,
): ManifestDocument => ({
  version,
  format,
  exportedAt: timeText(now),
  exporterVersion,
  exporter,
  game: { id: game.id, title: game.title },
  statistics: {
    challengeCount: challenges.length,
    divisionCount: divisions.length,
    totalFlags: flags.length + challenges.filter((challenge) => challenge.flag_template !== null).length,
    totalFiles: files.length,
    totalFileSize: files.reduce((sum, { size }) => sum + size, 0),
  },
})
