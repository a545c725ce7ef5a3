import { defaultBloodBonus, type GameEdit } from '@pennant/contract/game'
import { Problem } from '@pennant/contract/problem'
import { freezeAfter, type FreezePlan, isFreezeInside } from '@pennant/rules/game/freeze-plan'
import { seenAs, type Visibility, visibilityAfter } from '@pennant/rules/game/visibility'
import { packBloodBonus, unpackBloodBonus } from '@pennant/rules/scoring/blood-bonus'
import { defaultTeamText, isTeamText } from '@pennant/rules/team/team-token'
import type { GameSettingsRow } from './store.ts'

type Before = {
  now: number
  visibility?: Visibility
  teamText?: string | null
  freeze?: FreezePlan & { hidesBoard: boolean }
}

const noFreeze = { start: 0, end: 0, freezeAt: null, hidesBoard: false }

// An absent member takes its default, whatever it was before. Visibility is sent in two members and depends
// on its old value. The text that team tokens sign stays, and so does a freeze: clients that don't know them must
// neither change all tokens nor show what is hidden.
export const settingsOf = (
  sent: GameEdit,
  { now, visibility = 'hidden', teamText = null, freeze = noFreeze }: Before,
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
  freeze_at: freezeOf(sent, freeze, now),
  freeze_hides_board: sent.freezeHidesBoard ?? freeze.hidesBoard,
})

const freezeOf = (sent: GameEdit, before: FreezePlan, now: number): Date | null => {
  const span = { start: sent.start ?? 0, end: sent.end ?? 0 }
  const at = sent.freezeAt === undefined ? freezeAfter(before, span, now) : sent.freezeAt
  if (at === null) return null
  if (!isFreezeInside(span, at) && sent.freezeAt !== undefined)
    throw new Problem('game.freezeOutside', { field: 'freezeAt' })
  return new Date(at)
}

const storedTeamText = (sent: string | null): string | null => {
  if (sent === null || sent === defaultTeamText) return null
  if (!isTeamText(sent)) throw new Problem('game.teamText', { field: 'signedTeamText' })
  return sent
}

/** The default if the packed bonus is invalid. */
export const sensibleBonus = (packed: number): number => packBloodBonus(unpackBloodBonus(packed))
