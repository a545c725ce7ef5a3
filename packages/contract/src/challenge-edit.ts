import {
  AttachmentCreateModel,
  ChallengeCreateModel,
  ChallengeEditDetailModel,
  ChallengeInfoModel,
  ChallengeParam,
  ChallengeUpdateModel,
  FlagCreateModel,
} from './challenge.ts'
import { TaskStatus } from './enums.ts'
import { limits } from './limit.ts'
import { route } from './route.ts'
import { Flag, IdParam, Int32, List, Model, Optional } from './schema.ts'

export const createChallenge = route({
  id: 'challenge.create',
  method: 'POST',
  path: '/api/edit/games/:id/challenges',
  summary: 'Create a challenge',
  access: 'admin',
  params: IdParam,
  body: ChallengeCreateModel,
  answer: ChallengeEditDetailModel,
  problems: ['game.notFound'],
})

export const listChallengesToEdit = route({
  id: 'challenge.editList',
  method: 'GET',
  path: '/api/edit/games/:id/challenges',
  summary: 'List the challenges of a game',
  access: 'admin',
  params: IdParam,
  query: Model({ detail: Optional(Flag) }),
  answer: List(ChallengeInfoModel),
})

/** Extension. */
export const orderChallenges = route({
  id: 'challenge.order',
  method: 'PUT',
  path: '/api/edit/games/:id/challenges',
  summary: 'Reorder the challenges of a game; those not listed come last',
  access: 'admin',
  params: IdParam,
  body: List(Int32, { max: limits.challengesPerGame }),
  answer: 'nothing',
  problems: ['game.notFound', 'challenge.notFound'],
})

export const readChallengeToEdit = route({
  id: 'challenge.editRead',
  method: 'GET',
  path: '/api/edit/games/:id/challenges/:cid',
  summary: 'Get a challenge with everything that can be edited',
  access: 'admin',
  params: ChallengeParam,
  answer: ChallengeEditDetailModel,
  problems: ['game.notFound', 'challenge.notFound'],
})

export const updateChallenge = route({
  id: 'challenge.update',
  method: 'PUT',
  path: '/api/edit/games/:id/challenges/:cid',
  summary: 'Update a challenge',
  access: 'admin',
  params: ChallengeParam,
  body: ChallengeUpdateModel,
  answer: ChallengeEditDetailModel,
  problems: [
    'game.notFound',
    'challenge.notFound',
    'challenge.noFlag',
    'challenge.captureNeedsContainer',
    'challenge.fileNameBlank',
    'challenge.templateWeak',
    'edit.conflict',
  ],
})

export const deleteChallenge = route({
  id: 'challenge.delete',
  method: 'DELETE',
  path: '/api/edit/games/:id/challenges/:cid',
  summary: 'Delete a challenge with all its submissions',
  access: 'admin',
  params: ChallengeParam,
  answer: 'nothing',
  problems: ['game.notFound', 'challenge.notFound', 'edit.conflict'],
})

export const setAttachment = route({
  id: 'challenge.setAttachment',
  method: 'POST',
  path: '/api/edit/games/:id/challenges/:cid/attachment',
  summary: 'Set, replace, or remove the attachment of a challenge',
  access: 'admin',
  params: ChallengeParam,
  body: AttachmentCreateModel,
  answer: 'nothing',
  problems: [
    'game.notFound',
    'challenge.notFound',
    'challenge.attachmentPerTeam',
    'challenge.fileUnknown',
    'challenge.urlInvalid',
  ],
})

export const addFlags = route({
  id: 'challenge.addFlags',
  method: 'POST',
  path: '/api/edit/games/:id/challenges/:cid/flags',
  summary: 'Add flags to a challenge',
  access: 'admin',
  params: ChallengeParam,
  body: List(FlagCreateModel, { max: limits.flagsAtOnce }),
  answer: 'nothing',
  problems: ['game.notFound', 'challenge.notFound', 'challenge.fileUnknown', 'challenge.urlInvalid'],
})

export const removeFlag = route({
  id: 'challenge.removeFlag',
  method: 'DELETE',
  path: '/api/edit/games/:id/challenges/:cid/flags/:fid',
  summary: 'Remove a flag; `NotFound` if there is none',
  access: 'admin',
  params: Model({ id: Int32, cid: Int32, fid: Int32 }),
  answer: TaskStatus,
  problems: ['game.notFound', 'challenge.notFound', 'challenge.flagInUse'],
})
