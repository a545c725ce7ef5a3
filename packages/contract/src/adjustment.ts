import { limits } from './limit.ts'
import { route } from './route.ts'
import {
  IdParam,
  Int32,
  IntBetween,
  List,
  Model,
  Nullable,
  Optional,
  Str,
  Text,
  Time,
  type Static,
} from './schema.ts'

/** Points by hand, given to a team or taken from it. */
export const AdjustmentModel = Model({
  id: Int32,
  participationId: Int32,
  teamId: Int32,
  team: Str,
  points: Int32,
  /** The team reads it. */
  reason: Str,
  /** They count from then on. */
  time: Time,
  /** Null: the user was deleted. */
  by: Nullable(Str),
  /** They count no more from then on. Null: they still do. */
  revokedAt: Nullable(Time),
  revokedBy: Nullable(Str),
  revokeReason: Nullable(Str),
})
export type Adjustment = Static<typeof AdjustmentModel>

const Reason = Text({ required: true, line: true, max: limits.adjustmentReason })

export const AdjustmentCreateModel = Model({
  participationIds: List(Int32, { max: limits.adjustedTeams }),
  /** Not 0. */
  points: IntBetween(limits.adjustmentPoints.min, limits.adjustmentPoints.max),
  reason: Reason,
  /** From the start of the game up to now, which it is without one. */
  time: Optional(Time),
})
export type AdjustmentCreate = Static<typeof AdjustmentCreateModel>

export const AdjustmentRevokeModel = Model({ reason: Reason })

export const listAdjustments = route({
  id: 'adjustment.list',
  method: 'GET',
  path: '/api/edit/games/:id/adjustments',
  summary: 'List the points given and taken by hand, newest first',
  access: 'admin',
  params: IdParam,
  answer: List(AdjustmentModel),
  problems: ['game.notFound'],
})

export const createAdjustments = route({
  id: 'adjustment.create',
  method: 'POST',
  path: '/api/edit/games/:id/adjustments',
  summary: 'Give points to teams or take them: all of the teams, or none',
  access: 'admin',
  params: IdParam,
  body: AdjustmentCreateModel,
  answer: List(AdjustmentModel),
  problems: ['game.notFound', 'participation.notFound'],
})

export const revokeAdjustment = route({
  id: 'adjustment.revoke',
  method: 'DELETE',
  path: '/api/edit/games/:id/adjustments/:aid',
  summary: 'Take points by hand back; they stay in the history',
  access: 'admin',
  params: Model({ id: Int32, aid: Int32 }),
  body: AdjustmentRevokeModel,
  answer: AdjustmentModel,
  problems: ['game.notFound', 'adjustment.notFound'],
})
