import { fileURLToPath } from 'node:url'
import type { Core } from '../../core/core.ts'
import type { Module } from '../../http/bind.ts'
import { fileRoutes } from './routes.ts'
import { createHolderStore } from './store-holder.ts'

const builtInFavicon = fileURLToPath(new URL('../../../assets/favicon.webp', import.meta.url))

export const fileModule = (
  core: Pick<Core, 'audit' | 'db' | 'files' | 'journal' | 'settings' | 'signals'>,
): Module => ({
  routes: fileRoutes(core, createHolderStore(core.db), builtInFavicon),
})
