import * as wire from '@pennant/contract/venue'
import { bind, type BoundRoute } from '../../http/bind.ts'
import type { VenueService } from './service.ts'

export const venueRoutes = (venues: VenueService): BoundRoute[] => [
  bind(wire.listVenues, () => venues.list()),
  bind(wire.setVenue, (call) => venues.set(call.body, call)),
  bind(wire.removeVenue, (call) => venues.remove(call.query.network, call)),
]
