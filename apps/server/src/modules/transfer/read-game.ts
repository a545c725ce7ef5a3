import { limits } from '@pennant/contract/limit'
import { Problem } from '@pennant/contract/problem'
import { packBloodBonus } from '@pennant/rules/scoring/blood-bonus'
import { compatibleTeamText, defaultTeamText, isTeamText } from '@pennant/rules/team/team-token'
import { shortened } from './long-text.ts'
import type { PackedDivision, PackedGame } from './packed.ts'
import { readPermissions } from './permission.ts'
import { fieldOf, flag, hash, integer, listOf, membersOf, orElse, text, type Read } from './reader.ts'
import { time } from './time.ts'

const mostInt = 2_147_483_647
const count = integer(0, mostInt)
/** An empty code would let everybody in all the same. */
const inviteCode: Read<string | null> = (value, at) =>
  orElse(text({ line: true, max: limits.inviteCode }), '')(value, at) || null

const teamText: Read<string | null> = (value, at) => {
  const read = text({ max: limits.signedTeamText })(value, at)
  if (!isTeamText(read)) throw new Problem('game.teamText', { field: fieldOf(at) })
  return read === defaultTeamText ? null : read
}

type From = {
  /** Another platform wrote the package: services made for its games expect what it signs. */
  foreign: boolean
}

/** What is refused is what could not be set here either. A new game is nobody's but the organisers' at first. */
export const readGame =
  ({ foreign }: From): Read<PackedGame> =>
  (value, at) => {
    const member = membersOf(value, at)
    const end = member('endTime', time)
    const writeup = member('writeup', orElse(readWriteup, null))
    // Looked at, though the new game gets none.
    member('inviteCode', inviteCode)
    member('unlisted', orElse(flag, false))
    return {
      settings: {
        title: member('title', shortened({ required: true, line: true, max: limits.gameTitle })),
        summary: member('summary', orElse(shortened({ max: limits.gameSummary }), '')),
        content: member('content', orElse(shortened({ max: limits.gameContent }), '')),
        hidden: true,
        practice_mode: false,
        accept_without_review: member('acceptWithoutReview', orElse(flag, false)),
        invite_code: null,
        team_member_count_limit: member('teamMemberCountLimit', orElse(count, 0)),
        container_count_limit: member('containerCountLimit', orElse(count, 3)),
        start_at: member('startTime', time),
        end_at: end,
        writeup_required: writeup?.required ?? false,
        writeup_deadline: writeup?.deadline ?? end,
        writeup_note: writeup?.note ?? '',
        blood_bonus: member('bloodBonus', orElse(readBloodBonus, 0)),
        signed_team_text: member('signedTeamText', orElse(teamText, foreign ? compatibleTeamText : null)),
      },
      posterHash: member('posterHash', orElse(hash, null)),
      divisions: member('divisions', orElse(listOf(readDivision), [])),
    }
  }

const readWriteup: Read<{ required: boolean; deadline: Date | null; note: string }> = (value, at) => {
  const member = membersOf(value, at)
  return {
    required: member('required', orElse(flag, false)),
    deadline: member('deadline', orElse(time, null)),
    note: member('note', orElse(shortened({ max: limits.gameContent }), '')),
  }
}

const permille = orElse(integer(0, 1000), 0)

const readBloodBonus: Read<number> = (value, at) => {
  const member = membersOf(value, at)
  return packBloodBonus({
    first: member('first', permille),
    second: member('second', permille),
    third: member('third', permille),
  })
}

const readDivision: Read<PackedDivision> = (value, at) => {
  const member = membersOf(value, at)
  return {
    name: member('name', text({ required: true, line: true, max: limits.divisionName })),
    inviteCode: member('inviteCode', inviteCode),
    defaultPermissions: member('defaultPermissions', readPermissions),
    configs: member('challengeConfig', orElse(readConfigs, new Map())),
  }
}

const readConfig: Read<[number, number]> = (value, at) => {
  const member = membersOf(value, at)
  return [member('challengeId', integer(1, mostInt)), member('permissions', readPermissions)]
}

const readConfigs: Read<ReadonlyMap<number, number>> = (value, at) => {
  const configs = new Map<number, number>()
  for (const [id, permissions] of listOf(readConfig)(value, at)) {
    if (configs.has(id)) throw new Problem('division.challengeTwice', { id: String(id), field: fieldOf(at) })
    configs.set(id, permissions)
  }
  return configs
}
