import * as wire from '@pennant/contract/submission'
import { bind, bindFast, type BoundRoute } from '../../http/bind.ts'
import type { Core } from '../../core/core.ts'
import { createAttemptList } from './attempts.ts'
import { createCheatList } from './cheat.ts'
import { createSubmissionList } from './list.ts'
import type { Submissions } from './service.ts'
import type { SubmissionSheet } from './sheet.ts'
import type { SubmissionListStore } from './store-list.ts'

export const submissionRoutes = (submissions: Submissions): BoundRoute[] => [
  bindFast(wire.submitFlag, ({ params, body, principal }) =>
    submissions.submit({ gameId: params.id, challengeId: params.cid, flag: body.flag }, principal),
  ),
  bindFast(wire.submissionStatus, ({ params, principal }) =>
    submissions.status({ id: params.sid, gameId: params.id, challengeId: params.cid }, principal),
  ),
]

export const submissionListRoutes = (
  core: Pick<Core, 'access'>,
  store: SubmissionListStore,
  sheet: SubmissionSheet,
): BoundRoute[] => {
  const list = createSubmissionList(core, store)
  const cheats = createCheatList(core, store)
  const attempts = createAttemptList(core, store)
  return [
    bind(wire.listSubmissions, ({ params, query, principal }) => list(params.id, query, principal)),
    bind(wire.listAttempts, ({ params, principal }) => attempts(params.id, params.cid, principal)),
    bind(wire.listCheatInfo, ({ params, principal }) => cheats(params.id, principal)),
    bind(wire.submissionSheet, (call) => sheet.make(call.params.id, call, call.language)),
  ]
}
