import type { Db } from '../../ports/database.ts'
import type { ChallengeRow, NewChallengeRow } from '../../ports/tables/challenge.ts'
import type { ContainerRow } from '../../ports/tables/container.ts'

export type NewChallenge = Pick<NewChallengeRow, 'game_id' | 'title' | 'category' | 'type' | 'cpu_count'>
export type ChallengeChange = Partial<Omit<ChallengeRow, 'id' | 'game_id' | 'type'>>

export type TestContainer = Pick<
  ContainerRow,
  | 'id'
  | 'status'
  | 'is_proxied'
  | 'ip'
  | 'port'
  | 'public_ip'
  | 'public_port'
  | 'started_at'
  | 'expect_stop_at'
  | 'remarks'
>

/** Writers hold the game's ledger. */
export const createChallengeEditStore = (db: Db) => ({
  find: (gameId: number, id: number): Promise<ChallengeRow | undefined> =>
    db
      .selectFrom('challenge')
      .selectAll()
      .where('game_id', '=', gameId)
      .where('id', '=', id)
      .executeTakeFirst(),

  insert: (challenge: NewChallenge): Promise<ChallengeRow> =>
    db.insertInto('challenge').values(challenge).returningAll().executeTakeFirstOrThrow(),

  update: ({ id }: { id: number }, change: ChallengeChange): Promise<ChallengeRow> =>
    db
      .updateTable('challenge')
      // SQL requires a column to set, even for an edit that changes nothing.
      .set((is) => ({ title: is.ref('title'), ...change }))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow(),

  async delete(id: number): Promise<void> {
    await db.deleteFrom('challenge').where('id', '=', id).execute()
  },

  span: (gameId: number): Promise<{ start_at: Date; end_at: Date }> =>
    db.selectFrom('game').select(['start_at', 'end_at']).where('id', '=', gameId).executeTakeFirstOrThrow(),

  /** Includes participations of every status. */
  async ensureInstances(gameId: number, id: number): Promise<void> {
    await db
      .insertInto('game_instance')
      .columns(['game_id', 'participation_id', 'challenge_id'])
      .expression((is) =>
        is
          .selectFrom('participation as p')
          .innerJoin('challenge as c', 'c.game_id', 'p.game_id')
          .select(['p.game_id', 'p.id as participation_id', 'c.id as challenge_id'])
          .where('p.game_id', '=', gameId)
          .where('c.id', '=', id)
          .orderBy('p.id'),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  },

  testContainer: (id: number): Promise<TestContainer | undefined> =>
    db
      .selectFrom('container')
      .select(['id', 'status', 'is_proxied', 'ip', 'port', 'public_ip', 'public_port'])
      .select(['started_at', 'expect_stop_at', 'remarks'])
      .where('test_challenge_id', '=', id)
      .where('status', '=', 'Running')
      .executeTakeFirst(),

  /** The next sweep stops them. `tests` includes the organizers' container. */
  async expireContainers(id: number, now: Date, { tests }: { tests: boolean }): Promise<void> {
    await db
      .updateTable('container')
      .set({ expect_stop_at: now })
      .where((is) =>
        is.or([is('challenge_id', '=', id), ...(tests ? [is('test_challenge_id', '=', id)] : [])]),
      )
      .where('expect_stop_at', '>', now)
      .execute()
  },
})
