import { GameEvent } from './hub.ts'
import { route } from './route.ts'
import { Flag, IdParam, Int32, IntBetween, List, Model, Optional } from './schema.ts'

export const listEvents = route({
  id: 'event.list',
  method: 'GET',
  path: '/api/game/:id/events',
  summary: 'What happened in a game, newest first',
  access: 'monitor',
  params: IdParam,
  query: Model({
    hideContainer: Optional(Flag),
    count: Optional(IntBetween(0, 100, 100)),
    skip: Optional({ ...Int32, minimum: 0, default: 0 }),
  }),
  answer: List(GameEvent),
  problems: ['game.notFound', 'game.notStarted'],
})
