import * as wire from '@pennant/contract/submission'
import { bindExpress, type Bound } from '../../http/bind.ts'
import type { Submissions } from './service.ts'

export const submissionRoutes = (submissions: Submissions): Bound[] => [
  bindExpress(wire.submitFlag, ({ params, body, principal }) =>
    submissions.submit({ gameId: params.id, challengeId: params.cid, flag: body.flag }, principal),
  ),
  bindExpress(wire.submissionStatus, ({ params, principal }) =>
    submissions.status({ id: params.sid, gameId: params.id, challengeId: params.cid }, principal),
  ),
]
