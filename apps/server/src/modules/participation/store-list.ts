import type { ParticipationStatus, Role } from '@pennant/contract/enums'
import type { Db } from '../../ports/database.ts'

export type ListedParticipation = {
  id: number
  division_id: number | null
  status: ParticipationStatus
  team_id: number
  team_name: string
  team_bio: string | null
  team_avatar: string | null
  team_locked: boolean
  captain_id: string
}
export type ListedMember = {
  team_id: number
  id: string
  role: Role
  name: string
  email: string
  bio: string
  phone: string | null
  real_name: string
  std_number: string
  avatar_hash: string | null
}

export const createParticipationListStore = (db: Db) => ({
  participations: (gameId: number): Promise<ListedParticipation[]> =>
    db
      .selectFrom('participation as p')
      .innerJoin('team as t', 't.id', 'p.team_id')
      .select(['p.id', 'p.division_id', 'p.status', 'p.team_id', 't.captain_id'])
      .select(['t.name as team_name', 't.bio as team_bio', 't.avatar_hash as team_avatar'])
      .select('t.locked as team_locked')
      .where('p.game_id', '=', gameId)
      .orderBy('p.team_id')
      .execute(),

  members: (gameId: number): Promise<ListedMember[]> =>
    db
      .selectFrom('participation as p')
      .innerJoin('team_member as m', 'm.team_id', 'p.team_id')
      .innerJoin('user as u', 'u.id', 'm.user_id')
      .select(['m.team_id', 'u.id', 'u.role', 'u.name', 'u.email', 'u.bio', 'u.phone'])
      .select(['u.real_name', 'u.std_number', 'u.avatar_hash'])
      .where('p.game_id', '=', gameId)
      .orderBy('u.id')
      .execute(),

  registrations: (gameId: number): Promise<{ participation_id: number; user_id: string }[]> =>
    db
      .selectFrom('participation_member')
      .select(['participation_id', 'user_id'])
      .where('game_id', '=', gameId)
      .orderBy('user_id')
      .execute(),

  atOneMoment: <T>(read: (db: Db) => Promise<T>): Promise<T> =>
    db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read),
})
