import type { Core } from '../../core/core.ts'
import type { Module } from '../../http/bind.ts'
import { setupRoutes } from './routes.ts'
import { createSetup, type Setup } from './service.ts'

type Needs = Parameters<typeof createSetup>[0] & Pick<Core, 'sessions' | 'settings' | 'site'>
type Others = { onAddress: () => Promise<void> }

export const setupModule = (core: Needs, others: Others): Module & Setup => {
  const setup = createSetup(core)
  return { ...setup, routes: setupRoutes({ ...core, ...others, setup }) }
}
