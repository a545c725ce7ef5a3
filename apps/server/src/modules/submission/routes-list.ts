import * as wire from '@pennant/contract/submission'
import { bind, type Bound } from '../../http/bind.ts'
import { type AttemptNeeds, createAttemptList } from './attempts.ts'
import { createCheatList } from './cheat.ts'
import { createSubmissionList, type ListNeeds } from './list.ts'

export const submissionListRoutes = (needs: ListNeeds & AttemptNeeds): Bound[] => {
  const list = createSubmissionList(needs)
  const cheats = createCheatList(needs)
  const attempts = createAttemptList(needs)
  return [
    bind(wire.listSubmissions, ({ params, query, principal }) => list(params.id, query, principal)),
    bind(wire.listAttempts, ({ params, principal }) => attempts(params.id, params.cid, principal)),
    bind(wire.listCheatInfo, ({ params, principal }) => cheats(params.id, principal)),
  ]
}
