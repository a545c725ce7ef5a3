import { EventType } from './enums.ts'
import { route } from './route.ts'
import { Flag, IdParam, Int32, IntBetween, List, Model, Optional, Str, Time, type Static } from './schema.ts'
import { watchedIds, watchFilter } from './watch.ts'

/** The hub sends it without the ids. */
export const EventRecord = Model({
  type: EventType,
  values: List(Str),
  time: Time,
  user: Str,
  team: Str,
  ...watchedIds,
})
export type EventRecord = Static<typeof EventRecord>

export const listEvents = route({
  id: 'event.list',
  method: 'GET',
  path: '/api/game/:id/events',
  summary: 'List the events of a game, newest first',
  access: 'monitor',
  params: IdParam,
  query: Model({
    hideContainer: Optional(Flag),
    type: Optional(EventType),
    ...watchFilter,
    count: Optional(IntBetween(0, 100, 100)),
    skip: Optional({ ...Int32, minimum: 0, default: 0 }),
  }),
  answer: List(EventRecord),
  problems: ['game.notFound', 'game.notStarted'],
})
