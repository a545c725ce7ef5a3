import { sql, type RawBuilder, type Selectable } from 'kysely'
import type { Narrowed } from '@pennant/rules/watch/narrow'
import type { Db } from '../../ports/database.ts'
import type { AuditTable } from '../../ports/tables/audit.ts'
import { anyOf } from '../../core/store-any-of.ts'

/** `game` is null for all changes. Names of the search are found in the rows, which keep them. */
export type AuditFilter = { game: number | null; narrowed: Narrowed }

/** `there` is null for kinds that nothing is asked of, `user_name` for all but users that are there. */
export type AuditRow = Selectable<AuditTable> & { there: boolean | null; user_name: string | null }

export const createAuditStore = (db: Db) => ({
  /** Newest first. */
  async page(filter: AuditFilter, { count, skip }: { count: number; skip: number }): Promise<AuditRow[]> {
    const { rows } = await sql<AuditRow>`
      select page.*, ${isThere} as there,
        case when object like 'user:%' then (select name from "user" where id = ${guid}) end as user_name
      from (
        select * from audit where ${conditionsOf(filter)}
        order by time desc, id desc limit ${count} offset ${skip}
      ) page
      order by time desc, id desc
    `.execute(db)
    return rows
  },

  async count(filter: AuditFilter): Promise<number> {
    const { rows } = await sql<{ total: number }>`
      select count(*) as total from audit where ${conditionsOf(filter)}
    `.execute(db)
    return rows[0]?.total ?? 0
  },

  /** Those of games that are gone, and those without a game from before then. */
  async deleteOld(before: Date, portion: number): Promise<number> {
    const { numAffectedRows } = await sql`
      delete from audit where id = ${anyOf(sql`
        select a.id from audit a where a.game_id is null and a.time < ${before}
          or a.game_id is not null and not exists (select from game g where g.id = a.game_id)
        limit ${portion}
      `)}
    `.execute(db)
    return Number(numAffectedRows ?? 0)
  },

  /** Of changes before then; those of a game are as old as its end. */
  async forgetAddresses(before: Date, portion: number): Promise<number> {
    const { numAffectedRows } = await sql`
      update audit set address = null where id = ${anyOf(sql`
        select a.id from audit a left join game g on g.id = a.game_id
        where a.address is not null and a.time < ${before} and (g.id is null or g.end_at < ${before})
        limit ${portion}
      `)}
    `.execute(db)
    return Number(numAffectedRows ?? 0)
  },
})

const id = sql`split_part(object, ':', 2)::int`
const guid = sql`split_part(object, ':', 2)::uuid`

// Whether what the change is about is there now.
const isThere = sql`case
  when object not like '%:%' then null
  when object like 'game:%' then exists (select from game where id = ${id})
  when object like 'division:%' then exists (select from division where id = ${id})
  when object like 'challenge:%' then exists (select from challenge where id = ${id})
  when object like 'notice:%' then exists (select from notice where id = ${id})
  when object like 'participation:%' then exists (select from participation where id = ${id})
  when object like 'team:%' then exists (select from team where id = ${id})
  when object like 'post:%' then exists (select from post where id = split_part(object, ':', 2))
  when object like 'user:%' then exists (select from "user" where id = ${guid})
end`

const conditionsOf = ({ game, narrowed }: AuditFilter): RawBuilder<unknown> => {
  const { team, user, challenge, from, to, search } = narrowed
  return sql.join(
    [
      sql`true`,
      ...(game === null ? [] : [sql`game_id = ${game}`]),
      ...(team === null ? [] : [aboutTeam(team.id)]),
      ...(user === null ? [] : [sql`(actor_id = ${user}::uuid or object = ${`user:${user}`})`]),
      ...(challenge === null ? [] : [sql`object = ${`challenge:${challenge}`}`]),
      ...(from === null ? [] : [sql`time >= ${from}`]),
      ...(to === null ? [] : [sql`time < ${to}`]),
      ...(search === null
        ? []
        : [
            sql`(
              actor_name ilike ${search.pattern} or object_name ilike ${search.pattern}
              or action ilike ${search.pattern} or reason ilike ${search.pattern}
              or before::text ilike ${search.pattern} or after::text ilike ${search.pattern}
            )`,
          ]),
    ],
    sql` and `,
  )
}

// Decisions about many teams are one row, which names the participations.
const aboutTeam = (team: number): RawBuilder<unknown> => sql`(
  object = ${`team:${team}`} or before @> ${JSON.stringify({ teamId: team })}::jsonb
  or after @> ${JSON.stringify({ teamId: team })}::jsonb
  or exists (
    select from participation p where p.team_id = ${team} and (
      object = 'participation:' || p.id
      or after @> jsonb_build_object('participations', jsonb_build_array(jsonb_build_object('id', p.id)))
    )
  )
)`
