import type { Core } from '../../core/core.ts'
import type { Module } from '../../http/bind.ts'
import { noticeRoutes } from './routes.ts'
import { createNotices } from './service.ts'
import { createNoticeStore } from './store.ts'

type Parts = 'audit' | 'access' | 'clock' | 'db' | 'games' | 'journal' | 'ledger' | 'live'

export const noticeModule = (core: Pick<Core, Parts>): Module => ({
  routes: noticeRoutes(core, createNotices(core, createNoticeStore(core.db))),
})
