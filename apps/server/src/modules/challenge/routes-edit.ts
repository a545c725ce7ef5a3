import * as wire from '@pennant/contract/challenge'
import { bind, type Bound } from '../../http/bind.ts'
import { edited } from '../../http/reply.ts'
import type { ChallengeParts } from './edit-parts.ts'
import { basisOf, presentChallengeSummary, presentChallengeToEdit } from './present-edit.ts'
import type { ChallengeEditing, EditedChallenge } from './edit.ts'
import type { Ordering } from './ordering.ts'

type Needs = { editing: ChallengeEditing; parts: ChallengeParts; order: Ordering }

export const challengeEditRoutes = ({ editing, parts, order }: Needs): Bound[] => {
  const answer = ({ detail, solved }: EditedChallenge) =>
    edited(presentChallengeToEdit(detail, solved), basisOf(detail.challenge))

  return [
    bind(wire.createChallenge, async (call) => answer(await editing.create(call.params.id, call.body, call))),

    bind(wire.listChallengesToEdit, async ({ params: { id }, query: { detail = false } }) => {
      const listed = await editing.list(id)
      if (listed === null) return []
      const { game, bareFlags } = listed
      const listing = { board: game.board, bareFlags, detail }
      return [...game.challenges.values()].map((challenge) => presentChallengeSummary(challenge, listing))
    }),

    bind(wire.orderChallenges, async (call) => {
      await order(call.params.id, call.body, call)
      return undefined
    }),

    bind(wire.readChallengeToEdit, async ({ params }) => answer(await editing.read(params))),

    bind(wire.updateChallenge, async (call) => answer(await editing.update(call.params, call.body, call))),

    bind(wire.deleteChallenge, async (call) => {
      await editing.remove(call.params, call)
      return undefined
    }),

    bind(wire.setAttachment, async (call) => {
      await parts.setAttachment(call.params, call.body, call)
      return undefined
    }),

    bind(wire.addFlags, async (call) => {
      await parts.addFlags(call.params, call.body, call)
      return undefined
    }),

    bind(wire.removeFlag, (call) => parts.removeFlag(call.params, call.params.fid, call)),
  ]
}
