import * as wire from '@pennant/contract/submission'
import { bind, type Bound } from '../../http/bind.ts'
import type { SubmissionSheet } from './sheet.ts'

export const submissionSheetRoutes = (sheet: SubmissionSheet): Bound[] => [
  bind(wire.submissionSheet, ({ params, principal, language }) => sheet.make(params.id, principal, language)),
]
