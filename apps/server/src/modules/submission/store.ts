import { sql } from 'kysely'
import type { AnswerResult, NoticeType } from '@pennant/contract/enums'
import type { Db } from '../../ports/database.ts'

export type Pair = { participationId: number; challengeId: number }
export type InstanceFact = { participation_id: number; challenge_id: number; flag: string | null }
export type OwnerFact = { participation_id: number; challenge_id: number; flag: string }

/** A submission that has been judged and is about to be written. */
export type JudgedRow = Pair & {
  userId: string
  teamId: number
  answer: string
  status: AnswerResult
  time: number
  /** It is the one that counts. */
  solves: boolean
  /** The participation whose flag it was. */
  ownerId: number | null
  /** What monitors are told, in this order. */
  events: readonly { type: 'FlagSubmit' | 'CheatDetected'; values: readonly string[] }[]
}

export type NoticeRow = { type: NoticeType; values: readonly string[]; time: number }

const momentOf = (column: string) => sql`timestamptz 'epoch' + ${sql.ref(column)} * interval '1 millisecond'`

/** Lists of up to four texts, as four columns: nothing is cheaper to hand over by the hundred. */
const columnsOf = (rows: readonly { values: readonly string[] }[]) =>
  [0, 1, 2, 3].map((place) => sql`${rows.map(({ values }) => values[place] ?? null)}::text[]`)

export const createSubmissionStore = (db: Db) => ({
  /** What the teams have of the challenges; no row where they have nothing. */
  async instances(gameId: number, pairs: readonly Pair[]): Promise<InstanceFact[]> {
    const { rows } = await sql<InstanceFact>`
      select i.participation_id, i.challenge_id, i.flag
      from unnest(
        ${pairs.map((pair) => pair.participationId)}::int[],
        ${pairs.map((pair) => pair.challengeId)}::int[]
      ) as wanted (participation_id, challenge_id)
      join game_instance i on i.game_id = ${gameId}
        and i.participation_id = wanted.participation_id and i.challenge_id = wanted.challenge_id
    `.execute(db)
    return rows
  },

  /** How often the teams have tried. */
  async attempts(pairs: readonly Pair[]): Promise<(Pair & { count: number })[]> {
    if (pairs.length === 0) return []
    const { rows } = await sql<Pair & { count: number }>`
      select wanted.participation_id as "participationId", wanted.challenge_id as "challengeId",
        (select count(*) from submission s where s.participation_id = wanted.participation_id
          and s.challenge_id = wanted.challenge_id) as count
      from unnest(
        ${pairs.map((pair) => pair.participationId)}::int[],
        ${pairs.map((pair) => pair.challengeId)}::int[]
      ) as wanted (participation_id, challenge_id)
    `.execute(db)
    return rows
  },

  /** Whose flags these are. */
  async owners(
    gameId: number,
    guesses: readonly { challengeId: number; answer: string }[],
  ): Promise<OwnerFact[]> {
    if (guesses.length === 0) return []
    const { rows } = await sql<OwnerFact>`
      select i.participation_id, i.challenge_id, i.flag
      from unnest(
        ${guesses.map((guess) => guess.challengeId)}::int[],
        ${guesses.map((guess) => guess.answer)}::text[]
      ) as guessed (challenge_id, flag)
      join game_instance i on i.challenge_id = guessed.challenge_id and i.flag = guessed.flag
      where i.game_id = ${gameId}
      order by i.participation_id
    `.execute(db)
    return rows
  },

  /**
   * Writes everything that follows from a batch, in one statement. The ids are in the order of the rows.
   * Whoever calls holds the ledger: nobody else solves anything meanwhile.
   */
  async write(
    gameId: number,
    rows: readonly JudgedRow[],
    notices: readonly NoticeRow[],
  ): Promise<{ ids: number[]; noticeIds: number[] }> {
    const events = rows.flatMap((row) => row.events.map((event) => ({ ...event, row })))
    const { rows: written } = await sql<{ kind: 'submission' | 'notice'; id: number }>`
      with input as (
        select * from unnest(
          ${rows.map((row) => row.participationId)}::int[],
          ${rows.map((row) => row.challengeId)}::int[],
          ${rows.map((row) => row.userId)}::uuid[],
          ${rows.map((row) => row.answer)}::text[],
          ${rows.map((row) => row.status)}::text[],
          ${rows.map((row) => row.time)}::bigint[],
          ${rows.map((row) => row.solves)}::boolean[],
          ${rows.map((row) => row.ownerId)}::int[]
        ) with ordinality as t (participation_id, challenge_id, user_id, answer, status, ms, solves, owner_id, place)
      ),
      stored as (
        insert into submission (game_id, participation_id, challenge_id, user_id, answer, status, time)
        select ${gameId}, participation_id, challenge_id, user_id, answer, status, ${momentOf('ms')}
        from input order by place
        returning id
      ),
      numbered as (select id, row_number() over (order by id) as place from stored),
      solved as (
        insert into first_solve (participation_id, challenge_id, game_id, submission_id)
        select i.participation_id, i.challenge_id, ${gameId}, n.id
        from input i join numbered n using (place) where i.solves
      ),
      cheated as (
        insert into cheat_info (submission_id, game_id, owner_id)
        select n.id, ${gameId}, i.owner_id
        from input i join numbered n using (place) where i.owner_id is not null
      ),
      told as (
        insert into game_event (game_id, type, values, time, user_id, team_id)
        select ${gameId}, type, array_remove(array[a, b, c, d], null), ${momentOf('ms')}, user_id, team_id
        from unnest(
          ${events.map((event) => event.type)}::text[],
          ${sql.join(columnsOf(events))},
          ${events.map((event) => event.row.time)}::bigint[],
          ${events.map((event) => event.row.userId)}::uuid[],
          ${events.map((event) => event.row.teamId)}::int[]
        ) with ordinality as t (type, a, b, c, d, ms, user_id, team_id, place)
        order by place
      ),
      announced as (
        insert into notice (game_id, type, values, time)
        select ${gameId}, type, array_remove(array[a, b, c, d], null), ${momentOf('ms')}
        from unnest(
          ${notices.map((notice) => notice.type)}::text[],
          ${sql.join(columnsOf(notices))},
          ${notices.map((notice) => notice.time)}::bigint[]
        ) with ordinality as t (type, a, b, c, d, ms, place)
        order by place
        returning id
      )
      select 'submission' as kind, id from stored
      union all
      select 'notice', id from announced
    `.execute(db)
    const idsOf = (kind: 'submission' | 'notice'): number[] =>
      written
        .filter((row) => row.kind === kind)
        .map((row) => row.id)
        .toSorted((a, b) => a - b)
    return { ids: idsOf('submission'), noticeIds: idsOf('notice') }
  },

  async statusOf(wanted: {
    id: number
    gameId: number
    challengeId: number
    userId: string
  }): Promise<AnswerResult | undefined> {
    const row = await db
      .selectFrom('submission')
      .select('status')
      .where('id', '=', wanted.id)
      .where('game_id', '=', wanted.gameId)
      .where('challenge_id', '=', wanted.challengeId)
      .where('user_id', '=', wanted.userId)
      .executeTakeFirst()
    return row?.status
  },

  atomically: <T>(work: (db: Db) => Promise<T>): Promise<T> => db.transaction().execute(work),
})

export type SubmissionStore = ReturnType<typeof createSubmissionStore>
