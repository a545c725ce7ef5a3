import type { ChallengeCategory } from '@pennant/contract/enums'
import { sql } from 'kysely'
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

/** What administrators and organisers look at. */
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

  find: (id: string): Promise<ContainerRow | undefined> =>
    db.selectFrom('container').selectAll().where('id', '=', id).executeTakeFirst(),

  ofTest: (challengeId: number): Promise<ContainerRow | undefined> =>
    db.selectFrom('container').selectAll().where('test_challenge_id', '=', challengeId).executeTakeFirst(),

  /** Only what runs, and what has not been condemned meanwhile. */
  extend: (id: string, byMs: number): Promise<ContainerRow | undefined> =>
    extended(db, byMs)
      .where('id', '=', id)
      .where((is) => is.or([is('test', '=', true), is('participation_id', 'is not', null)]))
      .returningAll()
      .executeTakeFirst(),

  /** The same of a team's own, while the challenge is open and the end is no further away than `until`. */
  extendOwn: (id: string, byMs: number, until: Date): Promise<ContainerRow | undefined> =>
    extended(db, byMs)
      .where('id', '=', id)
      .where('expect_stop_at', '<=', until)
      .where((is) =>
        is.exists(
          is
            .selectFrom('challenge')
            .select('challenge.id')
            .whereRef('challenge.id', '=', 'container.challenge_id')
            .where('challenge.is_enabled', '=', true),
        ),
      )
      .returningAll()
      .executeTakeFirst(),

  /** How many starts wait, and how many are under way. */
  async starts(now: Date): Promise<{ queued: number; starting: number }> {
    const { rows } = await sql<{ queued: number; starting: number }>`
      select count(*) filter (where not begun) as queued, count(*) filter (where begun) as starting
      from container where status = 'Pending' and lease_until > ${now}
    `.execute(db)
    return rows[0] ?? { queued: 0, starting: 0 }
  },
})

export type InstanceStore = ReturnType<typeof createInstanceStore>

const extended = (db: Db, byMs: number) =>
  db
    .updateTable('container')
    .set({ expect_stop_at: sql<Date>`expect_stop_at + make_interval(secs => ${byMs / 1000})` })
    .where('status', '=', 'Running')
