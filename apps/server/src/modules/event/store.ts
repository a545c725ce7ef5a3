import { sql, type Insertable } from 'kysely'
import type { EventType } from '@pennant/contract/enums'
import type { Db } from '../../ports/database.ts'
import type { GameEventTable } from '../../ports/tables/event.ts'

export type StoredEvent = {
  type: EventType
  values: string[]
  time: Date
  user_name: string | null
  team_name: string | null
}

type Page = { count: number; skip: number; hideContainer: boolean }

/**
 * What happened in a game. That somebody submitted, and that a flag was another team's, is in the submissions
 * themselves and is not written twice; everything else has rows of its own.
 */
export const createEventStore = (db: Db) => ({
  async insert(event: Insertable<GameEventTable>): Promise<void> {
    await db.insertInto('game_event').values(event).execute()
  },

  /** Newest first; of one submission, what was found out about it is newer than that it was made. */
  async page(gameId: number, { count, skip, hideContainer }: Page): Promise<StoredEvent[]> {
    const reach = skip + count
    const { rows } = await sql<StoredEvent>`
      with newest as (
        (select 0 as source, id, time from submission
          where game_id = ${gameId} and status in ('Accepted', 'WrongAnswer', 'CheatDetected')
          order by time desc, id desc limit ${reach})
        union all
        (select 1, id, time from submission
          where game_id = ${gameId} and status = 'CheatDetected'
          order by time desc, id desc limit ${reach})
        union all
        (select 2, id, time from game_event
          where game_id = ${gameId}
          ${hideContainer ? sql`and type not in ('ContainerStart', 'ContainerDestroy')` : sql``}
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
        page.time, u.name as user_name, coalesce(t.name, et.name) as team_name
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
})

export type EventStore = ReturnType<typeof createEventStore>
