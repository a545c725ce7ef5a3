import type { Module } from '../../http/bind.ts'
import { tunnelRoutes } from './routes.ts'

/** `program`: where the built program is, or would be. */
export const tunnelModule = (program: string): Module => ({ routes: tunnelRoutes(program) })
