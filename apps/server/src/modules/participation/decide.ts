import type { ParticipationStatus } from '@pennant/contract/enums'
import { Problem } from '@pennant/contract/problem'
import { review } from '@pennant/rules/participation/review'
import type { Core } from '../../core/core.ts'
import type { Caller } from '../../core/identity/caller.ts'
import type { JournalEntry } from '../../telemetry/journal.ts'
import {
  createParticipationStore,
  type LockedParticipation,
  type ParticipationStore,
} from '../../core/game/participation-store.ts'

type Decision = { status?: ParticipationStatus | null; divisionId?: number | null }

export const createDecide = (core: Pick<Core, 'audit' | 'db' | 'journal' | 'ledger'>) => {
  const { audit, journal, ledger } = core
  const store = createParticipationStore(core.db)

  return async (id: number, decision: Decision, caller: Caller): Promise<void> => {
    const decided = await store.atomically(async (db) => {
      const tx = createParticipationStore(db)
      const found = await tx.find(id)
      if (found === undefined) throw new Problem('participation.notFound')
      const team = await tx.holdTeam(found.team_id)
      const changes = await ledger.advance(db, [found.game_id], ['teams'])
      const before = await tx.find(id)
      if (before === undefined || changes.length === 0) throw new Problem('participation.notFound')
      const present = { status: before.status, divisionId: before.division_id }
      const outcome = review(present, decision, await tx.divisionIds(before.game_id))
      await tx.update(id, { status: outcome.status, division_id: outcome.divisionId })
      if (outcome.acceptedNow) await accept(tx, before)
      const after = { status: outcome.status, divisionId: outcome.divisionId }
      await audit.record(db, caller, 'participation.edit', {
        game: before.game_id,
        id,
        name: team?.name ?? null,
        before: { teamId: before.team_id, ...present },
        after: { teamId: before.team_id, ...after },
      })
      return { gameId: before.game_id, from: before.status, to: outcome.status, changes }
    })
    const { gameId, from, to, changes } = decided
    await ledger.announce(changes)
    journal.write(decidedNote({ id, gameId, from, to }, caller))
  }
}

export type Decide = ReturnType<typeof createDecide>

export const accept = async (
  tx: Pick<ParticipationStore, 'lockTeam' | 'ensureInstances'>,
  { id, game_id, team_id }: Pick<LockedParticipation, 'id' | 'game_id' | 'team_id'>,
): Promise<void> => {
  await tx.lockTeam(team_id)
  await tx.ensureInstances(game_id, id)
}

type StatusChange = { id: number; gameId: number; from: ParticipationStatus; to: ParticipationStatus }

export const decidedNote = (
  { id, gameId, from, to }: StatusChange,
  { principal, address }: Caller,
): JournalEntry => ({
  message: `Participation ${id} in game ${gameId} ${from === to ? 'changed' : `turned from ${from} to ${to}`}`,
  status: 'Success',
  name: principal.userName,
  address,
})
