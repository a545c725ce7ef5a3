import type { Core } from '../../core/core.ts'
import type { Module } from '../../http/bind.ts'
import { submissionListRoutes, submissionRoutes } from './routes.ts'
import { createSubmissions } from './service.ts'
import { createSubmissionSheet } from './sheet.ts'
import { createSubmissionListStore } from './store-list.ts'
import { createSubmissionSheetStore } from './store-sheet.ts'
import { createSubmissionStore } from './store.ts'

type Parts =
  | 'access'
  | 'audit'
  | 'clock'
  | 'db'
  | 'games'
  | 'journal'
  | 'ledger'
  | 'live'
  | 'settings'
  | 'sheets'
  | 'translator'

export const submissionModule = (core: Pick<Core, Parts>): Module => {
  const { db } = core
  const sheet = createSubmissionSheet(core, createSubmissionSheetStore(db))
  return {
    routes: [
      ...submissionRoutes(createSubmissions(core, createSubmissionStore(db))),
      ...submissionListRoutes(core, createSubmissionListStore(db), sheet),
    ],
  }
}
