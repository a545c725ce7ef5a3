import type { Core } from '../../core/core.ts'
import type { Module } from '../../http/bind.ts'
import type { GrowingCaptures } from '../../relay/captures.ts'
import { createRepository } from './repository.ts'
import { captureRoutes } from './routes.ts'
import { createCaptures } from './service.ts'
import { createCaptureStore } from './store.ts'

type Parts = 'archiver' | 'audit' | 'blobs' | 'clock' | 'db' | 'journal'

export const captureModule = (core: Pick<Core, Parts>, growing: GrowingCaptures): Module => ({
  routes: captureRoutes(createCaptures(core, createCaptureStore(core.db), createRepository(core, growing))),
})
