import { hubEvents, type TeamChange } from '@pennant/contract/hub'
import { Problem } from '@pennant/contract/problem'
import type { GameJoin, GameJoinCheckInfo } from '@pennant/contract/participation'
import { isOver } from '@pennant/rules/game/phase'
import { joinableDivisions } from '@pennant/rules/participation/division'
import { joinGame } from '@pennant/rules/participation/join'
import { leaveGame } from '@pennant/rules/participation/leave'
import type { Core } from '../../core/core.ts'
import type { Caller } from '../../core/identity/caller.ts'
import { accept } from './decide.ts'
import { createJoinStore } from './store-join.ts'
import { createParticipationStore } from '../../core/game/participation-store.ts'
import { teamTokens } from './team-token.ts'

export type JoiningParts =
  | 'access'
  | 'audit'
  | 'clock'
  | 'db'
  | 'journal'
  | 'ledger'
  | 'live'
  | 'participations'
  | 'signals'
  | 'vault'

export const createJoining = (core: Pick<Core, JoiningParts>) => {
  const store = createJoinStore(core.db)

  const { audit, clock, journal, ledger, access, live, vault, signals } = core

  return {
    async check(gameId: number, { principal }: Pick<Caller, 'principal'>): Promise<GameJoinCheckInfo> {
      const { divisions } = await access.visible(gameId, principal)
      const own = await store.joinedAlong(gameId, principal.userId)
      return {
        joinedTeams: (await store.takingPart(gameId, principal.userId)).map(({ team_id, division_id }) => ({
          id: team_id,
          division: division_id,
        })),
        joinableDivisions: joinableDivisions([...divisions.values()]).map(({ id }) => id),
        ...(own === undefined ? {} : { ownTeam: { id: own.teamId, registeredMembers: own.members } }),
      }
    },

    /** The checks come in the order of the wire. Locks the team and the game. */
    async join(gameId: number, request: GameJoin, caller: Caller): Promise<void> {
      const { userId } = caller.principal
      const { teamId } = request
      await access.visible(gameId, caller.principal)
      const joined = await store.atomically(async (db) => {
        const tx = createJoinStore(db)
        const participations = createParticipationStore(db)
        const team = await participations.holdTeam(teamId)
        const changes = await ledger.advance(db, [gameId], ['teams'])
        const game = await tx.game(gameId)
        if (game === undefined || changes.length === 0) throw new Problem('game.notFound')
        if (isOver({ end: game.end_at.getTime(), practiceMode: game.practice_mode }, clock.now()))
          throw new Problem('game.ended')
        if (team === undefined) throw new Problem('team.notFound')
        if (!(await tx.isInTeam(teamId, userId))) throw new Problem('participation.notInTeam')

        const limit = game.team_member_count_limit
        const registration = await tx.registration(gameId, userId)
        const present = await tx.ofTeam(gameId, teamId)
        const outcome = joinGame({
          game: {
            inviteCode: game.invite_code,
            teamMemberCountLimit: limit,
            acceptWithoutReview: game.accept_without_review,
          },
          divisions: await tx.divisions(gameId),
          request,
          registered: registration !== undefined && registration.status !== 'Rejected',
          present: present === undefined ? null : { status: present.status, divisionId: present.division_id },
          otherMembers: present === undefined ? 0 : await tx.membersBeside(present.id, userId),
        })
        if ('refused' in outcome) throw new Problem(outcome.refused, { limit })

        if (!(await tx.holdUser(userId))) throw new Problem('auth.required')
        if (registration !== undefined) await tx.unregister(gameId, userId)
        const { status, divisionId: division_id } = outcome
        const id =
          present?.id ??
          (await tx.insert({
            game_id: gameId,
            team_id: teamId,
            division_id,
            status,
            token: teamTokens({ seed: vault.unlock(game.private_key), text: game.signed_team_text })(teamId),
          }))
        if (present !== undefined) await participations.update(id, { status, division_id })
        await tx.register({ gameId, userId, participationId: id, at: new Date(clock.now()) })
        if (outcome.acceptedNow) await accept(participations, { id, game_id: gameId, team_id: teamId })
        await audit.record(db, caller, 'participation.join', {
          game: gameId,
          id,
          name: team.name,
          before:
            present === undefined
              ? null
              : { teamId, status: present.status, divisionId: present.division_id },
          after: { teamId, status, divisionId: division_id },
        })
        return { changes, id, team: team.name, status }
      })
      await ledger.announce(joined.changes)
      signals.emit('access.changed', userId)
      const { userName } = caller.principal
      const change: TeamChange = { gameId, what: 'Joined', time: clock.now(), userId, user: userName }
      live.toTeam(gameId, joined.id, hubEvents.ReceivedTeamChange, change)
      journal.done(caller, `Joined game ${gameId} with team ${joined.team} (${teamId}): ${joined.status}`)
    },

    /** The last member takes the application along, unless something was submitted. */
    async leave(gameId: number, caller: Caller): Promise<void> {
      const { userId } = caller.principal
      await access.visible(gameId, caller.principal)
      const files = await ledger.change(gameId, ['teams'], async (db) => {
        const tx = createJoinStore(db)
        const registration = await tx.registration(gameId, userId)
        if (registration === undefined) throw new Problem('participation.none')
        const { participation_id: id, status } = registration
        const outcome = leaveGame(status, await tx.membersBeside(id, userId))
        if (typeof outcome === 'object') throw new Problem(outcome.refused)
        await tx.unregister(gameId, userId)
        if (outcome === 'kept') return []
        const participations = createParticipationStore(db)
        const before = await participations.find(id)
        const left = await core.participations.remove(db, await participations.abandoned([id]))
        if (before !== undefined && (await participations.find(id)) === undefined)
          await audit.record(db, caller, 'participation.leave', {
            game: gameId,
            id,
            before: { teamId: before.team_id, status: before.status, divisionId: before.division_id },
          })
        return left.files
      })
      await core.participations.follow({ members: [userId], files })
      journal.done(caller, `Left game ${gameId}`)
    },
  }
}

export type Joining = ReturnType<typeof createJoining>
