import type { Core } from '../../core/core.ts'
import type { Module } from '../../http/bind.ts'
import { createHandIn } from './hand-in.ts'
import { writeupRoutes } from './routes.ts'
import { createWriteups, type FindGame } from './service.ts'
import { createWriteupStore } from './store.ts'

type Needs = Pick<Core, 'archiver' | 'clock' | 'db' | 'files' | 'gate' | 'journal' | 'ledger'>

export const writeupModule = (core: Needs, others: { findGame: FindGame }): Module => {
  const own = { ...core, ...others, store: createWriteupStore(core.db) }
  return { routes: writeupRoutes(createWriteups(own), createHandIn(own)) }
}
