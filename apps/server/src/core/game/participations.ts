import { Problem } from '@pennant/contract/problem'
import type { TeamGame } from '@pennant/contract/team'
import type { Clock } from '../../ports/clock.ts'
import type { Db } from '../../ports/database.ts'
import type { Journal } from '../../telemetry/journal.ts'
import type { Files } from '../file/files.ts'
import type { Signals } from '../signals.ts'
import type { GameLedger } from './change.ts'
import {
  createParticipationStore,
  type ParticipationStore,
  type DeletedParts,
} from './participation-store.ts'

type Means = {
  clock: Clock
  journal: Journal
  files: Pick<Files, 'release'>
  signals: Pick<Signals, 'emit'>
  ledger: Pick<GameLedger, 'advance' | 'announce'>
}

/** To be called once the transaction is committed. */
export type AfterCommit = () => Promise<void>

export const createParticipations = (
  { clock, journal, files, signals, ledger }: Means,
  store: ParticipationStore,
) => {
  // Only the rows: `follow` removes the rest after the commit.
  const remove = async (db: Db, ids: readonly number[]): Promise<DeletedParts> => {
    const tx = createParticipationStore(db)
    const members = await tx.membersOf(ids)
    await tx.expireContainers(ids, new Date(clock.now()))
    return { members, files: await tx.delete(ids) }
  }

  const follow = async ({ members, files: hashes }: DeletedParts): Promise<void> => {
    for (const userId of new Set(members)) signals.emit('access.changed', userId)
    for (const hash of hashes)
      await files.release(hash).catch((error: unknown) => journal.failed("Couldn't release a writeup", error))
  }

  return {
    remove,
    follow,

    unfinished: (db: Db, teamId: number): Promise<boolean> =>
      createParticipationStore(db).anyUntil(teamId, new Date(clock.now())),

    /** The caller must hold the team. A participation that is accepted or has submissions stays. */
    async withdraw(db: Db, teamId: number, userId: string): Promise<AfterCommit> {
      const tx = createParticipationStore(db)
      const changes = await ledger.advance(db, gamesOf(await tx.withMember(teamId, userId)), leaving)
      const left = await tx.removeMember(teamId, userId)
      const remains = await remove(db, await tx.abandoned(left.map(({ id }) => id)))
      return async () => {
        await ledger.announce(changes)
        await follow({ members: left.length === 0 ? [] : [userId], files: remains.files })
      }
    },

    /** Only games that have begun, even if they are over. */
    played: async (teamIds: readonly number[]): Promise<ReadonlySet<number>> =>
      new Set(await store.played(teamIds, new Date(clock.now()))),

    async gamesOfTeams(teamIds: readonly number[]): Promise<ReadonlyMap<number, TeamGame[]>> {
      const games = new Map<number, TeamGame[]>()
      for (const { team_id, id, title, start_at, status } of await store.gamesOf(teamIds))
        games.set(team_id, [...(games.get(team_id) ?? []), { id, title, start: start_at.getTime(), status }])
      return games
    },

    // The caller must hold the team. `sparePlayed` is checked while the games are held, so no start
    // intervenes.
    async dissolve(db: Db, teamId: number, { sparePlayed }: { sparePlayed: boolean }): Promise<AfterCommit> {
      const tx = createParticipationStore(db)
      const changes = await ledger.advance(db, gamesOf(await tx.ofTeam(teamId)), leaving)
      if (sparePlayed && (await tx.played([teamId], new Date(clock.now()))).length > 0)
        throw new Problem('team.played')
      const remains = await remove(
        db,
        (await tx.ofTeam(teamId)).map(({ id }) => id),
      )
      return async () => {
        await ledger.announce(changes)
        await follow(remains)
      }
    },
  }
}

const gamesOf = (memberships: readonly { game_id: number }[]): number[] =>
  memberships.map(({ game_id }) => game_id)

// Solves may go with the member or the team.
const leaving = ['teams', 'purge'] as const
