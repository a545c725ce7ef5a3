import { ChallengeCategory } from './enums.ts'
import { route } from './route.ts'
import { Int32, List, Model, Nullable, Optional, Str, Time, type Static } from './schema.ts'

const RevealLine = Model({
  /** Of the team. */
  id: Int32,
  score: Int32,
  /** `never` without one. */
  lastSubmissionTime: Time,
  solvedChallenges: List(Model({ id: Int32, score: Int32, time: Time })),
})

export const RevealModel = Model({
  title: Str,
  /** Null: the game has no freeze, so there is nothing to open. */
  freezeAt: Nullable(Time),
  division: Nullable(Str),
  /** Images are `data:` addresses, so the show needs no further request. */
  teams: List(Model({ id: Int32, name: Str, avatar: Nullable(Str) })),
  challenges: List(Model({ id: Int32, title: Str, category: ChallengeCategory })),
  /** At the freeze, without teams that have no place. */
  frozen: List(RevealLine),
  /** At the end, of the same teams. */
  final: List(RevealLine),
  /** Between the two, of what a team had not solved before: how often, and when first. */
  tries: List(Model({ teamId: Int32, challengeId: Int32, count: Int32, first: Time })),
  /** Submissions that haven't been judged yet. */
  waiting: Int32,
  publishedAt: Nullable(Time),
})
export type Reveal = Static<typeof RevealModel>

export const readReveal = route({
  id: 'reveal.read',
  method: 'GET',
  path: '/api/game/:id/reveal',
  summary: 'Get all that a reveal of the results needs, without any answer that was submitted',
  access: 'admin',
  params: Model({ id: Int32 }),
  query: Model({ division: Optional(Int32) }),
  answer: RevealModel,
  problems: ['game.notFound', 'game.notOver', 'division.notFound'],
})
