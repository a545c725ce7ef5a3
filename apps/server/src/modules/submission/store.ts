import type { Pair } from '../../core/game/game.ts'
import { sql } from 'kysely'
import type { AnswerResult, NoticeType } from '@pennant/contract/enums'
import type { Db } from '../../ports/database.ts'

export type InstanceFact = { participation_id: number; challenge_id: number; flag: string | null }

export type JudgedRow = Pair & {
  userId: string
  teamId: number
  answer: string
  status: AnswerResult
  time: number
  solves: boolean
  suspect: boolean
}

const instancesAtOnce = 2_000
const longestPauseMs = 5_000

export type NoticeRow = { type: NoticeType; values: readonly [string, string]; time: number }

const momentOf = (column: string) => sql`timestamptz 'epoch' + ${sql.ref(column)} * interval '1 millisecond'`

// Lists of numbers as text: a row per submission would cost more than the rest of the answer.
type Report = {
  revision: number
  shown: number | null
  board_at: Date
  notices_at: Date
  places: string | null
  ids: string | null
  owners: string | null
  notice_ids: string | null
}

const numbersIn = (list: string | null): number[] => (list === null ? [] : list.split(',').map(Number))

export type WrittenRows = {
  revision: number
  shown: number | null
  boardAt: Date
  noticesAt: Date
  submissions: ReadonlyMap<number, { id: number; ownerId: number | null }>
  noticeIds: number[]
}

// `free`: only wrong answers with unlimited attempts. `unmoved`: the version of the board that everyone gets, if
// no solve shows on it.
type WriteTarget = { gameId: number; revision: number; now: Date; free?: boolean; unmoved?: number }

type NewNotices = { shown: readonly NoticeRow[]; held: readonly NoticeRow[] }
const noNotices: NewNotices = { shown: [], held: [] }

// A solve by others makes no wrong answer right, so such rows are written without the lock, while others hold
// it. They count as given before a change that is under way.
const look = (gameId: number, revision: number) => sql`
  select revision, shown, board_at, notices_at from game_ledger
  where game_id = ${gameId} and greatest(setup, teams, purge) <= ${revision}`

const hold = (gameId: number, revision: number) => sql`
  select revision, shown, board_at, notices_at from game_ledger
  where game_id = ${gameId} and revision = ${revision} for update`

const step = ({ gameId, revision, now, unmoved }: WriteTarget, noticed: boolean) => sql`
  update game_ledger set revision = revision + 1, solves = revision + 1,
    ${
      unmoved === undefined
        ? sql`shown = shown + 1, board_at = greatest(board_at, ${now}::timestamptz)`
        : sql`shown = coalesce(shown, ${unmoved}::bigint)`
    }
    ${noticed ? sql`, notices = revision + 1, notices_at = greatest(notices_at, ${now}::timestamptz)` : sql``}
  where game_id = ${gameId} and revision = ${revision}
  returning revision, shown, board_at, notices_at`

const consequences = (gameId: number, { shown, held }: NewNotices) => sql`,
  solved as (
    insert into first_solve (participation_id, challenge_id, game_id, submission_id)
    select i.participation_id, i.challenge_id, ${gameId}, n.id
    from input i join numbered n using (turn) where i.solves
  )
  ${shown.length > 0 ? announced(gameId, shown) : sql``}
  ${held.length > 0 ? withheld(gameId, held) : sql``}`

const announced = (gameId: number, notices: readonly NoticeRow[]) => sql`,
  announced as (
    insert into notice (game_id, type, values, time)
    select ${gameId}, type, array[team, challenge], ${momentOf('ms')}
    ${listed(notices)}
    returning id
  )`

const withheld = (gameId: number, notices: readonly NoticeRow[]) => sql`,
  withheld as (
    insert into notice (id, game_id, type, values, time, held) overriding system value
    select -nextval('held_notice'), ${gameId}, type, array[team, challenge], ${momentOf('ms')}, true
    ${listed(notices)}
  )`

const listed = (notices: readonly NoticeRow[]) => sql`
    from unnest(
      ${notices.map((notice) => notice.type)}::text[],
      ${notices.map((notice) => notice.values[0])}::text[],
      ${notices.map((notice) => notice.values[1])}::text[],
      ${notices.map((notice) => notice.time)}::bigint[]
    ) with ordinality as t (type, team, challenge, ms, place)
    where exists (select from held)
    order by place`

export const createSubmissionStore = (db: Db) => ({
  /** No row where a team has nothing of the challenge. */
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

  /** In portions, none of which takes the event loop for long. */
  async *allInstances(gameId: number): AsyncGenerator<InstanceFact[]> {
    for (let last = { participation: 0, challenge: 0 }; ; ) {
      const { rows } = await sql<InstanceFact>`
        select participation_id, challenge_id, flag from game_instance
        where game_id = ${gameId}
          and (participation_id, challenge_id) > (${last.participation}::int, ${last.challenge}::int)
        order by participation_id, challenge_id limit ${instancesAtOnce}
      `.execute(db)
      yield rows
      const end = rows.at(-1)
      if (end === undefined || rows.length < instancesAtOnce) return
      last = { participation: end.participation_id, challenge: end.challenge_id }
    }
  },

  /**
   * Null, with nothing written, if the game has moved on from `revision`. Ids are in the order of rows and
   * commits, since they are drawn while the ledger is held. Rows of teams without the challenge are left out.
   * The arrays come out of selects, so that the database guesses one length for all and need not plan the
   * statement every time, which takes longer than running it.
   */
  async write(
    target: WriteTarget,
    rows: readonly JudgedRow[],
    notices = noNotices,
  ): Promise<WrittenRows | null> {
    const { gameId, revision, free = false } = target
    const solved = rows.some((row) => row.solves)
    const {
      rows: [report],
    } = await sql<Report>`
      /* prepare */
      with held as (${
        solved
          ? step(target, notices.shown.length > 0)
          : free
            ? look(gameId, revision)
            : hold(gameId, revision)
      }),
      input as (
        select t.*, o.participation_id as owner_id, row_number() over (order by t.place) as turn
        from unnest(
          (select ${rows.map((row) => row.participationId)}::int[]),
          (select ${rows.map((row) => row.challengeId)}::int[]),
          (select ${rows.map((row) => row.userId)}::uuid[]),
          (select ${rows.map((row) => row.answer)}::text[]),
          (select ${rows.map((row) => row.status)}::text[]),
          (select ${rows.map((row) => row.time)}::bigint[]),
          (select ${rows.map((row) => row.solves)}::boolean[]),
          (select ${rows.map((row) => row.suspect)}::boolean[])
        ) with ordinality as t (participation_id, challenge_id, user_id, answer, status, ms, solves, suspect, place)
        join game_instance i on i.game_id = ${gameId}
          and i.participation_id = t.participation_id and i.challenge_id = t.challenge_id
        left join lateral (
          select other.participation_id from game_instance other
          where t.suspect and other.challenge_id = t.challenge_id and other.flag = t.answer
            and other.participation_id <> t.participation_id
          order by other.participation_id limit 1
        ) o on true
        where exists (select from held)
      ),
      stored as (
        insert into submission (game_id, participation_id, challenge_id, user_id, answer, status, time)
        select ${gameId}, participation_id, challenge_id, user_id, answer,
          case when owner_id is null then status else 'CheatDetected' end, ${momentOf('ms')}
        from input order by turn
        returning id
      ),
      numbered as (select id, row_number() over (order by id) as turn from stored),
      cheated as (
        insert into cheat_info (submission_id, game_id, owner_id)
        select n.id, ${gameId}, i.owner_id
        from input i join numbered n using (turn) where i.owner_id is not null
      )
      ${solved ? consequences(gameId, notices) : sql``}
      select revision, shown, board_at, notices_at, places, ids, owners,
        ${notices.shown.length > 0 ? sql`(select string_agg(id::text, ',') from announced)` : sql`null`} as notice_ids
      from held, (
        select string_agg(i.place::text, ',') as places, string_agg(n.id::text, ',') as ids,
          string_agg(coalesce(i.owner_id, 0)::text, ',') as owners
        from input i join numbered n using (turn)
      ) as written
    `.execute(db)
    if (report === undefined) return null
    const ids = numbersIn(report.ids)
    const owners = numbersIn(report.owners)
    return {
      revision: report.revision,
      shown: report.shown,
      boardAt: report.board_at,
      noticesAt: report.notices_at,
      submissions: new Map(
        numbersIn(report.places).map((place, at) => [
          place - 1,
          { id: ids[at] ?? 0, ownerId: owners[at] || null },
        ]),
      ),
      noticeIds: numbersIn(report.notice_ids).toSorted((a, b) => a - b),
    }
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

  /** If this process pauses, the database doesn't keep for it what others wait for. */
  atomically: <T>(work: (db: Db) => Promise<T>): Promise<T> =>
    db.transaction().execute(async (tx) => {
      await sql`set local idle_in_transaction_session_timeout = ${sql.lit(longestPauseMs)}`.execute(tx)
      return work(tx)
    }),
})

export type SubmissionStore = ReturnType<typeof createSubmissionStore>

export const hasCode = (error: unknown, ...codes: readonly string[]): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  typeof error.code === 'string' &&
  codes.includes(error.code)
