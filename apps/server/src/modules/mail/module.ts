import type { Module } from '../../http/bind.ts'
import { mailRoutes } from './routes.ts'

type Needs = Parameters<typeof mailRoutes>[0]

export const mailModule = (core: Pick<Needs, 'mail'>, others: Pick<Needs, 'approve'>): Module => ({
  routes: mailRoutes({ ...core, ...others }),
})
