import type { Core } from '../../core/core.ts'
import type { Module } from '../../http/bind.ts'
import type { GrowingCaptures } from '../../relay/captures.ts'
import { captureRoutes } from './routes.ts'
import { createCaptures } from './service.ts'
import { createShelf } from './shelf.ts'
import { createCaptureStore } from './store.ts'

type Needs = Pick<Core, 'archiver' | 'blobs' | 'clock' | 'db' | 'journal'>

/** `growing`: what this process records. */
export const captureModule = (core: Needs, others: { growing: GrowingCaptures }): Module => {
  const shelf = createShelf({ ...core, ...others })
  return { routes: captureRoutes(createCaptures({ ...core, store: createCaptureStore(core.db), shelf })) }
}
