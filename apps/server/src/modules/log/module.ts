import type { Core } from '../../core/core.ts'
import type { Module } from '../../http/bind.ts'
import { logRoutes } from './routes.ts'
import { createLogListStore } from './store-list.ts'

export const logModule = ({ db, log }: Pick<Core, 'db' | 'log'>): Module => ({
  routes: logRoutes(createLogListStore(db), log),
})
