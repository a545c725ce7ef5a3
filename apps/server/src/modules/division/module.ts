import type { Core } from '../../core/core.ts'
import type { Module } from '../../http/bind.ts'
import { divisionRoutes } from './routes.ts'
import { createDivisions } from './service.ts'

export const divisionModule = (core: Pick<Core, 'games' | 'journal' | 'ledger'>): Module => ({
  routes: divisionRoutes(createDivisions(core)),
})
