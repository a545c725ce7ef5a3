import type { Core } from '../../core/core.ts'
import type { Module } from '../../http/bind.ts'
import { submissionListRoutes } from './routes-list.ts'
import { submissionSheetRoutes } from './routes-sheet.ts'
import { submissionRoutes } from './routes.ts'
import { createSubmissions } from './service.ts'
import { createSubmissionSheet } from './sheet.ts'
import { createSubmissionListStore } from './store-list.ts'
import { createSubmissionSheetStore } from './store-sheet.ts'
import { createSubmissionStore } from './store.ts'

type Needs = Pick<
  Core,
  'clock' | 'db' | 'games' | 'gate' | 'journal' | 'ledger' | 'live' | 'settings' | 'sheets' | 'translator'
>

export const submissionModule = (core: Needs): Module => {
  const { db, gate, settings } = core
  const submissions = createSubmissions({
    ...core,
    store: createSubmissionStore(db),
    check: gate.check,
    envelope: settings.envelope,
  })
  const sheet = createSubmissionSheet({ ...core, store: createSubmissionSheetStore(db) })
  return {
    routes: [
      ...submissionRoutes(submissions),
      ...submissionListRoutes({ ...core, store: createSubmissionListStore(db) }),
      ...submissionSheetRoutes(sheet),
    ],
  }
}
