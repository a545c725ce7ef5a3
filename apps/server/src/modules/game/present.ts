import { posterUrl, type BasicGameInfo, type DetailedGameInfo, type GameInfo } from '@pennant/contract/game'
import { type Seen, visibilityOf } from '@pennant/rules/game/visibility'
import type { Game, GameParticipation } from '../../core/game/game.ts'
import { sensibleBonus } from './settings.ts'
import type { ListedGame, StoredGame } from './store.ts'

const unlistedOf = (game: Seen): { unlisted?: true } =>
  visibilityOf(game) === 'unlisted' ? { unlisted: true } : {}

const freezeOf = (row: StoredGame): Pick<GameInfo, 'freezeAt' | 'freezeHidesBoard' | 'resultsAt'> => ({
  ...(row.freeze_at === null ? {} : { freezeAt: row.freeze_at.getTime() }),
  ...(row.freeze_hides_board ? { freezeHidesBoard: true } : {}),
  ...(row.results_at === null ? {} : { resultsAt: row.results_at.getTime() }),
})

export const presentListedGame = (row: ListedGame): BasicGameInfo => ({
  id: row.id,
  title: row.title,
  summary: row.summary,
  poster: posterUrl(row.poster_hash),
  limit: row.team_member_count_limit,
  start: row.start_at.getTime(),
  end: row.end_at.getTime(),
})

export const presentGame = (
  { id, settings, divisions, participations }: Game,
  own: GameParticipation | null,
): DetailedGameInfo => ({
  id,
  title: settings.title,
  summary: settings.summary,
  poster: posterUrl(settings.posterHash),
  limit: settings.teamMemberCountLimit,
  start: settings.start,
  end: settings.end,
  content: settings.content,
  hidden: settings.hidden,
  ...unlistedOf(settings),
  divisions: [...divisions.values()].map((division) => ({
    id: division.id,
    name: division.name,
    inviteCodeRequired: Boolean(division.inviteCode),
  })),
  inviteCodeRequired: Boolean(settings.inviteCode),
  writeupRequired: settings.writeupRequired,
  teamCount: participations.size,
  division: own?.divisionId ?? null,
  teamName: own?.teamName ?? null,
  practiceMode: settings.practiceMode,
  ...(settings.freezeAt === null ? {} : { freezeAt: settings.freezeAt }),
  ...(settings.resultsAt === null ? {} : { resultsAt: settings.resultsAt }),
  ...(settings.writeupRequired ? { writeupDeadline: settings.writeupDeadline } : {}),
  status: own?.status ?? 'Unsubmitted',
})

export const presentStoredGame = (row: StoredGame): GameInfo => ({
  id: row.id,
  title: row.title,
  hidden: row.hidden,
  ...unlistedOf(row),
  summary: row.summary,
  content: row.content,
  acceptWithoutReview: row.accept_without_review,
  writeupRequired: row.writeup_required,
  inviteCode: row.invite_code,
  teamMemberCountLimit: row.team_member_count_limit,
  containerCountLimit: row.container_count_limit,
  poster: posterUrl(row.poster_hash),
  publicKey: row.public_key,
  ...(row.signed_team_text === null ? {} : { signedTeamText: row.signed_team_text }),
  practiceMode: row.practice_mode,
  start: row.start_at.getTime(),
  end: row.end_at.getTime(),
  writeupDeadline: row.writeup_deadline.getTime(),
  writeupNote: row.writeup_note,
  bloodBonus: sensibleBonus(row.blood_bonus),
  ...freezeOf(row),
})

export const basisOf = ({
  id: _id,
  publicKey: _publicKey,
  resultsAt: _resultsAt,
  ...rest
}: GameInfo): Omit<GameInfo, 'id' | 'publicKey' | 'resultsAt'> => rest
