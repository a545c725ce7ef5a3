import type { Core } from '../../core/core.ts'
import type { Module } from '../../http/bind.ts'
import { type Approve, mailRoutes } from './routes.ts'

export const mailModule = (core: Pick<Core, 'mail'>, approve: Approve): Module => ({
  routes: mailRoutes(core, approve),
})
