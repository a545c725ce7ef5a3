import type { ParticipationStatus } from '@pennant/contract/enums'
import { Problem } from '@pennant/contract/problem'
import type { TeamGame } from '@pennant/contract/team'
import { review } from '@pennant/rules/participation/review'
import type { Core } from '../../core/core.ts'
import type { Principal } from '../../core/identity/caller.ts'
import type { Db } from '../../ports/database.ts'
import type { JournalEntry } from '../../telemetry/journal.ts'
import { accept } from './accept.ts'
import { createParticipationStore, type ParticipationStore } from '../../core/game/participation-store.ts'

export type ParticipationNeeds = Pick<Core, 'clock' | 'journal' | 'ledger' | 'removal'> & {
  store: ParticipationStore
}

export type Caller = { principal: Principal; address: string | null }
type Decision = { status?: ParticipationStatus | null; divisionId?: number | null }

/** What is left to do once the transaction that asked for it is committed. */
export type Afterwards = () => Promise<void>

export const createParticipations = ({ store, clock, journal, ledger, removal }: ParticipationNeeds) => ({
  /** Any status may follow any other. */
  async decide(id: number, decision: Decision, caller: Caller): Promise<void> {
    const decided = await store.atomically(async (db) => {
      const tx = createParticipationStore(db)
      const found = await tx.find(id)
      if (found === undefined) throw new Problem('participation.notFound')
      await tx.holdTeam(found.team_id)
      const changes = await ledger.advance(db, [found.game_id], ['teams'])
      const before = await tx.find(id)
      if (before === undefined || changes.length === 0) throw new Problem('participation.notFound')
      const present = { status: before.status, divisionId: before.division_id }
      const outcome = review(present, decision, await tx.divisionIds(before.game_id))
      await tx.update(id, { status: outcome.status, division_id: outcome.divisionId })
      if (outcome.acceptedNow) await accept(tx, before)
      return { gameId: before.game_id, from: before.status, to: outcome.status, changes }
    })
    const { gameId, from, to, changes } = decided
    ledger.announce(changes)
    journal.write(decidedNote({ id, gameId, from, to }, caller))
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
    const changes = await ledger.advance(db, gamesOf(await tx.withMember(teamId, userId)), leaving)
    const left = await tx.removeMember(teamId, userId)
    const { files } = await removal.remove(db, await tx.abandoned(left.map(({ id }) => id)))
    return async () => {
      ledger.announce(changes)
      await removal.follow({ members: left.length === 0 ? [] : [userId], files })
    }
  },

  /** The teams on which results of a game rest that has begun, also when it is over. */
  played: async (teamIds: readonly number[]): Promise<ReadonlySet<number>> =>
    new Set(await store.played(teamIds, new Date(clock.now()))),

  /** What each of the teams has applied to, the latest start first. */
  async gamesOfTeams(teamIds: readonly number[]): Promise<ReadonlyMap<number, TeamGame[]>> {
    const games = new Map<number, TeamGame[]>()
    for (const { team_id, id, title, start_at, status } of await store.gamesOf(teamIds))
      games.set(team_id, [...(games.get(team_id) ?? []), { id, title, start: start_at.getTime(), status }])
    return games
  },

  /**
   * Removes the participations of a team that is about to be deleted; whoever asks holds it. With
   * `sparePlayed` results stay: the problem is thrown while the games stand still, so no start comes between.
   */
  async dissolve(db: Db, teamId: number, { sparePlayed }: { sparePlayed: boolean }): Promise<Afterwards> {
    const tx = createParticipationStore(db)
    const changes = await ledger.advance(db, gamesOf(await tx.ofTeam(teamId)), leaving)
    if (sparePlayed && (await tx.played([teamId], new Date(clock.now()))).length > 0)
      throw new Problem('team.played')
    const remains = await removal.remove(
      db,
      (await tx.ofTeam(teamId)).map(({ id }) => id),
    )
    return async () => {
      ledger.announce(changes)
      await removal.follow(remains)
    }
  },
})

type Turn = { id: number; gameId: number; from: ParticipationStatus; to: ParticipationStatus }

export const decidedNote = (
  { id, gameId, from, to }: Turn,
  { principal, address }: Caller,
): JournalEntry => ({
  message: `Participation ${id} in game ${gameId} ${from === to ? 'changed' : `turned from ${from} to ${to}`}`,
  status: 'Success',
  name: principal.userName,
  address,
})

const gamesOf = (memberships: readonly { game_id: number }[]): number[] =>
  memberships.map(({ game_id }) => game_id)

/** Whoever goes may take solves along. */
const leaving = ['teams', 'purge'] as const

export type Participations = ReturnType<typeof createParticipations>
