import { fileURLToPath } from 'node:url'
import type { Core } from '../../core/core.ts'
import type { Module } from '../../http/bind.ts'
import { fileRoutes } from './routes.ts'
import { createHolderStore } from './store-holder.ts'

const builtInFavicon = fileURLToPath(new URL('../../../assets/favicon.webp', import.meta.url))

type Needs = Pick<Core, 'db' | 'files' | 'journal' | 'settings' | 'signals'>

export const fileModule = (core: Needs): Module => ({
  routes: fileRoutes({ ...core, holders: createHolderStore(core.db), builtInFavicon }),
})
