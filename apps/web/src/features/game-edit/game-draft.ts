import type { GameEdit, GameInfo } from '@pennant/contract/game'

/** A time is null while its field is empty. */
export type GameDraft = {
  title: string
  summary: string
  content: string
  start: number | null
  end: number | null
  practiceMode: boolean
  acceptWithoutReview: boolean
  inviteCode: string
  teamMemberCountLimit: number
  containerCountLimit: number
  writeupRequired: boolean
  writeupDeadline: number | null
  writeupNote: string
}
export type GameMember = keyof GameDraft

export const draftOf = (game: GameInfo): GameDraft => ({
  title: game.title,
  summary: game.summary,
  content: game.content,
  start: game.start,
  end: game.end,
  practiceMode: game.practiceMode,
  acceptWithoutReview: game.acceptWithoutReview,
  inviteCode: game.inviteCode ?? '',
  teamMemberCountLimit: game.teamMemberCountLimit,
  containerCountLimit: game.containerCountLimit,
  writeupRequired: game.writeupRequired,
  writeupDeadline: game.writeupDeadline,
  writeupNote: game.writeupNote,
})

export type GameFault = 'required' | 'endBeforeStart' | 'deadlineBeforeEnd' | 'negative'

export const faultsOf = (draft: GameDraft): Partial<Record<GameMember, GameFault>> => {
  const { title, start, end, writeupRequired, writeupDeadline } = draft
  return {
    ...(title.trim() === '' ? { title: 'required' } : {}),
    ...(start === null ? { start: 'required' } : {}),
    ...(end === null ? { end: 'required' } : {}),
    ...(start !== null && end !== null && end <= start ? { end: 'endBeforeStart' } : {}),
    ...(writeupRequired && writeupDeadline === null ? { writeupDeadline: 'required' } : {}),
    ...(writeupRequired && writeupDeadline !== null && end !== null && writeupDeadline <= end
      ? { writeupDeadline: 'deadlineBeforeEnd' }
      : {}),
    ...(draft.teamMemberCountLimit < 0 ? { teamMemberCountLimit: 'negative' } : {}),
    ...(draft.containerCountLimit < 0 ? { containerCountLimit: 'negative' } : {}),
  }
}

/** A missing time keeps the game's. */
export const changesOf = (draft: GameDraft, game: GameInfo): Partial<GameEdit> => ({
  ...draft,
  title: draft.title.trim(),
  inviteCode: draft.inviteCode.trim() === '' ? null : draft.inviteCode.trim(),
  start: draft.start ?? game.start,
  end: draft.end ?? game.end,
  writeupDeadline: draft.writeupDeadline ?? game.writeupDeadline,
})

const isMember = (name: string, draft: GameDraft): name is GameMember => Object.hasOwn(draft, name)

export const differing = (one: GameDraft, other: GameDraft): GameMember[] =>
  Object.keys(one)
    .filter((name) => isMember(name, one))
    .filter((name) => one[name] !== other[name])
