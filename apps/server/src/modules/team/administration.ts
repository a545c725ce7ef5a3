import { limits } from '@pennant/contract/limit'
import { Problem } from '@pennant/contract/problem'
import type { TeamInfo } from '@pennant/contract/team'
import { presentTeam } from './present.ts'
import { teamState, type TeamParts } from './service.ts'
import { createTeamStore, type TeamFilter, type TeamStore, type TeamWithMembers } from './store.ts'
import type { Core } from '../../core/core.ts'
import type { Caller } from '../../core/identity/caller.ts'

type Changes = { name?: string | null; bio?: string | null; locked?: boolean | null }

export const createTeamAdministration = (
  { audit, journal, files, participations, names, ledger }: Pick<Core, TeamParts>,
  store: TeamStore,
) => {
  const present = async (teams: readonly TeamWithMembers[]): Promise<TeamInfo[]> => {
    const played = await participations.gamesOfTeams(teams.map(({ id }) => id))
    return teams.map((team) => {
      const own = played.get(team.id)
      return { ...presentTeam(team), ...(own === undefined ? {} : { games: own }) }
    })
  }

  return {
    async list(
      count: number,
      skip: number,
      { search, locked }: Pick<TeamFilter, 'search' | 'locked'>,
    ): Promise<{ data: TeamInfo[]; length: number; total: number }> {
      const id = search === undefined ? null : idIn(search)
      const { teams, total } = await store.page(count, skip, { search, id, locked })
      return { data: await present(teams), length: teams.length, total }
    },

    async search(hint: string): Promise<{ data: TeamInfo[]; length: number; total: number }> {
      const teams = await store.search(hint, idIn(hint), limits.searchHits)
      return { data: await present(teams), length: teams.length, total: teams.length }
    },

    /** Empty texts change nothing. */
    async update(id: number, sent: Changes, caller: Caller): Promise<void> {
      await store.atomically(async (db) => {
        const tx = createTeamStore(db)
        const team = await tx.lock(id)
        if (team === undefined) throw new Problem('team.unknown')
        const name = sent.name == null || sent.name.trim() === '' ? team.name : sent.name
        const newName = { kind: 'team', name, id } as const
        await tx.update(id, {
          ...(name === team.name ? {} : await names.columnsFor(db, newName)),
          name,
          bio: sent.bio == null || sent.bio === '' ? team.bio : sent.bio,
          locked: sent.locked ?? team.locked,
        })
        const after = teamState((await tx.find(id)) ?? team)
        await audit.record(db, caller, 'team.adminUpdate', { id, name, before: teamState(team), after })
      })
      await ledger.teamRenamed(id)
      journal.done(caller, `Team ${id} changed by an administrator`)
    },

    async remove(id: number, caller: Caller): Promise<void> {
      const deleted = await store.atomically(async (db) => {
        const tx = createTeamStore(db)
        const team = await tx.lock(id)
        if (team === undefined) throw new Problem('team.notFound')
        const before = { ...teamState(team), participations: await tx.standings(id) }
        const afterCommit = await participations.dissolve(db, id, { sparePlayed: false })
        await tx.delete(id)
        await audit.record(db, caller, 'team.adminDelete', { id, name: team.name, before })
        return { team, afterCommit }
      })
      await deleted.afterCommit()
      const { name, avatar_hash: avatar } = deleted.team
      if (avatar !== null) await files.release(avatar)
      journal.done(caller, `Team ${name} (${id}) deleted by an administrator`)
    },
  }
}

const idIn = (hint: string): number | null =>
  /^\s*\d{1,10}\s*$/.test(hint) && Number(hint) <= 2_147_483_647 ? Number(hint) : null
