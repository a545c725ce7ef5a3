import { ParticipationStatus } from './enums.ts'
import { route } from './route.ts'
import { IdParam, Int32, Maybe, Model } from './schema.ts'

/** `divisionId` is applied first and always: absent or null takes the division away. */
export const ParticipationEditModel = Model({
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
