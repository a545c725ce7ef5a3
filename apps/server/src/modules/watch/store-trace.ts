import { sql } from 'kysely'
import type { AnswerResult } from '@pennant/contract/enums'
import type { Db } from '../../ports/database.ts'
import type { TraceTable } from '../../ports/tables/trace.ts'
import { anyOf } from '../../core/store-any-of.ts'

export type NewTrace = Pick<
  TraceTable,
  'game_id' | 'participation_id' | 'challenge_id' | 'user_id' | 'kind' | 'file_hash' | 'file_name' | 'address'
> & { time: Date }

/** `known`: a similar one isn't old yet. `busy`: its subject is being changed, so try again. `gone`: deleted. */
export type TraceOutcome = 'written' | 'known' | 'busy' | 'gone'

export type ListedTrace = {
  time: Date
  kind: 'Opened' | 'Downloaded' | 'ContainerStart' | 'ContainerDestroy' | 'Submitted'
  user_id: string | null
  user_name: string | null
  challenge_id: number | null
  status: AnswerResult | null
  text: string | null
  address: string | null
}

type Traced = {
  game: number
  participation: number
  team: number
  challenge: number | null
  from: Date | null
  to: Date | null
  most: number
}

export const createTraceStore = (db: Db) => ({
  /** One of a kind within `apartMs`. Waits only for other writers, so deleting a team or game can't deadlock. */
  write: (traces: readonly NewTrace[], apartMs: number): Promise<TraceOutcome[]> =>
    db.transaction().execute(async (tx) => {
      // JIT compilation would take several times as long as the statement.
      await sql`
        select pg_advisory_xact_lock(hashtextextended('trace', 0)), set_config('jit', 'off', true)
      `.execute(tx)
      const { rows } = await sql<{ outcome: TraceOutcome }>`
        with given as (
          select * from unnest(
            ${traces.map((trace) => trace.game_id)}::int[],
            ${traces.map((trace) => trace.participation_id)}::int[],
            ${traces.map((trace) => trace.challenge_id)}::int[],
            ${traces.map((trace) => trace.user_id)}::uuid[],
            ${traces.map((trace) => trace.kind)}::text[],
            ${traces.map((trace) => trace.file_hash)}::text[],
            ${traces.map((trace) => trace.file_name)}::text[],
            ${traces.map((trace) => trace.address)}::text[],
            ${traces.map((trace) => trace.time)}::timestamptz[]
          ) with ordinality as g (game_id, participation_id, challenge_id, user_id, kind, file_hash, file_name,
            address, time, place)
        ), held as materialized (
          select i.game_id, i.participation_id, i.challenge_id from game_instance i
          where (i.game_id, i.participation_id, i.challenge_id)
            in (select game_id, participation_id, challenge_id from given)
          for key share skip locked
        ), judged as materialized (
          select g.*,
            case
              when exists (
                select from trace t
                where t.game_id = g.game_id and t.participation_id = g.participation_id
                  and t.time > g.time - ${apartMs} * interval '1 millisecond'
                  and t.user_id = g.user_id and t.challenge_id = g.challenge_id and t.kind = g.kind
                  and t.file_hash is not distinct from g.file_hash
              ) then 'known'
              when h.game_id is not null then 'written'
              when exists (
                select from game_instance i where i.game_id = g.game_id
                  and i.participation_id = g.participation_id and i.challenge_id = g.challenge_id
              ) then 'busy'
              else 'gone'
            end as outcome
          from given g left join held h using (game_id, participation_id, challenge_id)
        ), written as (
          insert into trace (game_id, participation_id, challenge_id, user_id, kind, file_hash, file_name,
            address, time)
          select game_id, participation_id, challenge_id, user_id, kind, file_hash, file_name, address, time
          from judged where outcome = 'written' order by place
        )
        select outcome from judged order by place
      `.execute(tx)
      return rows.map(({ outcome }) => outcome)
    }),

  async deleteOld(before: Date, portion: number): Promise<number> {
    const { numAffectedRows } = await sql`
      delete from trace where id = ${anyOf(sql`
        select t.id from trace t join game g on g.id = t.game_id where g.end_at < ${before} limit ${portion}
      `)}
    `.execute(db)
    return Number(numAffectedRows ?? 0)
  },

  /** Newest first. */
  async list({ game, participation, team, challenge, from, to, most }: Traced): Promise<ListedTrace[]> {
    const within = sql`
      ${from === null ? sql`` : sql`and time >= ${from}`} ${to === null ? sql`` : sql`and time < ${to}`}
    `
    const about = challenge === null ? sql`` : sql`and challenge_id = ${challenge}`
    const started = challenge === null ? sql`` : sql`and e.values[1] = ${String(challenge)}`
    const { rows } = await sql<ListedTrace>`
      with traced as (
        (select time, id, 0 as source, kind, user_id, challenge_id, null as status, file_name as text, address
          from trace
          where game_id = ${game} and participation_id = ${participation} ${about} ${within}
          order by time desc, id desc limit ${most})
        union all
        (select time, id, 1, type, user_id, e.values[1]::int, null, null, null
          from game_event e
          where game_id = ${game} and team_id = ${team} and type in ('ContainerStart', 'ContainerDestroy')
          ${started} ${within}
          order by time desc, id desc limit ${most})
        union all
        (select time, id, 2, 'Submitted', user_id, challenge_id, status, answer, null
          from submission
          where participation_id = ${participation} ${about} ${within}
          order by time desc, id desc limit ${most})
      )
      select t.time, t.kind, u.id as user_id, u.name as user_name, t.challenge_id, t.status, t.text, t.address
      from traced t left join "user" u on u.id = t.user_id
      order by t.time desc, t.source desc, t.id desc
      limit ${most}
    `.execute(db)
    return rows
  },
})
