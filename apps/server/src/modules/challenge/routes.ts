import { readChallenge } from '@pennant/contract/challenge'
import * as wire from '@pennant/contract/challenge-edit'
import { bind, bindFast, type BoundRoute } from '../../http/bind.ts'
import { edited } from '../../http/reply.ts'
import type { ChallengeParts } from './edit-parts.ts'
import { basisOf, presentChallengeSummary, presentChallengeToEdit } from './present-edit.ts'
import type { ChallengeEditing, EditedChallenge } from './edit.ts'
import type { Ordering } from './ordering.ts'
import type { Play } from './play.ts'

export const challengeRoutes = (
  editing: ChallengeEditing,
  parts: ChallengeParts,
  order: Ordering,
  play: Play,
): BoundRoute[] => {
  const answer = ({ detail, solved }: EditedChallenge) =>
    edited(presentChallengeToEdit(detail, solved), basisOf(detail.challenge))

  return [
    bind(wire.createChallenge, async (call) => answer(await editing.create(call.params.id, call.body, call))),

    bind(wire.listChallengesToEdit, async ({ params: { id }, query: { detail = false } }) => {
      const listed = await editing.list(id)
      if (listed === null) return []
      const { game, board, bareFlags } = listed
      const listing = { board, bareFlags, detail }
      return [...game.challenges.values()].map((challenge) => presentChallengeSummary(challenge, listing))
    }),

    bind(wire.orderChallenges, (call) => order(call.params.id, call.body, call)),

    bind(wire.readChallengeToEdit, async ({ params }) => answer(await editing.read(params))),

    bind(wire.updateChallenge, async (call) => answer(await editing.update(call.params, call.body, call))),

    bind(wire.deleteChallenge, (call) => editing.remove(call.params, call)),

    bind(wire.setAttachment, (call) => parts.setAttachment(call.params, call.body, call)),

    bind(wire.addFlags, (call) => parts.addFlags(call.params, call.body, call)),

    bind(wire.removeFlag, (call) => parts.removeFlag(call.params, call.params.fid, call)),

    bindFast(readChallenge, ({ params, principal, address }) =>
      play.read({ gameId: params.id, challengeId: params.cid }, principal, address),
    ),
  ]
}
