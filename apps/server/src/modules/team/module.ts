import type { Core } from '../../core/core.ts'
import type { Module } from '../../http/bind.ts'
import { teamRoutes } from './routes.ts'
import type { TeamNeeds } from './service.ts'
import { createTeamStore } from './store.ts'

type Needs = Pick<Core, 'db' | 'files' | 'journal' | 'ledger' | 'names'>
type Others = Pick<TeamNeeds, 'participations'>

export const teamModule = (core: Needs, others: Others): Module => ({
  routes: teamRoutes({ ...core, ...others, store: createTeamStore(core.db) }),
})
