import { defaultBloodBonus, type GameEdit } from '@pennant/contract/game'
import { Problem } from '@pennant/contract/problem'
import { seenAs, type Visibility, visibilityAfter } from '@pennant/rules/game/visibility'
import { packBloodBonus, unpackBloodBonus } from '@pennant/rules/scoring/blood-bonus'
import { defaultTeamText, isTeamText } from '@pennant/rules/team/team-token'
import type { GameSettingsRow } from './store.ts'

type Before = {
  now: number
  visibility?: Visibility
  teamText?: string | null
}

// An absent member takes its default, whatever it was before. Visibility is sent in two members and depends
// on its old value. The text that team tokens sign stays: clients that don't know it must not change all
// tokens.
export const settingsOf = (
  sent: GameEdit,
  { now, visibility = 'hidden', teamText = null }: Before,
): GameSettingsRow => ({
  title: sent.title,
  summary: sent.summary ?? '',
  content: sent.content ?? '',
  ...seenAs(visibilityAfter(visibility, { hidden: sent.hidden ?? false, unlisted: sent.unlisted })),
  practice_mode: sent.practiceMode ?? true,
  accept_without_review: sent.acceptWithoutReview ?? false,
  // An empty code would let everyone in anyway.
  invite_code: sent.inviteCode || null,
  team_member_count_limit: sent.teamMemberCountLimit ?? 0,
  container_count_limit: sent.containerCountLimit ?? 3,
  start_at: new Date(sent.start ?? 0),
  end_at: new Date(sent.end ?? 0),
  writeup_required: sent.writeupRequired ?? false,
  writeup_deadline: new Date(sent.writeupDeadline ?? now),
  writeup_note: sent.writeupNote ?? '',
  blood_bonus: sensibleBonus(sent.bloodBonus ?? defaultBloodBonus),
  signed_team_text: sent.signedTeamText === undefined ? teamText : storedTeamText(sent.signedTeamText),
})

const storedTeamText = (sent: string | null): string | null => {
  if (sent === null || sent === defaultTeamText) return null
  if (!isTeamText(sent)) throw new Problem('game.teamText', { field: 'signedTeamText' })
  return sent
}

/** The default if the packed bonus is invalid. */
export const sensibleBonus = (packed: number): number => packBloodBonus(unpackBloodBonus(packed))
