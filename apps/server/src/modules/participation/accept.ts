import type { LockedParticipation, ParticipationStore } from '../../core/game/participation-store.ts'

/** A team that is let in is locked, and has an instance of every enabled challenge. */
export const accept = async (
  tx: Pick<ParticipationStore, 'lockTeam' | 'ensureInstances'>,
  { id, game_id, team_id }: Pick<LockedParticipation, 'id' | 'game_id' | 'team_id'>,
): Promise<void> => {
  await tx.lockTeam(team_id)
  await tx.ensureInstances(game_id, id)
}
