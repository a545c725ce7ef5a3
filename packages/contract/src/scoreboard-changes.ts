import { route } from './route.ts'
import { Flag, IdParam, Int32, List, Model, Nullable, Optional, Str, Time, type Static } from './schema.ts'
import { solveMembers, TopTimeLine } from './scoreboard.ts'

/** As in `SolveNews`: `place`, `points`, and `rank` are those of now. */
export const ChangedSolve = Model({
  ...solveMembers,
  rank: Int32,
  rankBefore: Int32,
  user: Nullable(Str),
  /** Sent if a solve worth 0 points counts for the time of the team's latest scoring solve. */
  scores: Optional(Flag),
})
export type ChangedSolve = Static<typeof ChangedSolve>

export const ChallengeValue = Model({ id: Int32, score: Int32, solved: Int32 })
export type ChallengeValue = Static<typeof ChallengeValue>

/** New without solves, or with another name, text, or avatar. */
export const ChangedTeam = Model({
  id: Int32,
  name: Str,
  bio: Nullable(Str),
  avatar: Nullable(Str),
  divisionId: Nullable(Int32),
  ranked: Flag,
})
export type ChangedTeam = Static<typeof ChangedTeam>

/**
 * From a board to that of `version`: everything else follows by the rules of the board. Applied to a board that has part
 * of it already, it gives the same.
 */
export const BoardChanges = Model({
  updateTimeUtc: Time,
  /** In the order of solving. */
  solves: List(ChangedSolve),
  challenges: List(ChallengeValue),
  teams: List(ChangedTeam),
  /** Of teams on the timelines that got points by hand. Those of others follow from their solves. */
  lines: List(TopTimeLine),
  /** Of the rows of the board that comes out (`rules/scoreboard/row-checksum`). */
  checksum: Str,
})
export type BoardChanges = Static<typeof BoardChanges>

export const ScoreboardChanges = Model({
  /** Of the board that everyone gets now. */
  version: Int32,
  /** As in that board. */
  frozenAt: Optional(Time),
  /** Absent: it can't be told in changes, so read the whole board. */
  changes: Optional(BoardChanges),
  /** Where the whole board is to be read: readers spread over this time. */
  spreadMs: Optional(Int32),
})
export type ScoreboardChanges = Static<typeof ScoreboardChanges>

export const readScoreboardChanges = route({
  id: 'scoreboard.changes',
  method: 'GET',
  path: '/api/game/:id/scoreboard/changes',
  summary: 'Get what has changed on the scoreboard since a version, or that the whole has to be read',
  access: 'anonymous',
  open: 'unlessHeld',
  params: IdParam,
  query: Model({ since: Optional(Int32) }),
  answer: ScoreboardChanges,
  caching: 'revalidate',
  problems: ['game.notFound', 'game.notStarted'],
})
