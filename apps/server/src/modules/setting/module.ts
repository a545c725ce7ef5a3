import type { Core } from '../../core/core.ts'
import type { Module } from '../../http/bind.ts'
import { createLogo, type LogoParts } from './logo.ts'
import { outgoingRoutes } from './routes-outgoing.ts'
import { settingRoutes } from './routes.ts'

type Parts = LogoParts | 'mail' | 'outgoing' | 'site'

export const settingModule = (core: Pick<Core, Parts>, onAddress: () => Promise<void>): Module => ({
  routes: [...outgoingRoutes(core), ...settingRoutes(core, createLogo(core), onAddress)],
})
