import { EnumOf, IdParam, Int32, List, MapOf, Model, Optional, Str, type Static } from './schema.ts'
import { route } from './route.ts'

export const ctftimeForms = { full: 0, minimal: 1 } as const
export type CtftimeForm = keyof typeof ctftimeForms

/** Times are seconds since 1970-01-01 UTC. Extension, like all of this. */
export const CtftimeTask = Model({ points: Int32, time: Int32 })

/** `lastAccept` is missing without a solve that scores. */
export const CtftimeStanding = Model({
  pos: Int32,
  team: Str,
  score: Int32,
  taskStats: Optional(MapOf(CtftimeTask)),
  lastAccept: Optional(Int32),
})
export type CtftimeStanding = Static<typeof CtftimeStanding>

/** The minimal form has standings only. */
export const CtftimeFeed = Model({ tasks: Optional(List(Str)), standings: List(CtftimeStanding) })
export type CtftimeFeed = Static<typeof CtftimeFeed>

export const readCtftime = route({
  id: 'scoreboard.ctftime',
  method: 'GET',
  path: '/api/game/:id/ctftime',
  summary: 'Get the scoreboard of a game, or of one division, in the format of CTFtime',
  access: 'anonymous',
  open: 'always',
  params: IdParam,
  query: Model({ division: Optional(Int32), form: Optional(EnumOf(ctftimeForms)) }),
  answer: CtftimeFeed,
  caching: 'revalidate',
  problems: ['game.notFound', 'game.notStarted', 'division.notFound'],
})
