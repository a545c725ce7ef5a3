import type { Core } from '../../core/core.ts'
import type { Module } from '../../http/bind.ts'
import { venueRoutes } from './routes.ts'
import { createVenueService } from './service.ts'

export const venueModule = (
  core: Pick<Core, 'audit' | 'clock' | 'journal' | 'refusals' | 'settings' | 'settingStore' | 'venues'>,
): Module => ({ routes: venueRoutes(createVenueService(core)) })
