import type { Core } from '../../core/core.ts'
import type { Module } from '../../http/bind.ts'
import { createLogo } from './logo.ts'
import { outgoingRoutes } from './routes-outgoing.ts'
import { settingRoutes } from './routes.ts'

type Needs = Parameters<typeof createLogo>[0] & Pick<Core, 'mail' | 'outgoing' | 'site'>
type Others = { onAddress: () => Promise<void> }

export const settingModule = (core: Needs, others: Others): Module => ({
  routes: [...outgoingRoutes(core), ...settingRoutes({ ...core, ...others, logo: createLogo(core) })],
})
