import { Problem } from '@pennant/contract/problem'
import { delayLeft } from '@pennant/rules/instance/operation'
import { allows, permissionsFor } from '@pennant/rules/permission/permission'
import type { Principal } from '../../http/bind.ts'
import type { GameGate, HeldChallenge, Player } from '../../ports/held-game.ts'
import type { ClaimStore, InstanceKey, OwnInstance } from './store-claim.ts'

export type Place = { id: number; cid: number }
export type Caller = { principal: Principal; address: string | null }

/** A team, what it has of a challenge, and who of them asks. */
export type Asking = Player & { challenge: HeldChallenge; key: InstanceKey; own: OwnInstance; caller: Caller }

/** Finds out who asks for what. `viewing`: they have to be allowed to see the challenge. */
export type Ask = (place: Place, caller: Caller, options: { viewing: boolean }) => Promise<Asking>

type Needs = { claims: Pick<ClaimStore, 'own'>; gate: Pick<GameGate, 'player'> }

export const createAsk =
  ({ claims, gate }: Needs): Ask =>
  async ({ id: gameId, cid: challengeId }, caller, { viewing }) => {
    const { game, participation } = await gate.player(gameId, caller.principal)
    const challenge = game.challenges.get(challengeId)
    const division =
      participation.divisionId === null ? undefined : game.divisions.get(participation.divisionId)
    const hidden = viewing && !allows(permissionsFor(division, challengeId), 'ViewChallenge')
    if (!challenge?.isEnabled || hidden) throw new Problem('challenge.notFound')
    const key = { gameId, participationId: participation.id, challengeId }
    const own = await claims.own(key)
    if (own === undefined) throw new Problem('challenge.notFound')
    return { game, participation, challenge, key, own, caller }
  }

export const expectContainer = ({ type }: Pick<HeldChallenge, 'type'>): void => {
  if (type !== 'StaticContainer' && type !== 'DynamicContainer') throw new Problem('instance.notContainer')
}

/** Throws while the last operation of the team is too fresh. */
export const expectDelayOver = (changedAt: Date | null, now: number): void => {
  const left = delayLeft(changedAt?.getTime() ?? null, now)
  if (left > 0) throw new Problem('instance.tooSoon', { seconds: Math.ceil(left / 1000) })
}

/** For the journal. */
export const whatOf = ({ key, challenge, participation }: Asking): string =>
  `challenge ${challenge.title} (${challenge.id}) in game ${key.gameId} for team ${participation.teamName}`
