import type { Core } from '../../core/core.ts'
import type { Module } from '../../http/bind.ts'
import { createHandIn } from './hand-in.ts'
import { writeupRoutes } from './routes.ts'
import { createWriteups, type FindGame } from './service.ts'
import { createWriteupStore } from './store.ts'

type Parts = 'access' | 'audit' | 'archiver' | 'clock' | 'db' | 'files' | 'journal' | 'ledger'

export const writeupModule = (core: Pick<Core, Parts>, findGame: FindGame): Module => {
  const store = createWriteupStore(core.db)
  return { routes: writeupRoutes(createWriteups(core, store, findGame), createHandIn(core, store)) }
}
