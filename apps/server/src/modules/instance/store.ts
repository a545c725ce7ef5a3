import type { ChallengeCategory } from '@pennant/contract/enums'
import type { Db } from '../../ports/database.ts'
import type { ContainerRow } from '../../ports/tables/container.ts'

export type StoredInstance = Pick<
  ContainerRow,
  | 'id'
  | 'image'
  | 'runtime_id'
  | 'ip'
  | 'port'
  | 'public_ip'
  | 'public_port'
  | 'started_at'
  | 'expect_stop_at'
> & {
  team_id: number | null
  team_name: string | null
  team_avatar: string | null
  challenge_id: number | null
  challenge_title: string | null
  challenge_category: ChallengeCategory | null
}

export type StoppableContainer = Pick<ContainerRow, 'id' | 'runtime_id'>

export const createInstanceStore = (db: Db) => ({
  /** Those of teams, also of teams and challenges that have been deleted since; no tests. */
  all: (): Promise<StoredInstance[]> =>
    db
      .selectFrom('container as c')
      .leftJoin('participation as p', 'p.id', 'c.participation_id')
      .leftJoin('team as t', 't.id', 'p.team_id')
      .leftJoin('challenge as ch', 'ch.id', 'c.challenge_id')
      .select(['c.id', 'c.image', 'c.runtime_id', 'c.ip', 'c.port', 'c.public_ip', 'c.public_port'])
      .select(['c.started_at', 'c.expect_stop_at'])
      .select(['t.id as team_id', 't.name as team_name', 't.avatar_hash as team_avatar'])
      .select(['ch.id as challenge_id', 'ch.title as challenge_title', 'ch.category as challenge_category'])
      .where('c.test', '=', false)
      .orderBy('c.started_at')
      .orderBy('c.id')
      .execute(),

  find: (id: string): Promise<StoppableContainer | undefined> =>
    db.selectFrom('container').select(['id', 'runtime_id']).where('id', '=', id).executeTakeFirst(),

  /** All that have outlived their time, tests too. From here on nothing can extend them. */
  expired: (now: Date): Promise<StoppableContainer[]> =>
    db
      .updateTable('container')
      .set({ status: 'Destroyed' })
      .where('expect_stop_at', '<', now)
      .returning(['id', 'runtime_id'])
      .execute(),

  async delete(id: string): Promise<void> {
    await db.deleteFrom('container').where('id', '=', id).execute()
  },
})

export type InstanceStore = ReturnType<typeof createInstanceStore>
