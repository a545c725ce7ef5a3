import type { Module } from '../../http/bind.ts'
import { tunnelRoutes } from './routes.ts'

/** `program`: where the built program is, when not where the build puts it. */
export const tunnelModule = (program?: string): Module => ({ routes: tunnelRoutes(program) })
