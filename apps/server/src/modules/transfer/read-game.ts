import { limits } from '@pennant/contract/limit'
import { PackageGame, type DivisionDocument } from '@pennant/contract/package'
import { Problem } from '@pennant/contract/problem'
import { isFreezeInside } from '@pennant/rules/game/freeze-plan'
import { packBloodBonus } from '@pennant/rules/scoring/blood-bonus'
import { compatibleTeamText, defaultTeamText, isTeamText } from '@pennant/rules/team/team-token'
import { compileDocumentReader } from '../../kit/schema-reader.ts'
import { fieldOf, memberAt, shortened, type FieldPath } from './long-text.ts'
import type { PackedDivision, PackedGame } from './packed.ts'
import { permissionsOf } from './permission.ts'
import { dateOf } from './json.ts'

const readDocument = compileDocumentReader(PackageGame)

type From = {
  /** Another platform wrote the package: services for its games expect what it signs. */
  foreign: boolean
}

/** Refuses what can't be set here either. A new game is visible only to organizers at first. */
export const readGame = (value: unknown, at: FieldPath, { foreign }: From): PackedGame => {
  const game = readDocument(value, at.entry)
  const note = shortened(game.writeup.note, limits.gameContent, memberAt(at, 'writeup.note'))
  const end = new Date(game.endTime)
  return {
    settings: {
      title: shortened(game.title, limits.gameTitle, memberAt(at, 'title')),
      summary: shortened(game.summary, limits.gameSummary, memberAt(at, 'summary')),
      content: shortened(game.content, limits.gameContent, memberAt(at, 'content')),
      hidden: true,
      practice_mode: false,
      accept_without_review: game.acceptWithoutReview,
      invite_code: null,
      team_member_count_limit: game.teamMemberCountLimit,
      container_count_limit: game.containerCountLimit,
      start_at: new Date(game.startTime),
      end_at: end,
      writeup_required: game.writeup.required,
      writeup_deadline: dateOf(game.writeup.deadline) ?? end,
      writeup_note: note,
      blood_bonus: packBloodBonus(game.bloodBonus),
      signed_team_text:
        game.signedTeamText == null
          ? foreign
            ? compatibleTeamText
            : null
          : teamTextOf(game.signedTeamText, memberAt(at, 'signedTeamText')),
      freeze_at: freezeOf(game, end, memberAt(at, 'freezeAt')),
      freeze_hides_board: game.freezeHidesBoard ?? false,
    },
    posterHash: game.posterHash?.toLowerCase() ?? null,
    divisions: game.divisions.map((division, index) =>
      divisionOf(division, memberAt(at, `divisions[${index}].challengeConfig`)),
    ),
  }
}

const freezeOf = (
  { startTime, freezeAt }: { startTime: string; freezeAt?: string | null | undefined },
  end: Date,
  at: FieldPath,
): Date | null => {
  if (freezeAt == null) return null
  const freeze = new Date(freezeAt)
  if (!isFreezeInside({ start: Date.parse(startTime), end: end.getTime() }, freeze.getTime()))
    throw new Problem('game.freezeOutside', { field: fieldOf(at) })
  return freeze
}

const teamTextOf = (text: string, at: FieldPath): string | null => {
  if (!isTeamText(text)) throw new Problem('game.teamText', { field: fieldOf(at) })
  return text === defaultTeamText ? null : text
}

const divisionOf = (
  { name, inviteCode, defaultPermissions, challengeConfig }: DivisionDocument,
  at: FieldPath,
): PackedDivision => {
  const configs = new Map<number, number>()
  for (const { challengeId: id, permissions } of challengeConfig) {
    if (configs.has(id)) throw new Problem('division.challengeTwice', { id: String(id), field: fieldOf(at) })
    configs.set(id, permissionsOf(permissions))
  }
  return {
    name,
    // An empty code would let everyone in anyway.
    inviteCode: inviteCode === '' ? null : inviteCode,
    defaultPermissions: permissionsOf(defaultPermissions),
    configs,
  }
}
