import type { ParticipationInfo } from '@pennant/contract/participation'
import type { Core } from '../../core/core.ts'
import type { Principal } from '../../core/identity/caller.ts'
import { presentParticipation } from './present.ts'
import { createParticipationListStore, type ListedMember } from './store-list.ts'

export const createParticipationList = (core: Pick<Core, 'access' | 'db'>) => {
  const { access } = core
  const store = createParticipationListStore(core.db)

  return async (gameId: number, caller: Principal): Promise<ParticipationInfo[]> => {
    await access.visible(gameId, caller)
    return store.atOneMoment(async (db) => {
      const tx = createParticipationListStore(db)
      const participations = await tx.participations(gameId)
      const members = new Map<number, ListedMember[]>()
      for (const member of await tx.members(gameId)) listAt(members, member.team_id).push(member)
      const registered = new Map<number, string[]>()
      for (const { participation_id, user_id } of await tx.registrations(gameId))
        listAt(registered, participation_id).push(user_id)
      return participations.map((row) =>
        presentParticipation(row, {
          members: members.get(row.team_id) ?? [],
          registered: registered.get(row.id) ?? [],
        }),
      )
    })
  }
}

const listAt = <T>(lists: Map<number, T[]>, key: number): T[] => {
  const list = lists.get(key) ?? []
  lists.set(key, list)
  return list
}
