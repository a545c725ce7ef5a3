import type { Db } from '../../ports/database.ts'
import type { AdjustmentRow } from '../../ports/tables/adjustment.ts'
import type { AttachmentTable, ChallengeRow } from '../../ports/tables/challenge.ts'
import type { DivisionRow, GameLedgerRow, GameRow } from '../../ports/tables/game.ts'
import type { ParticipationRow } from '../../ports/tables/participation.ts'
import type { Selectable } from 'kysely'
import { noticeCount } from './game.ts'

export type StoredParticipation = Pick<
  ParticipationRow,
  'id' | 'team_id' | 'division_id' | 'status' | 'token'
> & {
  team_name: string
  team_bio: string | null
  team_avatar: string | null
}
export type StoredRegistration = { user_id: string; participation_id: number; user_name: string }
export type StoredSolve = {
  participation_id: number
  challenge_id: number
  submission_id: number
  user_id: string | null
  user_name: string | null
  time: Date
}
export type StoredNotice = {
  id: number
  type: 'Normal' | 'FirstBlood' | 'SecondBlood' | 'ThirdBlood' | 'NewHint' | 'NewChallenge'
  values: string[]
  time: Date
}
export type StoredAdjustment = Pick<
  AdjustmentRow,
  'id' | 'participation_id' | 'points' | 'reason' | 'time' | 'revoked_at' | 'revoke_reason'
>
export type StoredSettings = Omit<GameRow, 'private_key' | 'signed_team_text'>
export type StoredAttachment = Selectable<AttachmentTable>

const solvesAtOnce = 5000

export const createCachedGameStore = (db: Db) => ({
  ledger: (gameId: number): Promise<GameLedgerRow | undefined> =>
    db.selectFrom('game_ledger').selectAll().where('game_id', '=', gameId).executeTakeFirst(),

  settings: (gameId: number): Promise<StoredSettings | undefined> =>
    db
      .selectFrom('game')
      .select([
        'id',
        'title',
        'summary',
        'content',
        'hidden',
        'unlisted',
        'practice_mode',
        'accept_without_review',
      ])
      .select(['invite_code', 'team_member_count_limit', 'container_count_limit', 'poster_hash'])
      .select(['start_at', 'end_at', 'writeup_required', 'writeup_deadline', 'writeup_note'])
      .select(['blood_bonus', 'public_key', 'hash_salt', 'freeze_at', 'freeze_hides_board', 'results_at'])
      .where('id', '=', gameId)
      .executeTakeFirst(),

  divisions: (gameId: number): Promise<DivisionRow[]> =>
    db.selectFrom('division').selectAll().where('game_id', '=', gameId).orderBy('id').execute(),

  permissions: (
    gameId: number,
  ): Promise<{ division_id: number; challenge_id: number; permissions: number }[]> =>
    db
      .selectFrom('division_challenge')
      .select(['division_id', 'challenge_id', 'permissions'])
      .where('game_id', '=', gameId)
      .orderBy('challenge_id')
      .execute(),

  /** Challenges without a position come last, in the order of their ids. */
  challenges: (gameId: number): Promise<ChallengeRow[]> =>
    db
      .selectFrom('challenge')
      .selectAll()
      .where('game_id', '=', gameId)
      .orderBy('position')
      .orderBy('id')
      .execute(),

  async challengeText(id: number): Promise<string | null> {
    const row = await db.selectFrom('challenge').select('content').where('id', '=', id).executeTakeFirst()
    return row?.content ?? null
  },

  flags: (gameId: number): Promise<{ challenge_id: number; flag: string }[]> =>
    db
      .selectFrom('flag')
      .innerJoin('challenge', 'challenge.id', 'flag.challenge_id')
      .select(['flag.challenge_id', 'flag.flag'])
      .where('challenge.game_id', '=', gameId)
      .execute(),

  attachments: (gameId: number): Promise<StoredAttachment[]> =>
    db
      .selectFrom('attachment')
      .innerJoin('challenge', 'challenge.id', 'attachment.challenge_id')
      .selectAll('attachment')
      .where('challenge.game_id', '=', gameId)
      .where('attachment.flag_id', 'is', null)
      .execute(),

  participations: (gameId: number): Promise<StoredParticipation[]> =>
    db
      .selectFrom('participation as p')
      .innerJoin('team as t', 't.id', 'p.team_id')
      .select(['p.id', 'p.team_id', 'p.division_id', 'p.status', 'p.token'])
      .select(['t.name as team_name', 't.bio as team_bio', 't.avatar_hash as team_avatar'])
      .where('p.game_id', '=', gameId)
      .orderBy('p.id')
      .execute(),

  registrations: (gameId: number): Promise<StoredRegistration[]> =>
    db
      .selectFrom('participation_member as m')
      .innerJoin('user as u', 'u.id', 'm.user_id')
      .select(['m.user_id', 'm.participation_id', 'u.name as user_name'])
      .where('m.game_id', '=', gameId)
      .execute(),

  /** In the order of acceptance. */
  async solves(gameId: number, after: number): Promise<StoredSolve[]> {
    const all: StoredSolve[] = []
    for (let last = after; ; ) {
      const rows = await db
        .selectFrom('first_solve as f')
        .innerJoin('submission as s', 's.id', 'f.submission_id')
        .leftJoin('user as u', 'u.id', 's.user_id')
        .select(['f.participation_id', 'f.challenge_id', 'f.submission_id', 's.user_id', 's.time'])
        .select('u.name as user_name')
        .where('f.game_id', '=', gameId)
        .where('f.submission_id', '>', last)
        .orderBy('f.submission_id')
        .limit(solvesAtOnce)
        .execute()
      for (const row of rows) all.push(row)
      const newest = rows.at(-1)
      if (newest === undefined || rows.length < solvesAtOnce) return all
      last = newest.submission_id
    }
  },

  adjustments: (gameId: number): Promise<StoredAdjustment[]> =>
    db
      .selectFrom('adjustment')
      .select(['id', 'participation_id', 'points', 'reason', 'time', 'revoked_at', 'revoke_reason'])
      .where('game_id', '=', gameId)
      .orderBy('id')
      .execute(),

  notices: (gameId: number): Promise<StoredNotice[]> =>
    db
      .selectFrom('notice')
      .select(['id', 'type', 'values', 'time'])
      .where('game_id', '=', gameId)
      .where('held', '=', false)
      .orderBy('time', 'desc')
      .orderBy('id', 'desc')
      .limit(noticeCount)
      .execute(),

  revisions: (gameIds: readonly number[]): Promise<{ game_id: number; revision: number }[]> =>
    db.selectFrom('game_ledger').select(['game_id', 'revision']).where('game_id', 'in', gameIds).execute(),

  startingBetween: (from: Date, until: Date): Promise<{ id: number }[]> =>
    db.selectFrom('game').select('id').where('start_at', '>=', from).where('start_at', '<=', until).execute(),

  atOneMoment: <T>(read: (db: Db) => Promise<T>): Promise<T> =>
    db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read),
})

export type CachedGameStore = ReturnType<typeof createCachedGameStore>
