import type { Core } from '../../core/core.ts'
import type { Module } from '../../http/bind.ts'
import type { UserNeeds } from './needs.ts'
import { userRoutes } from './routes.ts'
import { createUserStore } from './store.ts'

type Needs = Omit<UserNeeds, 'store'> & Pick<Core, 'db'>

export const userModule = (core: Needs): Module => ({
  routes: userRoutes({ ...core, store: createUserStore(core.db) }),
})
