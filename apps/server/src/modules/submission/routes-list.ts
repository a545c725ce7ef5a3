import * as wire from '@pennant/contract/submission'
import { bind, type Bound } from '../../http/bind.ts'
import { createCheatList } from './cheat.ts'
import { createSubmissionList, type ListNeeds } from './list.ts'

export const submissionListRoutes = (needs: ListNeeds): Bound[] => {
  const list = createSubmissionList(needs)
  const cheats = createCheatList(needs)
  return [
    bind(wire.listSubmissions, ({ params, query, principal }) => list(params.id, query, principal)),
    bind(wire.listCheatInfo, ({ params, principal }) => cheats(params.id, principal)),
  ]
}
