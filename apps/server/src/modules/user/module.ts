import type { Core } from '../../core/core.ts'
import type { Module } from '../../http/bind.ts'
import { createBatch } from './batch.ts'
import { userRoutes } from './routes.ts'
import { createUsers } from './service.ts'
import { createUserStore } from './store.ts'

type Parts = 'audit' | 'clock' | 'db' | 'files' | 'hasher' | 'journal' | 'ledger' | 'names' | 'sessions'

export const userModule = (core: Pick<Core, Parts>): Module => {
  const store = createUserStore(core.db)
  return { routes: userRoutes(createUsers(core, store), createBatch(core, store)) }
}
