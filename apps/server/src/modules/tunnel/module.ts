import type { Module } from '../../http/bind.ts'
import { tunnelRoutes } from './routes.ts'

export const tunnelModule = (program?: string): Module => ({ routes: tunnelRoutes(program) })
