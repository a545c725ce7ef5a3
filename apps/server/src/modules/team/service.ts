import { randomBytes, timingSafeEqual } from 'node:crypto'
import { limits } from '@pennant/contract/limit'
import { Problem } from '@pennant/contract/problem'
import type { TeamInfo } from '@pennant/contract/team'
import { type Invite, inviteCodeOf, parseInviteCode } from '@pennant/rules/team/invite-code'
import type { Core } from '../../core/core.ts'
import type { Caller } from '../../core/identity/caller.ts'
import type { Db, TeamRow } from '../../ports/database.ts'
import { presentTeam } from './present.ts'
import { createTeamStore, type TeamStore, type TeamWithMembers } from './store.ts'

type Missing = 'team.notFound' | 'team.unknown'

const avatarWidth = 300
const newToken = (): string => randomBytes(16).toString('hex')

// A member who leaves or is no longer captain must not keep a valid code.
const renewed = (): { invite_token: string } => ({ invite_token: newToken() })

const readCode = (code: string): Invite => {
  const invite = parseInviteCode(code)
  if (invite === null) throw new Problem('team.inviteMalformed')
  return invite
}

const opens = (team: TeamRow, { token }: Invite): boolean =>
  timingSafeEqual(Buffer.from(team.invite_token), Buffer.from(token))

export const teamState = ({ name, bio, locked }: TeamRow) => ({ name, bio, locked })

export type TeamParts = 'audit' | 'files' | 'journal' | 'ledger' | 'names' | 'participations'

export const createTeams = (
  { audit, journal, files, participations, names, ledger }: Pick<Core, TeamParts>,
  store: TeamStore,
) => {
  // For members only: it tells why their team can't be deleted.
  const presentOwn = async (teams: readonly TeamWithMembers[]): Promise<TeamInfo[]> => {
    const played = await participations.played(teams.map(({ id }) => id))
    return teams.map((team) => ({ ...presentTeam(team), ...(played.has(team.id) ? { played: true } : {}) }))
  }

  const present = async (id: number): Promise<TeamInfo> => {
    const team = await store.withMembers(id)
    if (team === undefined) throw new Problem('team.unknown')
    const [own] = await presentOwn([team])
    return own ?? presentTeam(team)
  }

  const asCaptain = <T>(
    id: number,
    caller: Caller,
    missing: Missing,
    change: (team: TeamRow, tx: TeamStore, db: Db) => Promise<T>,
  ): Promise<T> =>
    store.atomically(async (db) => {
      const tx = createTeamStore(db)
      const team = await tx.lock(id)
      if (team === undefined) throw new Problem(missing)
      if (team.captain_id !== caller.principal.userId) throw new Problem('team.notCaptain')
      return change(team, tx, db)
    })

  // A lock counts while the team plays in a game; otherwise it is lifted on the spot.
  const refuseLocked = async (team: TeamRow, tx: TeamStore, db: Db): Promise<void> => {
    if (!team.locked) return
    if (await participations.unfinished(db, team.id)) throw new Problem('team.locked')
    await tx.update(team.id, { locked: false })
  }

  return {
    async read(id: number): Promise<TeamInfo> {
      const team = await store.withMembers(id)
      if (team === undefined) throw new Problem('team.notFound')
      return presentTeam(team)
    },

    own: async (userId: string): Promise<TeamInfo[]> => presentOwn(await store.ofUser(userId)),

    async create(sent: { name: string; bio?: string | null }, caller: Caller): Promise<TeamInfo> {
      const { userId } = caller.principal
      const id = await store.atomically(async (db) => {
        const tx = createTeamStore(db)
        if (!(await tx.lockUser(userId))) throw new Problem('auth.required')
        if ((await tx.ledBy(userId)) >= limits.captainOf)
          throw new Problem('team.captainOfTooMany', { limit: limits.captainOf })
        return tx.insert({
          ...(await names.columnsFor(db, { kind: 'team', name: sent.name })),
          name: sent.name,
          bio: sent.bio ?? null,
          captain_id: userId,
          invite_token: newToken(),
        })
      })
      journal.done(caller, `Team ${sent.name} (${id}) created`)
      return present(id)
    },

    async update(
      id: number,
      sent: { name?: string | null; bio?: string | null },
      caller: Caller,
    ): Promise<TeamInfo> {
      await asCaptain(id, caller, 'team.unknown', async (team, tx, db) => {
        const name = sent.name == null || sent.name.trim() === '' ? team.name : sent.name
        const given = name === team.name ? {} : await names.columnsFor(db, { kind: 'team', name, id })
        await tx.update(id, { ...given, name, bio: sent.bio ?? null })
      })
      await ledger.teamRenamed(id)
      journal.done(caller, `Team ${id} changed`)
      return present(id)
    },

    async remove(id: number, caller: Caller): Promise<void> {
      const deleted = await asCaptain(id, caller, 'team.notFound', async (team, tx, db) => {
        await refuseLocked(team, tx, db)
        const before = { ...teamState(team), participations: await tx.standings(id) }
        const afterCommit = await participations.dissolve(db, id, { sparePlayed: true })
        await tx.delete(id)
        await audit.record(db, caller, 'team.delete', { id, name: team.name, before })
        return { team, afterCommit }
      })
      await deleted.afterCommit()
      const { name, avatar_hash: avatar } = deleted.team
      if (avatar !== null) await files.release(avatar)
      journal.done(caller, `Team ${name} (${id}) deleted`)
    },

    async transfer(id: number, newCaptainId: string, caller: Caller): Promise<TeamInfo> {
      await asCaptain(id, caller, 'team.unknown', async (team, tx) => {
        if (!(await tx.lockUser(newCaptainId))) throw new Problem('team.newCaptainUnknown')
        if (!(await tx.isMember(id, newCaptainId))) throw new Problem('team.newCaptainNotMember')
        if (newCaptainId !== team.captain_id && (await tx.ledBy(newCaptainId)) >= limits.captainOf)
          throw new Problem('team.newCaptainOfTooMany', { limit: limits.captainOf })
        await tx.update(id, {
          captain_id: newCaptainId,
          ...(newCaptainId === team.captain_id ? {} : renewed()),
        })
      })
      journal.done(caller, `Captaincy of team ${id} transferred`)
      return present(id)
    },

    invite: (id: number, caller: Caller): Promise<string> =>
      asCaptain(id, caller, 'team.unknown', async (team) =>
        inviteCodeOf({ name: team.name, id, token: team.invite_token }),
      ),

    async renewInvite(id: number, caller: Caller): Promise<string> {
      const code = await asCaptain(id, caller, 'team.unknown', async (team, tx) => {
        const token = newToken()
        await tx.update(id, { invite_token: token })
        return inviteCodeOf({ name: team.name, id, token })
      })
      journal.done(caller, `Invite code of team ${id} replaced`)
      return code
    },

    async invitation(code: string): Promise<TeamInfo> {
      const invite = readCode(code)
      const team = await store.withMembers(invite.teamId)
      if (team === undefined || !opens(team, invite)) throw new Problem('team.inviteWrong')
      return presentTeam(team)
    },

    async accept(code: string, caller: Caller): Promise<void> {
      const invite = readCode(code)
      const joined = await store.atomically(async (db) => {
        const tx = createTeamStore(db)
        // A code that is being replaced must not admit anyone afterward.
        const team = await tx.lock(invite.teamId)
        if (team === undefined) throw new Problem('team.unknown')
        if (!opens(team, invite)) throw new Problem('team.inviteWrong')
        if (!(await tx.addMember(team.id, caller.principal.userId))) throw new Problem('team.alreadyMember')
        return team
      })
      journal.done(caller, `Joined team ${joined.name} (${joined.id})`)
    },

    async kick(id: number, userId: string, caller: Caller): Promise<TeamInfo> {
      const afterCommit = await asCaptain(id, caller, 'team.unknown', async (team, tx, db) => {
        await refuseLocked(team, tx, db)
        if (userId === team.captain_id) throw new Problem('team.kickSelf')
        if (!(await tx.removeMember(id, userId))) throw new Problem('team.notMember')
        await tx.update(id, renewed())
        return participations.withdraw(db, id, userId)
      })
      await afterCommit()
      journal.done(caller, `Member removed from team ${id}`)
      return present(id)
    },

    async leave(id: number, caller: Caller): Promise<void> {
      const { userId } = caller.principal
      const afterCommit = await store.atomically(async (db) => {
        const tx = createTeamStore(db)
        const team = await tx.lock(id)
        if (team === undefined) throw new Problem('team.notFound')
        if (!(await tx.isMember(id, userId))) throw new Problem('team.notMember')
        if (team.captain_id === userId) throw new Problem('team.captainLeaves')
        await refuseLocked(team, tx, db)
        await tx.removeMember(id, userId)
        await tx.update(id, renewed())
        return participations.withdraw(db, id, userId)
      })
      await afterCommit()
      journal.done(caller, `Left team ${id}`)
    },

    async setAvatar(id: number, upload: () => Promise<Buffer>, caller: Caller): Promise<string> {
      const team = await store.find(id)
      if (team === undefined) throw new Problem('team.notFound')
      if (team.captain_id !== caller.principal.userId) throw new Problem('team.notCaptain')
      const stored = await files.storeImage(await upload(), { name: 'avatar', width: avatarWidth })
      // The captain or the team may have gone while the bytes came.
      const swapped = await store.swapAvatar({ id, captainId: caller.principal.userId }, stored.hash)
      const unused = swapped === null ? stored.hash : swapped.before
      if (unused !== null) await files.release(unused)
      if (swapped === null) throw new Problem('team.notCaptain')
      await ledger.teamRenamed(id)
      journal.done(caller, `Avatar of team ${id} changed`)
      return stored.url
    },
  }
}
