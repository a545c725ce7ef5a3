import type { Core } from '../../core/core.ts'
import type { Module } from '../../http/bind.ts'
import { setupRoutes } from './routes.ts'
import { createSetup, type Setup, type SetupParts } from './service.ts'

type Parts = SetupParts | 'sessions' | 'settings' | 'site'

export const setupModule = (core: Pick<Core, Parts>, onAddress: () => Promise<void>): Module & Setup => {
  const setup = createSetup(core)
  return { ...setup, routes: setupRoutes(core, setup, onAddress) }
}
