import type { Selectable } from 'kysely'
import { isNotGone } from '../../core/game/ledger-store.ts'
import type { Db } from '../../ports/database.ts'
import type { AttachmentTable, ChallengeRow } from '../../ports/tables/challenge.ts'
import type { DivisionRow, GameRow } from '../../ports/tables/game.ts'

export type StoredGame = Omit<GameRow, 'public_key' | 'private_key' | 'hash_salt' | 'results_at'>
export type StoredPermission = { division_id: number; challenge_id: number; permissions: number }
export type StoredFlag = { id: number; challenge_id: number; flag: string }
export type StoredAttachment = Selectable<AttachmentTable>

export type Snapshot = {
  game: StoredGame
  divisions: DivisionRow[]
  permissions: StoredPermission[]
  challenges: ChallengeRow[]
  flags: StoredFlag[]
  attachments: StoredAttachment[]
}

export const createExportStore = (db: Db) => ({
  /** All of one moment. Undefined if there is no such game or it is being deleted. */
  read: (id: number): Promise<Snapshot | undefined> =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (tx) => {
        const game = await readGame(tx, id)
        if (game === undefined) return undefined
        return {
          game,
          divisions: await tx
            .selectFrom('division')
            .selectAll()
            .where('game_id', '=', id)
            .orderBy('id')
            .execute(),
          permissions: await tx
            .selectFrom('division_challenge')
            .select(['division_id', 'challenge_id', 'permissions'])
            .where('game_id', '=', id)
            .orderBy('challenge_id')
            .execute(),
          challenges: await tx
            .selectFrom('challenge')
            .selectAll()
            .where('game_id', '=', id)
            .orderBy('id')
            .execute(),
          flags: await tx
            .selectFrom('flag as f')
            .innerJoin('challenge as c', 'c.id', 'f.challenge_id')
            .select(['f.id', 'f.challenge_id', 'f.flag'])
            .where('c.game_id', '=', id)
            .where('c.type', '!=', 'DynamicContainer')
            .orderBy('f.id')
            .execute(),
          attachments: await tx
            .selectFrom('attachment as a')
            .innerJoin('challenge as c', 'c.id', 'a.challenge_id')
            .selectAll('a')
            .where('c.game_id', '=', id)
            .where((is) => is.or([is('c.type', '!=', 'DynamicContainer'), is('a.flag_id', 'is', null)]))
            .execute(),
        }
      }),
})

const readGame = (db: Db, id: number): Promise<StoredGame | undefined> =>
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
    .select(['start_at', 'end_at', 'writeup_required', 'writeup_deadline', 'writeup_note', 'blood_bonus'])
    .select(['signed_team_text', 'freeze_at', 'freeze_hides_board'])
    .where('id', '=', id)
    .where(isNotGone)
    .executeTakeFirst()
