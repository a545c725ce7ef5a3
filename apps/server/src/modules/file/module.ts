import type { Core } from '../../core/core.ts'
import type { Module } from '../../http/bind.ts'
import { assets } from '../../kit/assets.ts'
import { fileRoutes } from './routes.ts'
import { createHolderStore } from './store-holder.ts'

export const fileModule = (
  core: Pick<Core, 'audit' | 'db' | 'files' | 'journal' | 'settings' | 'signals'>,
): Module => ({
  routes: fileRoutes(core, createHolderStore(core.db), assets('favicon')),
})
