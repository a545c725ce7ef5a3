import type { Core } from '../../core/core.ts'
import type { Module } from '../../http/bind.ts'
import { teamRoutes } from './routes.ts'
import type { TeamParts } from './service.ts'
import { createTeamStore } from './store.ts'

export const teamModule = (core: Pick<Core, TeamParts | 'db'>): Module => ({
  routes: teamRoutes(core, createTeamStore(core.db)),
})
