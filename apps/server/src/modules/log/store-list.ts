import { submissionLevel, submissionParts, submissionTask } from '@pennant/rules/submission/log-line'
import type { LogLevel } from '@pennant/contract/enums'
import { sql, type RawBuilder } from 'kysely'
import type { ListedLog } from '../../core/journal/present.ts'
import type { Db } from '../../ports/database.ts'

/** Times include `from` and leave out `to`. */
export type LogFilter = {
  level?: LogLevel | null
  search?: string | undefined
  user?: string | undefined
  address?: string | undefined
  from?: Date | undefined
  to?: Date | undefined
  submissions: boolean
}

type Bool = RawBuilder<boolean>

export const createLogListStore = (db: Db) => ({
  async newest(filter: LogFilter, count: number, skip: number): Promise<ListedLog[]> {
    const most = skip + count
    const { rows } = await sql<ListedLog>`
      with listed as (
        select time, source, id from (
          (select time, 0 as source, id from log
            where ${all(ofLog(filter))} order by time desc, id desc limit ${most})
          union all
          (${newestSubmissions(filter, most)})
        ) either
        order by time desc, source desc, id desc limit ${count} offset ${skip}
      ), shown as (
        select listed.source, log.id, log.time, name, level, ip, msg, status, count, last_time
          from listed join log on log.id = listed.id where listed.source = 0
        union all
        select listed.source, s.id, s.time, ${nameOf}, ${submissionLevel}, null, ${message}, ${submissionTask}, 1, null
          from listed join submission s on s.id = listed.id ${names} where listed.source = 1
      )
      select time, name, level, ip, msg, status, count, last_time from shown
      order by time desc, source desc, id desc
    `.execute(db)
    return rows
  },

  async count(filter: LogFilter): Promise<number> {
    const { rows } = await sql<{ total: number }>`
      select (select count(*) from log where ${all(ofLog(filter))})
        + (select count(*) from ${submissionsIn(filter)} where ${all(ofSubmissions(filter))}) as total
    `.execute(db)
    return rows[0]?.total ?? 0
  },
})

const nobody = sql<string>`'Anonymous'`
const nameOf = sql<string>`coalesce(u.name, ${nobody})`
// The user may be deleted; a deleted team or challenge takes its submissions along.
const names = sql`
  join participation p on p.id = s.participation_id
  join team t on t.id = p.team_id
  join challenge c on c.id = s.challenge_id
  left join "user" u on u.id = s.user_id
`
const message = sql<string>`${sql.join(
  submissionParts({
    team: sql`t.name`,
    challenge: sql`c.title`,
    game: sql`s.game_id::text`,
    status: sql`s.status`,
    answer: sql`s.answer`,
  }).map((part) => (typeof part === 'string' ? sql`${part}::text` : part)),
  sql` || `,
)}`

// Each game's index gives its newest submissions in order, so only what is skipped and shown is read. A rare
// text needs one pass over all, since looking up names one by one takes far longer.
const newestSubmissions = (filter: LogFilter, most: number): RawBuilder<unknown> =>
  isText(filter.search) || isText(filter.user)
    ? sql`
        select s.time, 1, s.id from ${submissionsIn(filter)} where ${all(ofSubmissions(filter))}
        order by s.time desc, s.id desc limit ${most}
      `
    : sql`
        select s.time, 1, s.id from game g cross join lateral (
          select s.time, s.id from submission s where s.game_id = g.id and ${all(ofSubmissions(filter))}
          order by s.time desc, s.id desc limit ${most}
        ) s
      `

const isText = (part = ''): boolean => part !== ''

const submissionsIn = ({ search }: LogFilter): RawBuilder<unknown> =>
  isText(search) ? sql`submission s ${names}` : sql`submission s`

const ofSubmissions = ({ level = null, search, user, address, ...times }: LogFilter): Bool[] => {
  // Submissions keep no address.
  if (!times.submissions || isText(address) || (level !== null && level !== submissionLevel))
    return [sql`false`]
  return [...within(sql`s.time`, times), ...holds(message, search), ...byUser(user)]
}

const byUser = (part = ''): Bool[] =>
  isText(part)
    ? [
        sql<boolean>`
          case when s.user_id is null then ${has(nobody, part)}
          else s.user_id in (select id from "user" where ${has(sql`name`, part)}) end
        `,
      ]
    : []

const ofLog = ({ level = null, search, user, address, ...times }: LogFilter): Bool[] => [
  ...(level === null ? [] : [sql<boolean>`level = ${level}`]),
  ...within(sql`time`, times),
  ...holds(sql`msg`, search),
  ...holds(sql`name`, user),
  ...holds(sql`ip`, address),
]

const within = (time: RawBuilder<unknown>, { from, to }: Pick<LogFilter, 'from' | 'to'>): Bool[] => [
  ...(from === undefined ? [] : [sql<boolean>`${time} >= ${from}`]),
  ...(to === undefined ? [] : [sql<boolean>`${time} < ${to}`]),
]

const holds = (text: RawBuilder<unknown>, part = ''): Bool[] => (isText(part) ? [has(text, part)] : [])

const has = (text: RawBuilder<unknown>, part: string): Bool =>
  sql<boolean>`position(lower(${part}) in lower(${text})) > 0`

const all = (conditions: readonly Bool[]): Bool =>
  conditions.length === 0 ? sql`true` : sql`${sql.join(conditions, sql` and `)}`
