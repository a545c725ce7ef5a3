import { Type } from 'typebox'
import { ParticipationStatus } from './enums.ts'
import { route } from './route.ts'
import { IdParam, Int32, Maybe } from './schema.ts'

/** `divisionId` is applied first and always: absent or null takes the division away. */
export const ParticipationEditModel = Type.Object({
  status: Maybe(ParticipationStatus),
  divisionId: Maybe(Int32),
})

export const editParticipation = route({
  id: 'participation.edit',
  method: 'PUT',
  path: '/api/admin/participation/:id',
  summary: 'Decide on a participation',
  access: 'admin',
  params: IdParam,
  body: ParticipationEditModel,
  answer: 'nothing',
  problems: ['participation.notFound'],
})
