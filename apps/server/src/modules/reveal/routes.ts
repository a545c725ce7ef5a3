import { readReveal } from '@pennant/contract/reveal'
import type { Core } from '../../core/core.ts'
import { bind, type BoundRoute } from '../../http/bind.ts'
import { createReveals, type RevealParts } from './service.ts'

export const revealRoutes = (core: Pick<Core, RevealParts>): BoundRoute[] => {
  const read = createReveals(core)
  return [bind(readReveal, ({ params, query }) => read(params.id, query.division))]
}
