import type { ParticipationStatus } from '@pennant/contract/enums'
import { Problem, type ProblemCode } from '@pennant/contract/problem'
import { review } from '@pennant/rules/participation/review'
import type { Core } from '../../core/core.ts'
import type { Caller } from '../../core/identity/caller.ts'
import type { GameChange } from '../../core/game/change.ts'
import { createManyStore, type Decided } from './store-many.ts'
import { decidedNote } from './decide.ts'

type Decisions = {
  ids: readonly number[]
  status?: ParticipationStatus | null
  /** Absent keeps the divisions. */
  divisionId?: number | null
}

type Judged = { id: number; code: ProblemCode | null }

export const createManyDecisions = (core: Pick<Core, 'audit' | 'db' | 'games' | 'journal' | 'ledger'>) => {
  const { audit, games, ledger, journal } = core
  const store = createManyStore(core.db)

  const decide = (
    gameId: number,
    ids: readonly number[],
    { status, divisionId }: Decisions,
    caller: Caller,
  ) =>
    store.atomically(async (db): Promise<{ decided: Decided[]; changes: GameChange[] }> => {
      const tx = createManyStore(db)
      // Teams before the ledger, as in a single decision.
      const teams = await tx.holdTeams(gameId, ids)
      if (teams.length === 0) return { decided: [], changes: [] }
      const changes = await ledger.advance(db, [gameId], ['teams'])
      if (changes.length === 0) throw new Problem('game.notFound')
      const divisionIds = await tx.divisionIds(gameId)
      const decided = (await tx.find(gameId, ids, teams)).map((before): Decided => {
        const present = { status: before.status, divisionId: before.division_id }
        const wanted = divisionId === undefined ? present.divisionId : divisionId
        return { before, outcome: review(present, { status, divisionId: wanted }, divisionIds) }
      })
      await tx.update(decided)
      const accepted = decided.flatMap(({ before, outcome }) => (outcome.acceptedNow ? [before] : []))
      await tx.accept(gameId, accepted)
      const logged = { game: gameId, id: null, ...statesOf(decided) }
      await audit.record(db, caller, 'participation.decideMany', logged)
      return { decided, changes }
    })

  return async (gameId: number, decisions: Decisions, caller: Caller): Promise<Judged[]> => {
    await games.must(gameId)
    const ids = [...new Set(decisions.ids)]
    const { decided, changes } = await decide(gameId, ids, decisions, caller)
    await ledger.announce(changes)
    for (const { before, outcome } of decided)
      journal.write(decidedNote({ id: before.id, gameId, from: before.status, to: outcome.status }, caller))
    const found = new Set(decided.map(({ before }) => before.id))
    return ids.map((id) => ({ id, code: found.has(id) ? null : 'participation.notFound' }))
  }
}

// Only those whose state changes.
const statesOf = (decided: readonly Decided[]) => {
  const changed = decided.filter(
    ({ before, outcome }) => before.status !== outcome.status || before.division_id !== outcome.divisionId,
  )
  return {
    before: {
      participations: changed.map(({ before: { id, status, division_id } }) => ({
        id,
        status,
        divisionId: division_id,
      })),
    },
    after: {
      participations: changed.map(({ before, outcome: { status, divisionId } }) => ({
        id: before.id,
        status,
        divisionId,
      })),
    },
  }
}

export type ManyDecisions = ReturnType<typeof createManyDecisions>
