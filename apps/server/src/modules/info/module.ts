import type { Core } from '../../core/core.ts'
import type { Module } from '../../http/bind.ts'
import { infoRoutes } from './routes.ts'

export const infoModule = (core: Pick<Core, 'captcha' | 'clientSettings' | 'settings'>): Module => ({
  routes: infoRoutes(core),
})
