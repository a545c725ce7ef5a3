import type { Core } from '../../core/core.ts'
import type { Module } from '../../http/bind.ts'
import { noticeRoutes } from './routes.ts'
import { createNotices, type Notices } from './service.ts'
import { createNoticeStore } from './store.ts'

type Needs = Pick<Core, 'clock' | 'db' | 'games' | 'gate' | 'journal' | 'ledger' | 'live'>

export const noticeModule = (core: Needs): Module & { notices: Notices } => {
  const notices = createNotices({ ...core, store: createNoticeStore(core.db) })
  return { notices, routes: noticeRoutes({ ...core, notices }) }
}
