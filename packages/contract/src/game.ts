import { ParticipationStatus } from './enums.ts'
import { limits } from './limit.ts'
import { route } from './route.ts'
import {
  ArrayResponse,
  Flag,
  IdParam,
  Int32,
  IntBetween,
  List,
  Maybe,
  Model,
  Nullable,
  Optional,
  Page,
  Secret,
  Str,
  Text,
  Time,
  type Static,
} from './schema.ts'

/** Without an extension, as compatible clients expect. */
export const posterUrl = (hash: string | null): string | null =>
  hash === null ? null : `/assets/${hash}/poster`

const basics = {
  id: Int32,
  title: Str,
  summary: Str,
  poster: Nullable(Str),
  /** Members per team; 0 means no limit. */
  limit: Int32,
  start: Time,
  end: Time,
}

export const BasicGameInfoModel = Model(basics)
export type BasicGameInfo = Static<typeof BasicGameInfoModel>

export const DivisionInfo = Model({ id: Int32, name: Str, inviteCodeRequired: Flag })
export type DivisionInfo = Static<typeof DivisionInfo>

export const DetailedGameInfoModel = Model({
  ...basics,
  content: Str,
  hidden: Flag,
  /** Sent beside `hidden`: not in any list, but open to all who have the link. Extension. */
  unlisted: Optional(Flag),
  divisions: Nullable(List(DivisionInfo)),
  inviteCodeRequired: Flag,
  writeupRequired: Flag,
  /** Participations of any status. */
  teamCount: Int32,
  /** Of the caller's participation, like the name and the status. */
  division: Nullable(Int32),
  teamName: Nullable(Str),
  practiceMode: Flag,
  /** From when the scoreboard stays as it is; left out where it never does. Extension. */
  freezeAt: Optional(Time),
  /** When results were published; left out while they aren't. Extension. */
  resultsAt: Optional(Time),
  /** Left out if no writeups are wanted. Extension. */
  writeupDeadline: Optional(Time),
  status: ParticipationStatus,
})
export type DetailedGameInfo = Static<typeof DetailedGameInfoModel>

/** Three permille values of ten bits: 5 %, 3 %, and 1 %. */
export const defaultBloodBonus = 52_459_530

export const GameInfoModel = Model({
  id: Int32,
  title: Str,
  hidden: Flag,
  unlisted: Optional(Flag),
  summary: Str,
  content: Str,
  acceptWithoutReview: Flag,
  writeupRequired: Flag,
  inviteCode: Secret(Nullable(Str)),
  teamMemberCountLimit: Int32,
  containerCountLimit: Int32,
  poster: Nullable(Str),
  publicKey: Str,
  /** The text that team tokens sign; left out for `PENNANT_TEAM_{id}`. Extension. */
  signedTeamText: Optional(Str),
  practiceMode: Flag,
  start: Time,
  end: Time,
  writeupDeadline: Time,
  writeupNote: Str,
  bloodBonus: Int32,
  freezeAt: Optional(Time),
  /** Sent if true: from then on the scoreboard shows no teams. Extension. */
  freezeHidesBoard: Optional(Flag),
  /** When results were published; left out while they aren't. Extension. */
  resultsAt: Optional(Time),
})
export type GameInfo = Static<typeof GameInfoModel>

/** Replaces the whole game: members that are left out take their defaults. */
export const GameEditModel = Model({
  title: Text({ required: true, line: true, max: limits.gameTitle }),
  hidden: Optional(Flag),
  /** Left out: a game that stays hidden stays unlisted. Ignored unless `hidden` is set. Extension. */
  unlisted: Maybe(Flag),
  summary: Optional(Text({ max: limits.gameSummary })),
  content: Optional(Text({ max: limits.gameContent })),
  acceptWithoutReview: Optional(Flag),
  writeupRequired: Optional(Flag),
  inviteCode: Maybe(Text({ line: true, max: limits.inviteCode })),
  teamMemberCountLimit: Optional(IntBetween(0, 2_147_483_647)),
  containerCountLimit: Optional(IntBetween(0, 2_147_483_647)),
  practiceMode: Optional(Flag),
  start: Optional(Time),
  end: Optional(Time),
  writeupDeadline: Optional(Time),
  writeupNote: Optional(Text({ max: limits.gameContent })),
  bloodBonus: Optional(Int32),
  /** Left out, it stays; null: `PENNANT_TEAM_{id}`. Another text re-signs all team tokens. Extension. */
  signedTeamText: Maybe(Text({ max: limits.signedTeamText })),
  /**
   * Left out, one that has not come moves with the end, and one that has come stays, but never after the end;
   * null: none. Extension.
   */
  freezeAt: Maybe(Time),
  /** Left out, it stays. Extension. */
  freezeHidesBoard: Maybe(Flag),
})
export type GameEdit = Static<typeof GameEditModel>

export const recentGames = route({
  id: 'game.recent',
  method: 'GET',
  path: '/api/game/recent',
  summary: 'List games that are running, recently ended, or about to start',
  access: 'anonymous',
  open: 'always',
  query: Model({ limit: Optional(IntBetween(0, 50, 0)) }),
  answer: List(BasicGameInfoModel),
  caching: 'revalidate',
})

export const listGames = route({
  id: 'game.list',
  method: 'GET',
  path: '/api/game',
  summary: 'List all games, latest start first',
  access: 'anonymous',
  open: 'always',
  limit: 'query',
  query: Page(50, 10),
  answer: ArrayResponse(BasicGameInfoModel),
  caching: 'minute',
})

/** `team` takes part; `joined` says whether the caller does, too. Extension. */
export const OwnGame = Model({
  id: Int32,
  title: Str,
  start: Time,
  end: Time,
  poster: Nullable(Str),
  status: ParticipationStatus,
  teamId: Int32,
  team: Str,
  joined: Flag,
  /** As the team sees itself in the details; 0 where there are no ranks. */
  rank: Int32,
  score: Int32,
  /** Points to the place above. Null for the first and while there are no ranks, or they don't move. */
  toNext: Nullable(Int32),
  solved: Int32,
  challengeCount: Int32,
})
export type OwnGame = Static<typeof OwnGame>

export const listOwnGames = route({
  id: 'game.mine',
  method: 'GET',
  path: '/api/game/mine',
  summary: "List your games with your team's standing, up to 20, those nearest to now first",
  access: 'user',
  answer: List(OwnGame),
})

export const readGame = route({
  id: 'game.read',
  method: 'GET',
  path: '/api/game/:id',
  summary: 'Get a game and your participation in it',
  access: 'anonymous',
  open: 'always',
  params: IdParam,
  answer: DetailedGameInfoModel,
  problems: ['game.notFound'],
})

export const createGame = route({
  id: 'game.create',
  method: 'POST',
  path: '/api/edit/games',
  summary: 'Create a game',
  access: 'admin',
  body: GameEditModel,
  answer: GameInfoModel,
  problems: ['game.teamText', 'game.freezeOutside', 'game.olderProgram'],
})

export const listGamesToEdit = route({
  id: 'game.editList',
  method: 'GET',
  path: '/api/edit/games',
  summary: 'List all games, newest first',
  access: 'admin',
  query: Page(100, 0),
  answer: ArrayResponse(GameInfoModel),
})

export const readGameToEdit = route({
  id: 'game.editRead',
  method: 'GET',
  path: '/api/edit/games/:id',
  summary: 'Get a game with everything that can be edited',
  access: 'admin',
  params: IdParam,
  answer: GameInfoModel,
  problems: ['game.notFound'],
})

export const updateGame = route({
  id: 'game.update',
  method: 'PUT',
  path: '/api/edit/games/:id',
  summary: 'Replace the settings of a game',
  access: 'admin',
  params: IdParam,
  body: GameEditModel,
  answer: GameInfoModel,
  problems: [
    'game.notFound',
    'game.teamText',
    'game.freezeOutside',
    'game.resultsPublished',
    'game.olderProgram',
    'edit.conflict',
  ],
})

export const deleteGame = route({
  id: 'game.delete',
  method: 'DELETE',
  path: '/api/edit/games/:id',
  summary: 'Delete a game with everything in it',
  access: 'admin',
  params: IdParam,
  answer: 'nothing',
  problems: ['game.notFound', 'edit.conflict'],
})

export const readHashSalt = route({
  id: 'game.hashSalt',
  method: 'GET',
  path: '/api/edit/games/:id/hashsalt',
  summary: 'Get the salt from which external services compute team hashes',
  access: 'admin',
  params: IdParam,
  answer: Str,
  problems: ['game.notFound'],
})

export const setPoster = route({
  id: 'game.setPoster',
  method: 'PUT',
  path: '/api/edit/games/:id/poster',
  summary: 'Set the poster of a game',
  access: 'admin',
  params: IdParam,
  upload: { field: 'file', maxBytes: limits.imageBytes },
  answer: Str,
  problems: [
    'image.missing',
    'image.empty',
    'image.tooLarge',
    'image.invalid',
    'game.notFound',
    'edit.conflict',
  ],
})
