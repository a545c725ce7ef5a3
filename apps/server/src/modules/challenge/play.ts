import type { ChallengeDetail } from '@pennant/contract/challenge'
import { Problem } from '@pennant/contract/problem'
import { allows, permissionsFor } from '@pennant/rules/permission/permission'
import type { Principal } from '../../http/bind.ts'
import type { GameGate, HeldChallenge, Player } from '../../ports/held-game.ts'
import type { Assignments } from './assignment.ts'
import { pairKey, type CreateBatches, type Pair } from './batch.ts'
import { presentPlay } from './present-play.ts'
import type { PlayFact, PlayStore } from './store-play.ts'

type Needs = {
  store: PlayStore
  gate: Pick<GameGate, 'player'>
  assignments: Assignments
  batches: CreateBatches
  /** Hears of every look. Must not take any time. */
  opened(look: Pair & { gameId: number }, by: { userId: string; address: string | null }): void
}

/** So many are looked up in one statement, which then still takes milliseconds. */
const mostTogether = 200

export const createPlay = ({ store, gate, assignments, batches, opened }: Needs) => {
  const facts = batches<Pair, PlayFact | undefined>({
    most: mostTogether,
    async commit(gameId, pairs) {
      const rows = await store.facts(gameId, distinct(pairs))
      const found = new Map(
        rows.map((row) => [
          pairKey({ participationId: row.participation_id, challengeId: row.challenge_id }),
          row,
        ]),
      )
      return pairs.map((pair) => ({ result: found.get(pairKey(pair)) }))
    },
  })

  return {
    /** Where every team has a flag of its own, the first look is what gives it one. */
    async read(
      { gameId, challengeId }: { gameId: number; challengeId: number },
      caller: Pick<Principal, 'userId' | 'role'>,
      address: string | null,
    ): Promise<ChallengeDetail> {
      if (challengeId <= 0) throw new Problem('challenge.notFound')
      const { game, participation } = await gate.player(gameId, caller)
      const challenge = viewed({ game, participation }, challengeId)
      const fact = await facts.add(gameId, { participationId: participation.id, challengeId })
      if (fact === undefined) throw new Problem('challenge.notFound')
      const assigned = fact.assigned ? fact : await assignments.assignFlag({ game, participation, challenge })
      opened({ gameId, participationId: participation.id, challengeId }, { userId: caller.userId, address })
      return presentPlay({
        challenge,
        score: game.board.challengeOf(challengeId)?.score ?? challenge.originalScore,
        fact,
        own: assigned?.attachment ?? null,
      })
    },
  }
}

export type Play = ReturnType<typeof createPlay>

/** Nobody learns whether there is a challenge that they may not see. */
const viewed = ({ game, participation }: Player, challengeId: number): HeldChallenge => {
  const challenge = game.challenges.get(challengeId)
  const division =
    participation.divisionId === null ? undefined : game.divisions.get(participation.divisionId)
  if (!challenge?.isEnabled || !allows(permissionsFor(division, challengeId), 'ViewChallenge'))
    throw new Problem('challenge.notFound')
  return challenge
}

const distinct = (pairs: readonly Pair[]): Pair[] => [
  ...new Map(pairs.map((pair) => [pairKey(pair), pair])).values(),
]
