import type { Db } from '../../ports/database.ts'

export type SheetMember = {
  participation_id: number
  name: string
  real_name: string
  email: string
  std_number: string
  phone: string | null
}

export const createScoreboardSheetStore = (db: Db) => ({
  captains: (participationIds: readonly number[]): Promise<{ participation_id: number; name: string }[]> =>
    db
      .selectFrom('participation as p')
      .innerJoin('team as t', 't.id', 'p.team_id')
      .innerJoin('user as u', 'u.id', 't.captain_id')
      .select(['p.id as participation_id', 'u.name'])
      .where('p.id', 'in', participationIds)
      .execute(),

  /** In the order in which they joined in person. */
  members: (participationIds: readonly number[]): Promise<SheetMember[]> =>
    db
      .selectFrom('participation_member as m')
      .innerJoin('user as u', 'u.id', 'm.user_id')
      .select(['m.participation_id', 'u.name', 'u.real_name', 'u.email', 'u.std_number', 'u.phone'])
      .where('m.participation_id', 'in', participationIds)
      .orderBy('m.participation_id')
      .orderBy('m.joined_at')
      .orderBy('u.name')
      .execute(),
})
