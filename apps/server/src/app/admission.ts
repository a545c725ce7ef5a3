import { atLeast } from '@pennant/contract/enums'
import { Problem } from '@pennant/contract/problem'
import type { Core } from '../core/core.ts'
import type { Principal } from '../core/identity/caller.ts'
import type { Identify } from '../http/identify.ts'
import { sessionsIn } from '../http/session-cookie.ts'
import type { Admission, AdmissionRequest, Admit } from '../live/admission.ts'
import { admins, monitorsOf, playersOf, teamOf } from '../live/live.ts'
import type { Game } from '../core/game/game.ts'

type Needs = {
  factorDueOf: (principal: Principal) => number | null
  verify: (token: string) => Promise<string | null>
}
type Admitted = { caller: Principal | null; holds: Pick<Admission, 'holdsForMs'> }
type Watcher = Pick<Principal, 'userId' | 'role'> | null
const monitor: Watcher = { userId: '', role: 'Monitor' }

export const createAdmission = (
  { access, clock }: Pick<Core, 'access' | 'clock'>,
  identify: Identify,
  { factorDueOf, verify }: Needs,
): Admit => {
  /** Who lacks a second factor is nobody here. */
  const callerOf = async ({ cookie, secure, address }: AdmissionRequest): Promise<Admitted> => {
    const asked = { address: address === '' ? null : address, prolong: false }
    const found = await identify(sessionsIn(cookie, secure === true), asked)
    const principal = found?.authenticated.principal ?? null
    const dueBy = principal === null ? null : factorDueOf(principal)
    if (dueBy === null) return { caller: principal, holds: {} }
    const holdsForMs = dueBy - clock.now()
    return holdsForMs <= 0 ? { caller: null, holds: {} } : { caller: principal, holds: { holdsForMs } }
  }

  // Null: the caller may not see the game.
  const seen = (gameId: number, caller: Watcher): Promise<Game | null> =>
    access.visible(gameId, caller).catch((error: unknown) => {
      if (error instanceof Problem) return null
      throw error
    })

  // A secret game exists only for monitors and its participants.
  const toPlayers = async (gameId: number, request: AdmissionRequest): Promise<Admission | null> => {
    const { caller, holds } = await callerOf(request)
    const player = caller !== null && atLeast(caller.role, 'User') ? caller : null
    const game = await seen(gameId, player)
    if (game === null) return null
    const participationId = player === null ? undefined : game.registrations.get(player.userId)
    return {
      rooms: [playersOf(gameId), ...(participationId === undefined ? [] : [teamOf(gameId, participationId)])],
      subject: caller?.userId ?? null,
      ...holds,
    }
  }

  const toMonitors = async (gameId: number, request: AdmissionRequest): Promise<Admission | null> => {
    const { caller, holds } = await callerOf(request)
    const subject =
      caller !== null && atLeast(caller.role, 'Monitor')
        ? caller.userId
        : request.bearer === null
          ? null
          : await verify(request.bearer)
    if (subject === null || (await seen(gameId, monitor)) === null) return null
    return { rooms: [monitorsOf(gameId)], subject, ...holds }
  }

  return async (request) => {
    switch (request.hub) {
      case 'admin': {
        const { caller, holds } = await callerOf(request)
        if (caller === null || !atLeast(caller.role, 'Admin')) return null
        return { rooms: [admins], subject: caller.userId, ...holds }
      }
      case 'user':
        return request.game === null ? null : toPlayers(request.game, request)
      case 'monitor':
        return request.game === null ? null : toMonitors(request.game, request)
    }
  }
}
