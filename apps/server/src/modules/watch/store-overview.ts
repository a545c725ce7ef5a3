import { sql } from 'kysely'
import type { Db } from '../../ports/database.ts'

export type ChallengeTally = {
  challenge_id: number
  submissions: number
  recent: number
  wrong: number
  cheats: number
  /** Teams. */
  tried: number
}

export type SolveTally = { challenge_id: number; solves: number; first: Date; last: Date }

export const createOverviewStore = (db: Db) => ({
  async submissions(gameId: number, recentFrom: Date): Promise<ChallengeTally[]> {
    const { rows } = await sql<ChallengeTally>`
      select challenge_id, count(*)::int as tried, sum(submissions)::int as submissions,
        sum(recent)::int as recent, sum(wrong)::int as wrong, sum(cheats)::int as cheats
      from (
        select challenge_id, participation_id, count(*) as submissions,
          count(*) filter (where time >= ${recentFrom}) as recent,
          count(*) filter (where status in ('WrongAnswer', 'CheatDetected')) as wrong,
          count(*) filter (where status = 'CheatDetected') as cheats
        from submission where game_id = ${gameId} group by challenge_id, participation_id
      ) teams
      group by challenge_id
    `.execute(db)
    return rows
  },

  solves: (gameId: number): Promise<SolveTally[]> =>
    db
      .selectFrom('first_solve as f')
      .innerJoin('submission as s', 's.id', 'f.submission_id')
      .innerJoin('participation as p', 'p.id', 'f.participation_id')
      .select((is) => [
        'f.challenge_id',
        is.fn.countAll<number>().as('solves'),
        is.fn.min('s.time').as('first'),
        is.fn.max('s.time').as('last'),
      ])
      .where('f.game_id', '=', gameId)
      .where('p.status', '=', 'Accepted')
      .groupBy('f.challenge_id')
      .execute(),

  instances: (gameId: number): Promise<{ challenge_id: number | null; running: number }[]> =>
    db
      .selectFrom('container')
      .select((is) => ['challenge_id', is.fn.countAll<number>().as('running')])
      .where('game_id', '=', gameId)
      .where('status', '=', 'Running')
      .groupBy('challenge_id')
      .execute(),

  async writeups(gameId: number): Promise<number> {
    const { total } = await db
      .selectFrom('participation')
      .select((is) => is.fn.countAll<number>().as('total'))
      .where('game_id', '=', gameId)
      .where('writeup_hash', 'is not', null)
      .executeTakeFirstOrThrow()
    return total
  },
})
