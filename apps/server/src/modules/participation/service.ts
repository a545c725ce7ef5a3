import type { ParticipationStatus } from '@pennant/contract/enums'
import { Problem } from '@pennant/contract/problem'
import type { Principal } from '../../http/bind.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Db } from '../../ports/database.ts'
import type { Journal } from '../../telemetry/journal.ts'
import {
  createParticipationStore,
  type LockedParticipation,
  type ParticipationStore,
  type Remains,
} from './store.ts'

export type ParticipationNeeds = {
  store: ParticipationStore
  clock: Clock
  journal: Journal
  games: { announce(gameId: number): void }
  files: { release(hash: string): Promise<unknown> }
  /** Hears that somebody may have lost what let them listen. */
  onMemberGone: (userId: string) => void
}

type Caller = { principal: Principal; address: string | null }
type Decision = { status?: ParticipationStatus | null; divisionId?: number | null }

/** What is left to do once the transaction that asked for it is committed. */
export type Afterwards = () => Promise<void>

export const createParticipations = (needs: ParticipationNeeds) => {
  const { store, clock, journal, games, files, onMemberGone } = needs

  /** An id that is none of the game's divisions changes nothing; no id at all takes the division away. */
  const divisionFor = async (
    { division_id, game_id }: LockedParticipation,
    { status, divisionId }: Decision,
    tx: ParticipationStore,
  ): Promise<number | null> => {
    if (status === 'Rejected' || divisionId == null) return null
    return (await tx.holdDivision(game_id, divisionId)) ? divisionId : division_id
  }

  const remove = async (tx: ParticipationStore, ids: readonly number[]): Promise<Remains> => {
    const remains = await tx.remainsOf(ids)
    await tx.expireContainers(ids, new Date(clock.now()))
    await tx.delete(ids)
    return remains
  }

  const follow = async ({ games: gameIds, members, files: hashes }: Remains): Promise<void> => {
    for (const gameId of new Set(gameIds)) games.announce(gameId)
    for (const userId of new Set(members)) onMemberGone(userId)
    for (const hash of hashes)
      await files.release(hash).catch((error: unknown) =>
        journal.write({
          level: 'Error',
          message: 'A write-up could not be released',
          name: 'System',
          error,
        }),
      )
  }

  return {
    /** Any status may follow any other. */
    async decide(id: number, decision: Decision, { principal, address }: Caller): Promise<void> {
      const decided = await store.atomically(async (db) => {
        const tx = createParticipationStore(db)
        const before = await tx.lock(id)
        if (before === undefined) throw new Problem('participation.notFound')
        const status = decision.status ?? before.status
        await tx.update(id, { status, division_id: await divisionFor(before, decision, tx) })
        if (status === 'Accepted' && before.status !== 'Accepted') {
          await tx.lockTeam(before.team_id)
          await tx.ensureInstances(before.game_id, id)
        }
        return { gameId: before.game_id, from: before.status, to: status }
      })
      const { gameId, from, to } = decided
      games.announce(gameId)
      journal.write({
        message: `Participation ${id} in game ${gameId} ${from === to ? 'changed' : `turned from ${from} to ${to}`}`,
        status: 'Success',
        name: principal.userName,
        address,
      })
    },

    /** Whether the team takes part, with whatever status, in a game that has not ended. */
    unfinished: (db: Db, teamId: number): Promise<boolean> =>
      createParticipationStore(db).anyUntil(teamId, new Date(clock.now())),

    /**
     * Takes a person who goes out of the team's participations; whoever asks holds the team. An application
     * goes with the last who was behind it. A participation that is let in, or holds submissions, stays.
     */
    async withdraw(db: Db, teamId: number, userId: string): Promise<Afterwards> {
      const tx = createParticipationStore(db)
      const left = await tx.removeMember(teamId, userId)
      const ids = left.map(({ id }) => id)
      await tx.hold(ids)
      const { files: released } = await remove(tx, await tx.abandoned(ids))
      const changed = left.map((one) => one.game_id)
      return () => follow({ games: changed, members: left.length === 0 ? [] : [userId], files: released })
    },

    /** Removes the participations of a team that is about to be deleted; whoever asks holds it. */
    async dissolve(db: Db, teamId: number): Promise<Afterwards> {
      const tx = createParticipationStore(db)
      const remains = await remove(tx, await tx.ofTeam(teamId))
      return () => follow(remains)
    },
  }
}

export type Participations = ReturnType<typeof createParticipations>
