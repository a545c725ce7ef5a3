import type { Core } from '../../core/core.ts'
import type { Module } from '../../http/bind.ts'
import { eventRoutes } from './routes.ts'
import { createEventStore } from './store.ts'

export const eventModule = (core: Pick<Core, 'access' | 'db'>): Module => ({
  routes: eventRoutes(core, createEventStore(core.db)),
})
