import type { Db } from '../../ports/database.ts'

export type StoredTarget = {
  id: string
  test: boolean
  ip: string
  port: number
  runtime_id: string
  participation_id: number | null
  team_id: number | null
  team_name: string | null
  challenge_id: number | null
  challenge_title: string | null
  records: boolean | null
  flag: string | null
}

export const createTargetStore = (db: Db) => ({
  find: (ids: readonly string[]): Promise<StoredTarget[]> =>
    db
      .selectFrom('container as c')
      .leftJoin('participation as p', 'p.id', 'c.participation_id')
      .leftJoin('team as t', 't.id', 'p.team_id')
      .leftJoin('challenge as ch', 'ch.id', 'c.challenge_id')
      .leftJoin('game_instance as i', (join) =>
        join.onRef('i.participation_id', '=', 'p.id').onRef('i.challenge_id', '=', 'ch.id'),
      )
      .select(['c.id', 'c.test', 'p.id as participation_id', 't.id as team_id', 't.name as team_name'])
      .select(['ch.id as challenge_id', 'ch.title as challenge_title', 'i.flag'])
      .select('ch.enable_traffic_capture as records')
      // A constraint guarantees these for a running instance.
      .select((is) => [
        is.ref('c.ip').$notNull().as('ip'),
        is.ref('c.port').$notNull().as('port'),
        is.ref('c.runtime_id').$notNull().as('runtime_id'),
      ])
      .where('c.id', 'in', [...ids])
      .where('c.status', '=', 'Running')
      .where('c.is_proxied', '=', true)
      .execute(),
})

export type TargetStore = ReturnType<typeof createTargetStore>
