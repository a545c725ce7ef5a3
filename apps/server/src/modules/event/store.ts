import { sql } from 'kysely'
import type { StoredEvent } from '../../core/game/events.ts'
import type { Db } from '../../ports/database.ts'
import { sourcesOf, type EventFilter } from './store-source.ts'

export type ListedEvent = StoredEvent & {
  id: number
  team_id: number | null
  user_id: string | null
  challenge_id: number | null
}

type Page = EventFilter & { count: number; skip: number }

/** Submissions and copied flags are read from the submissions, not written twice; other events have rows. */
export const createEventStore = (db: Db) => ({
  /** Newest first; a finding about a submission is newer than the submission. */
  async page(gameId: number, { count, skip, ...filter }: Page): Promise<ListedEvent[]> {
    const reach = skip + count
    const { submitted, cheated, happened } = sourcesOf(gameId, filter)
    const { rows } = await sql<ListedEvent>`
      with newest as (
        (select 0 as source, id, time from submission where ${submitted}
          order by time desc, id desc limit ${reach})
        union all
        (select 1, id, time from submission where ${cheated}
          order by time desc, id desc limit ${reach})
        union all
        (select 2, id, time from game_event where ${happened}
          order by time desc, id desc limit ${reach})
      ),
      page as (
        select * from newest order by time desc, (source = 2), id desc, source desc
        limit ${count} offset ${skip}
      )
      select
        case page.source when 0 then 'FlagSubmit' when 1 then 'CheatDetected' else e.type end as type,
        case page.source
          when 0 then array[
            case s.status when 'CheatDetected' then 'WrongAnswer' else s.status end,
            s.answer, c.title, c.id::text
          ]
          when 1 then array[c.title, t.name, coalesce(ot.name, '')]
          else e.values
        end as values,
        page.time, u.name as user_name, coalesce(t.name, et.name) as team_name,
        page.id, coalesce(t.id, et.id) as team_id, u.id as user_id,
        case when page.source < 2 then s.challenge_id
          when e.type in ('ContainerStart', 'ContainerDestroy') then e.values[1]::int end as challenge_id
      from page
        left join submission s on page.source < 2 and s.id = page.id
        left join challenge c on c.id = s.challenge_id
        left join participation p on p.id = s.participation_id
        left join team t on t.id = p.team_id
        left join cheat_info i on page.source = 1 and i.submission_id = s.id
        left join participation o on o.id = i.owner_id
        left join team ot on ot.id = o.team_id
        left join game_event e on page.source = 2 and e.id = page.id
        left join team et on et.id = e.team_id
        left join "user" u on u.id = coalesce(s.user_id, e.user_id)
      order by page.time desc, (page.source = 2), page.id desc, page.source desc
    `.execute(db)
    return rows
  },

  async count(gameId: number, filter: EventFilter): Promise<number> {
    const { submitted, cheated, happened } = sourcesOf(gameId, filter)
    const { rows } = await sql<{ total: number }>`
      select (select count(*) from submission where ${submitted})
        + (select count(*) from submission where ${cheated})
        + (select count(*) from game_event where ${happened}) as total
    `.execute(db)
    return rows[0]?.total ?? 0
  },
})
