import type { Core } from '../../core/core.ts'
import { submissionConditions } from '../../core/game/submission-filter.ts'
import type { Module } from '../../http/bind.ts'
import { eventRoutes } from './routes.ts'
import { createEvents, type Events } from './service.ts'
import { createEventStore } from './store.ts'

type Needs = Pick<Core, 'clock' | 'db' | 'gate' | 'live'>

export const eventModule = (core: Needs): Module & { events: Events } => {
  const store = createEventStore(core.db, submissionConditions)
  return { events: createEvents({ ...core, store }), routes: eventRoutes({ ...core, store }) }
}
