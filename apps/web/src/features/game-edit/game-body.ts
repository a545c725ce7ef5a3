import type { GameEdit, GameInfo } from '@pennant/contract/game'

/** Left out, these keep their value; every other member would take its default. */
type Staying = 'unlisted' | 'signedTeamText' | 'freezeAt' | 'freezeHidesBoard'
type Body = Required<Omit<GameEdit, Staying>> & Pick<GameEdit, Staying>

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
  ...(game.unlisted === undefined ? {} : { unlisted: game.unlisted }),
  ...changes,
})
