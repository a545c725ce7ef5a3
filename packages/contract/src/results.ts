import { limits } from './limit.ts'
import { route } from './route.ts'
import { ScoreboardModel } from './scoreboard.ts'
import { IdParam, Int32, List, Model, Nullable, Optional, Str, Text, Time, type Static } from './schema.ts'

const revision = {
  /** From 1 on; the newest is what holds. */
  revision: Int32,
  time: Time,
  note: Str,
  /** Why there is another one; empty for the first. */
  reason: Str,
  /** SHA-256 of the board, as JSON without spaces, in hexadecimal digits. */
  sha256: Str,
}

export const ResultsRevision = Model(revision)
export type ResultsRevision = Static<typeof ResultsRevision>

export const ResultsModel = Model({
  ...revision,
  /** Of the results, not of this revision. */
  publishedAt: Time,
  /** Newest first. */
  revisions: List(ResultsRevision),
  /** Never changes, and has no version. */
  board: ScoreboardModel,
})
export type Results = Static<typeof ResultsModel>

export const ResultsToEdit = Model({
  /** Null: nothing is published, or it was withdrawn. */
  publishedAt: Nullable(Time),
  /** Newest first. `by` is null where the user was deleted. */
  revisions: List(Model({ ...revision, by: Nullable(Str) })),
})
export type ResultsToEdit = Static<typeof ResultsToEdit>

export const ResultsSent = Model({
  /** Everyone reads it. Left out, that of the revision before stays. */
  note: Optional(Text({ max: limits.resultsNote })),
  /** Everyone reads it. Needed for another revision. */
  reason: Optional(Text({ line: true, max: limits.resultsReason })),
})
export type ResultsSent = Static<typeof ResultsSent>

export const readResults = route({
  id: 'results.read',
  method: 'GET',
  path: '/api/game/:id/results',
  summary: 'Get the published results of a game: the newest revision, or another one',
  access: 'anonymous',
  params: IdParam,
  query: Model({ revision: Optional(Int32) }),
  answer: ResultsModel,
  caching: 'revalidate',
  problems: ['game.notFound', 'results.notFound'],
})

export const readResultsToEdit = route({
  id: 'results.editRead',
  method: 'GET',
  path: '/api/edit/games/:id/results',
  summary: 'List all revisions of the results of a game, newest first, published or not',
  access: 'admin',
  params: IdParam,
  answer: ResultsToEdit,
  problems: ['game.notFound'],
})

export const publishResults = route({
  id: 'results.publish',
  method: 'POST',
  path: '/api/edit/games/:id/results',
  summary: 'Store the scoreboard for good and publish it; once more makes another revision',
  access: 'admin',
  params: IdParam,
  body: ResultsSent,
  answer: ResultsToEdit,
  problems: ['game.notFound', 'game.notOver'],
})

export const withdrawResults = route({
  id: 'results.withdraw',
  method: 'DELETE',
  path: '/api/edit/games/:id/results',
  summary: 'Withdraw the results: the scoreboard is frozen again, and revisions stay stored',
  access: 'admin',
  params: IdParam,
  body: ResultsSent,
  answer: ResultsToEdit,
  problems: ['game.notFound', 'results.notFound', 'game.olderProgram'],
})
