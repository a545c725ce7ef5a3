import { limits } from './limit.ts'
import { route } from './route.ts'
import { Flag, Int32, IntBetween, List, Model, Str, Text, Time, type Static } from './schema.ts'

/** Extension. */
export const Venue = Model({
  network: Str,
  people: Int32,
  /** Set in the configuration. */
  fixed: Flag,
})
export type Venue = Static<typeof Venue>

/** An address, or the network that counts as one, which was told to come back later. Extension. */
export const Refused = Model({ network: Str, times: Int32, last: Time, venue: Flag })
export type Refused = Static<typeof Refused>

export const VenueEdit = Model({
  network: Text({ max: limits.network, line: true }),
  people: IntBetween(1, limits.venuePeople),
})
export type VenueEdit = Static<typeof VenueEdit>

export const listVenues = route({
  id: 'venue.list',
  method: 'GET',
  path: '/api/admin/venues',
  summary: 'Networks where many people share an address, and addresses that were refused within a day',
  access: 'admin',
  answer: Model({ venues: List(Venue), refused: List(Refused) }),
})

export const setVenue = route({
  id: 'venue.set',
  method: 'PUT',
  path: '/api/admin/venues',
  summary: 'Add a network where many people share an address, or change how many',
  access: 'admin',
  body: VenueEdit,
  answer: 'nothing',
  problems: ['venue.network', 'venue.fixed', 'venue.tooMany'],
})

export const removeVenue = route({
  id: 'venue.remove',
  method: 'DELETE',
  path: '/api/admin/venues',
  summary: 'Count the addresses of a network like all others again',
  access: 'admin',
  query: Model({ network: Text({ max: limits.network, line: true }) }),
  answer: 'nothing',
  problems: ['venue.fixed', 'venue.notFound'],
})
