import type { GameEdit, GameInfo } from '@pennant/contract/game'

/** What stays as it is where it is left out. */
type Staying = 'unlisted' | 'signedTeamText'
type Body = Required<Omit<GameEdit, Staying>> & Pick<GameEdit, Staying>

/**
 * The whole of a game as it is sent: a member that is left out would take its default. What is changed alone has
 * to be named; the rest is carried over.
 */
export const bodyOf = (game: GameInfo, changes: Partial<GameEdit> = {}): Body => ({
  title: game.title,
  hidden: game.hidden,
  summary: game.summary,
  content: game.content,
  acceptWithoutReview: game.acceptWithoutReview,
  writeupRequired: game.writeupRequired,
  inviteCode: game.inviteCode,
  teamMemberCountLimit: game.teamMemberCountLimit,
  containerCountLimit: game.containerCountLimit,
  practiceMode: game.practiceMode,
  start: game.start,
  end: game.end,
  writeupDeadline: game.writeupDeadline,
  writeupNote: game.writeupNote,
  bloodBonus: game.bloodBonus,
  // Left out, it stays as it is.
  ...(game.unlisted === undefined ? {} : { unlisted: game.unlisted }),
  ...changes,
})
