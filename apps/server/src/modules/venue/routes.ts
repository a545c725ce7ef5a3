import * as wire from '@pennant/contract/venue'
import { bind, type BoundRoute } from '../../http/bind.ts'
import type { Core } from '../../core/core.ts'
import { createVenueService, type VenueParts } from './service.ts'

export const venueRoutes = (core: Pick<Core, VenueParts>): BoundRoute[] => {
  const venues = createVenueService(core)
  return [
    bind(wire.listVenues, () => venues.list()),
    bind(wire.setVenue, (call) => venues.set(call.body, call)),
    bind(wire.removeVenue, (call) => venues.remove(call.query.network, call)),
  ]
}
