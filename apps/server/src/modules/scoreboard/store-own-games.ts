import type { Db } from '../../ports/database.ts'

export type OwnGameRow = { id: number; gameId: number; start: Date; end: Date }

export const createOwnGameStore = (db: Db) => ({
  /** Participations of the user, and of the user's teams. */
  ofUser: (userId: string): Promise<OwnGameRow[]> =>
    db
      .selectFrom('participation as p')
      .innerJoin('game as g', 'g.id', 'p.game_id')
      .select(['p.id', 'p.game_id as gameId', 'g.start_at as start', 'g.end_at as end'])
      .where(({ or, eb, selectFrom }) =>
        or([
          eb(
            'p.id',
            'in',
            selectFrom('participation_member').select('participation_id').where('user_id', '=', userId),
          ),
          eb('p.team_id', 'in', selectFrom('team_member').select('team_id').where('user_id', '=', userId)),
        ]),
      )
      .orderBy('p.id')
      .execute(),
})
