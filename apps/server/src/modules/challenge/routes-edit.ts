import * as wire from '@pennant/contract/challenge'
import { bind, type Bound } from '../../http/bind.ts'
import { edited } from '../../http/reply-edited.ts'
import type { ChallengeParts } from './edit-parts.ts'
import { basisOf, presentChallengeSummary, presentChallengeToEdit } from './present-edit.ts'
import type { ChallengeEditing, EditedChallenge } from './edit.ts'

type Needs = { editing: ChallengeEditing; parts: ChallengeParts }

export const challengeEditRoutes = ({ editing, parts }: Needs): Bound[] => {
  const answer = ({ detail, solved }: EditedChallenge) =>
    edited(presentChallengeToEdit(detail, solved), basisOf(detail.challenge))

  return [
    bind(wire.createChallenge, async (call) => answer(await editing.create(call.params.id, call.body, call))),

    bind(wire.listChallengesToEdit, async ({ params: { id } }) => {
      const game = await editing.list(id)
      if (game === null) return []
      return [...game.challenges.values()].map((challenge) => presentChallengeSummary(challenge, game.board))
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
