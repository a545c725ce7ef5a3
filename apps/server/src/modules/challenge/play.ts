import type { ChallengeDetail } from '@pennant/contract/challenge'
import { Problem } from '@pennant/contract/problem'
import { allows, permissionsFor } from '@pennant/rules/permission/permission'
import { createBatches } from '../../kit/batch.ts'
import type { Core } from '../../core/core.ts'
import type { Principal } from '../../core/identity/caller.ts'
import { type GameChallenge, type Pair, type Player, pairKey } from '../../core/game/game.ts'
import { publicBoard } from '../../core/game/public-board.ts'
import { presentPlay } from './present-play.ts'
import { createPlayStore, type PlayFact } from './store-play.ts'

// A statement with this many lookups still takes milliseconds.
const mostTogether = 200

export type PlayParts = 'access' | 'clock' | 'db' | 'flags' | 'games' | 'signals'

export const createPlay = ({ access, clock, db, flags, games, signals }: Pick<Core, PlayParts>) => {
  const store = createPlayStore(db)

  const facts = createBatches<Pair, PlayFact | undefined>({
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
    async read(
      { gameId, challengeId }: { gameId: number; challengeId: number },
      caller: Pick<Principal, 'userId' | 'role'>,
      address: string | null,
    ): Promise<ChallengeDetail> {
      if (challengeId <= 0) throw new Problem('challenge.notFound')
      const { game, participation } = await access.player(gameId, caller)
      const challenge = viewed({ game, participation }, challengeId)
      const fact = await facts.add(gameId, { participationId: participation.id, challengeId })
      if (fact === undefined) throw new Problem('challenge.notFound')
      const content = await games.textOf(challenge)
      if (content === null) throw new Problem('challenge.notFound')
      const assigned = fact.assigned ? fact : await flags.assignFlag({ game, participation, challenge })
      const look = { gameId, participationId: participation.id, challengeId }
      signals.emit('challenge.opened', look, { userId: caller.userId, address })
      const shown = publicBoard(game, 'everyone', clock.now())
      return presentPlay({
        challenge,
        content,
        score: shown?.board.challengeOf(challengeId)?.score ?? challenge.originalScore,
        fact,
        own: assigned?.attachment ?? null,
      })
    },
  }
}

export type Play = ReturnType<typeof createPlay>

// A hidden challenge looks like one that doesn't exist.
const viewed = ({ game, participation }: Player, challengeId: number): GameChallenge => {
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
