import { sql, type RawBuilder } from 'kysely'
import type { Narrowed } from '@pennant/rules/watch/narrow'

/** For rows of a table or alias named `submission`; `named` is a further match for the search. */
export const submissionConditions = (
  { team, user, challenge, from, to, search }: Narrowed,
  named: RawBuilder<boolean> = sql<boolean>`false`,
): RawBuilder<boolean>[] => [
  ...(team === null ? [] : [sql<boolean>`submission.participation_id = any(${team.participations}::int[])`]),
  ...(user === null ? [] : [sql<boolean>`submission.user_id = ${user}::uuid`]),
  ...(challenge === null ? [] : [sql<boolean>`submission.challenge_id = ${challenge}`]),
  ...(from === null ? [] : [sql<boolean>`submission.time >= ${from}`]),
  ...(to === null ? [] : [sql<boolean>`submission.time < ${to}`]),
  ...(search === null
    ? []
    : [
        sql<boolean>`(
          submission.answer ilike ${search.pattern}
          or submission.participation_id = any(${search.participations}::int[])
          or submission.challenge_id = any(${search.challenges}::int[])
          or submission.user_id in (select id from "user" where name ilike ${search.pattern})
          or ${named}
        )`,
      ]),
]
