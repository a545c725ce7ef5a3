import { sql, type RawBuilder } from 'kysely'
import type { EventType } from '@pennant/contract/enums'
import type { Narrowed } from '@pennant/rules/watch/narrow'
import { submissionConditions } from '../../core/game/submission-filter.ts'

export type EventFilter = { hideContainer: boolean; type: EventType | undefined; narrowed: Narrowed }

type Condition = RawBuilder<boolean>

export const sourcesOf = (gameId: number, { hideContainer, type, narrowed }: EventFilter) => {
  return {
    submitted: all([
      sql`game_id = ${gameId}`,
      sql`status in ('Accepted', 'WrongAnswer', 'CheatDetected')`,
      ...unless(type === undefined || type === 'FlagSubmit'),
      ...submissionConditions(narrowed),
    ]),
    cheated: all([
      sql`game_id = ${gameId}`,
      sql`status = 'CheatDetected'`,
      ...unless(type === undefined || type === 'CheatDetected'),
      ...submissionConditions(narrowed, copiedFrom(narrowed)),
    ]),
    happened: all([
      sql`game_id = ${gameId}`,
      ...(hideContainer ? [sql<boolean>`type not in ('ContainerStart', 'ContainerDestroy')`] : []),
      ...(type === undefined ? [] : [sql<boolean>`type = ${type}`]),
      ...happenings(narrowed),
    ]),
  }
}

const unless = (wanted: boolean): Condition[] => (wanted ? [] : [sql<boolean>`false`])

// The event also names the owner of the copied flag.
const copiedFrom = ({ search }: Narrowed): Condition =>
  sql<boolean>`submission.id in (
    select submission_id from cheat_info where owner_id = any(${search?.participations ?? []}::int[])
  )`

const all = (conditions: readonly Condition[]): Condition => sql<boolean>`${sql.join(conditions, sql` and `)}`

// The first value of a start or stop is the challenge's id, the second its title.
const happenings = ({ team, user, challenge, from, to, search }: Narrowed): Condition[] => [
  ...(team === null ? [] : [sql<boolean>`team_id = ${team.id}`]),
  ...(user === null ? [] : [sql<boolean>`user_id = ${user}::uuid`]),
  ...(challenge === null
    ? []
    : [
        sql<boolean>`type in ('ContainerStart', 'ContainerDestroy')
          and game_event.values[1] = ${String(challenge)}`,
      ]),
  ...(from === null ? [] : [sql<boolean>`time >= ${from}`]),
  ...(to === null ? [] : [sql<boolean>`time < ${to}`]),
  ...(search === null
    ? []
    : [
        sql<boolean>`(
          array_to_string(case when type in ('ContainerStart', 'ContainerDestroy')
            then game_event.values[2:] else game_event.values end, chr(10)) ilike ${search.pattern}
          or team_id in (select id from team where name ilike ${search.pattern})
          or user_id in (select id from "user" where name ilike ${search.pattern})
        )`,
      ]),
]
