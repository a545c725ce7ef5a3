import { defaultBloodBonus, type GameEdit } from '@pennant/contract/game'
import { seenAs, type Visibility, visibilityAfter } from '@pennant/rules/game/visibility'
import { packBloodBonus, unpackBloodBonus } from '@pennant/rules/scoring/blood-bonus'
import type { GameSettings } from './store.ts'

/**
 * What is stored of a sent game: what it leaves out has its default, whatever it was before. Who can see the
 * game is said in two members, and follows from what it was.
 */
export const settingsOf = (
  sent: GameEdit,
  { now, before = 'hidden' }: { now: number; before?: Visibility },
): GameSettings => ({
  title: sent.title,
  summary: sent.summary ?? '',
  content: sent.content ?? '',
  ...seenAs(visibilityAfter(before, { hidden: sent.hidden ?? false, unlisted: sent.unlisted })),
  practice_mode: sent.practiceMode ?? true,
  accept_without_review: sent.acceptWithoutReview ?? false,
  // An empty code would let everybody in all the same.
  invite_code: sent.inviteCode || null,
  team_member_count_limit: sent.teamMemberCountLimit ?? 0,
  container_count_limit: sent.containerCountLimit ?? 3,
  start_at: new Date(sent.start ?? 0),
  end_at: new Date(sent.end ?? 0),
  writeup_required: sent.writeupRequired ?? false,
  writeup_deadline: new Date(sent.writeupDeadline ?? now),
  writeup_note: sent.writeupNote ?? '',
  blood_bonus: sensibleBonus(sent.bloodBonus ?? defaultBloodBonus),
})

/** The packed bonus, or the usual one where it cannot be right. */
export const sensibleBonus = (packed: number): number => packBloodBonus(unpackBloodBonus(packed))
