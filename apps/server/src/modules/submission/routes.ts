import * as wire from '@pennant/contract/submission'
import { bind, bindFast, type BoundRoute } from '../../http/bind.ts'
import type { Core } from '../../core/core.ts'
import { createAttemptList } from './attempts.ts'
import { createCheatList } from './cheat.ts'
import { createSubmissionList } from './list.ts'
import type { SubmissionParts, Submissions } from './submit.ts'
import { createSubmissionSheet } from './sheet.ts'
import { createSubmissionListStore } from './store-list.ts'

export type SubmissionRouteParts = SubmissionParts | 'audit' | 'translator'

export const submissionRoutes = (
  core: Pick<Core, SubmissionRouteParts>,
  submissions: Submissions,
): BoundRoute[] => {
  const store = createSubmissionListStore(core.db)
  const sheet = createSubmissionSheet(core)
  const list = createSubmissionList(core, store)
  const cheats = createCheatList(core, store)
  const attempts = createAttemptList(core, store)
  return [
    bindFast(wire.submitFlag, ({ params, body, principal }) =>
      submissions.submit({ gameId: params.id, challengeId: params.cid, flag: body.flag }, principal),
    ),
    bindFast(wire.submissionStatus, ({ params, principal }) =>
      submissions.status({ id: params.sid, gameId: params.id, challengeId: params.cid }, principal),
    ),
    bind(wire.listSubmissions, ({ params, query, principal }) => list(params.id, query, principal)),
    bind(wire.listAttempts, ({ params, principal }) => attempts(params.id, params.cid, principal)),
    bind(wire.listCheatInfo, ({ params, principal }) => cheats(params.id, principal)),
    bind(wire.submissionSheet, (call) => sheet.make(call.params.id, call, call.language)),
  ]
}
