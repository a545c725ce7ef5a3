import { isNotGone } from '../../core/game/ledger-store.ts'
import type { Db } from '../../ports/database.ts'
import type { GameKeys } from '../../core/game/keys.ts'
import type { GameRow, NewGameRow } from '../../ports/tables/game.ts'

export type ListedGame = Pick<
  GameRow,
  'id' | 'title' | 'summary' | 'poster_hash' | 'team_member_count_limit' | 'start_at' | 'end_at'
>

/** Without the private key and what is computed from it. */
export type StoredGame = Omit<GameRow, 'private_key' | 'hash_salt'>

export type GameSettingsRow = Required<
  Omit<NewGameRow, 'id' | 'poster_hash' | 'rehearsal_id' | 'results_at' | keyof GameKeys>
>

const columns = [
  'id',
  'title',
  'summary',
  'content',
  'hidden',
  'unlisted',
  'practice_mode',
  'accept_without_review',
  'invite_code',
  'team_member_count_limit',
  'container_count_limit',
  'poster_hash',
  'start_at',
  'end_at',
  'writeup_required',
  'writeup_deadline',
  'writeup_note',
  'blood_bonus',
  'public_key',
  'signed_team_text',
  'freeze_at',
  'freeze_hides_board',
  'results_at',
] as const satisfies readonly (keyof StoredGame)[]

/** No query here finds a game that is being deleted. */
export const createGameStore = (db: Db) => {
  const games = () => db.selectFrom('game').where(isNotGone)

  return {
    find: (id: number): Promise<Pick<GameRow, 'id' | 'title'> | undefined> =>
      games().select(['id', 'title']).where('id', '=', id).executeTakeFirst(),

    read: (id: number): Promise<StoredGame | undefined> =>
      games().select(columns).where('id', '=', id).executeTakeFirst(),

    async hashSalt(id: number): Promise<string | undefined> {
      const row = await games().select('hash_salt').where('id', '=', id).executeTakeFirst()
      return row?.hash_salt
    },

    /** Newest first. */
    async page(count: number, skip: number): Promise<{ games: StoredGame[]; total: number }> {
      const listed = () => games().where('rehearsal_id', 'is', null)
      const rows = await listed().select(columns).orderBy('id', 'desc').limit(count).offset(skip).execute()
      const { total } = await listed()
        .select((is) => is.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
      return { games: rows, total }
    },

    /** Without hidden games, the latest start first. */
    visible: (): Promise<ListedGame[]> =>
      games()
        .select(['id', 'title', 'summary', 'poster_hash', 'team_member_count_limit', 'start_at', 'end_at'])
        .where('hidden', '=', false)
        .orderBy('start_at', 'desc')
        .orderBy('id', 'desc')
        .execute(),

    insert: (game: GameSettingsRow & GameKeys): Promise<StoredGame> =>
      db.insertInto('game').values(game).returning(columns).executeTakeFirstOrThrow(),

    update: (id: number, changes: Partial<NewGameRow>): Promise<StoredGame> =>
      db.updateTable('game').set(changes).where('id', '=', id).returning(columns).executeTakeFirstOrThrow(),

    atomically: <T>(work: (db: Db) => Promise<T>): Promise<T> => db.transaction().execute(work),
  }
}

export type GameStore = ReturnType<typeof createGameStore>
