import type { ChallengeCategory, ChallengeType } from '@pennant/contract/enums'
import type { Db } from '../../ports/database.ts'

export type CapturedChallenge = {
  id: number
  title: string
  category: ChallengeCategory
  type: ChallengeType
  is_enabled: boolean
}

export type CapturedTeam = {
  id: number
  team_id: number
  name: string
  avatar: string | null
  division: string | null
}

export const createCaptureStore = (db: Db) => ({
  challengesOfGame: (gameId: number): Promise<CapturedChallenge[]> =>
    db
      .selectFrom('challenge')
      .select(['id', 'title', 'category', 'type', 'is_enabled'])
      .where('game_id', '=', gameId)
      .where('enable_traffic_capture', '=', true)
      .orderBy('id')
      .execute(),

  challenge: (id: number): Promise<{ game_id: number; title: string } | undefined> =>
    db.selectFrom('challenge').select(['game_id', 'title']).where('id', '=', id).executeTakeFirst(),

  teams: async (ids: readonly number[]): Promise<CapturedTeam[]> =>
    ids.length === 0
      ? []
      : db
          .selectFrom('participation as p')
          .innerJoin('team as t', 't.id', 'p.team_id')
          .leftJoin('division as d', 'd.id', 'p.division_id')
          .select(['p.id', 'p.team_id', 't.name', 't.avatar_hash as avatar', 'd.name as division'])
          .where('p.id', 'in', ids)
          .execute(),
})
