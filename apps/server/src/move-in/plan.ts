import { randomUUID } from 'node:crypto'
import {
  mapAttachment,
  mapChallenge,
  mapDivision,
  mapDivisionChallenge,
  mapFlag,
} from '@pennant/interchange/compatible/competition'
import type { Known } from '@pennant/interchange/compatible/known'
import type { Notes } from '@pennant/interchange/compatible/notes'
import { mapMember, mapPost, mapUser } from '@pennant/interchange/compatible/people'
import {
  countTold,
  mapCheat,
  mapEvent,
  mapFirstSolve,
  mapInstance,
  mapMissingInstance,
  mapNotice,
  mapParticipation,
  mapPlayer,
  mapSubmission,
} from '@pennant/interchange/compatible/play'
import type { Row } from '@pennant/interchange/compatible/row'
import type { TargetRow } from '../adapters/sql/move-in/target.ts'
import { readOlderHash } from '../kit/password/older.ts'
import type { Tables } from '../ports/database.ts'

export type Step = {
  /** Of the other platform. */
  table: string
  /** Double rows of `key` follow one another, unless `map` knows what was there. */
  query: string
  key: readonly string[]
  into: keyof Tables
  /** Its rows are not in the table, but follow from others. */
  isDerived?: true
  /** Null: the row isn't carried. */
  map(row: Row, known: Known, notes: Notes): TargetRow | null
}

const all = (table: string, ...key: string[]): Pick<Step, 'table' | 'query' | 'key'> => ({
  ...{ table, key },
  query: `select * from "${table}" order by ${key.map((one) => `"${one}"`).join(', ')}`,
})

/** When the user `u` was made. Null: before that platform wrote it down, so earlier than all others. */
const madeAt = `coalesce(
  case when u."RegisterTimeUtc" >= timestamptz '1970-01-02 00:00:00+00' then u."RegisterTimeUtc" end,
  case when substr(u."Id"::text, 15, 1) = '7'
    then to_timestamp(('x0000' || substr(u."Id"::text, 1, 8) || substr(u."Id"::text, 10, 4))::bit(64)::bigint / 1000.0)
  end)`

/**
 * Who comes first keeps a name or an address that is the same here: staff, then who has proved an address, then the
 * oldest. Keys aren't in the order of age, since new ones are of version 7, and old ones random.
 */
export const users: Step = {
  ...{ table: 'AspNetUsers', key: ['Id'] },
  query: `select u.*, u."LockoutEnd" > now() as "IsLockedOut" from "AspNetUsers" u order by coalesce(u."Role" in (2, 3), false) desc,
    coalesce(u."EmailConfirmed", false) desc, ${madeAt} nulls first, u."Id"`,
  into: 'user',
  map(row, known, notes) {
    const user = mapUser(row, known, notes)
    if (user !== null && readOlderHash(user.password_hash ?? '') === null)
      notes.changed(
        'PasswordHash',
        'It is none that can be checked here. Its owner gets a link to set a password',
        user.name,
      )
    return user === null ? null : { ...user, stamp: randomUUID() }
  },
}
export const members: Step = {
  ...all('TeamUserInfo', 'TeamsId', 'MembersId'),
  into: 'team_member',
  map: mapMember,
}

export const teamsQuery = `
  select t.*, (select m."MembersId" from "TeamUserInfo" m join "AspNetUsers" u on u."Id" = m."MembersId"
    where m."TeamsId" = t."Id" order by ${madeAt} nulls first, u."Id" limit 1) as "FirstMember"
  from "Teams" t order by t."Id"`

/** After users, teams, and members, in an order in which rows can refer to rows before them. */
export const stepsOfGames: readonly Step[] = [
  { ...all('Divisions', 'Id'), into: 'division', map: mapDivision },
  { ...all('GameChallenges', 'Id'), into: 'challenge', map: mapChallenge },
  {
    ...all('DivisionChallengeConfig', 'DivisionId', 'ChallengeId'),
    into: 'division_challenge',
    map: mapDivisionChallenge,
  },
  {
    ...{ table: 'FlagContexts', key: ['Id'], into: 'flag', map: mapFlag },
    query: `select f.*, exists (select 1 from "GameInstances" i where i."FlagId" = f."Id") as "IsGiven"
      from "FlagContexts" f order by f."Id"`,
  },
  {
    ...{ table: 'Attachments', key: ['Id'], into: 'attachment' },
    map: (row, known, notes) => mapAttachment(row, known, notes, URL.canParse),
    query: `select a.*, c."Id" as "OfChallenge", f."Id" as "OfFlag" from "Attachments" a
      left join "GameChallenges" c on c."AttachmentId" = a."Id"
      left join "FlagContexts" f on f."AttachmentId" = a."Id"
      order by a."Id", f."Id", c."Id"`,
  },
  { ...all('Participations', 'Id'), into: 'participation', map: mapParticipation },
  { ...all('UserParticipations', 'GameId', 'UserId'), into: 'participation_member', map: mapPlayer },
  {
    ...{
      table: 'GameInstances',
      key: ['ParticipationId', 'ChallengeId'],
      into: 'game_instance',
      map: mapInstance,
    },
    query: `select i.*, f."Flag" from "GameInstances" i left join "FlagContexts" f on f."Id" = i."FlagId"
      order by i."ParticipationId", i."ChallengeId"`,
  },
  {
    ...{ table: 'GameInstances', key: ['ParticipationId', 'ChallengeId'] },
    ...{ into: 'game_instance', isDerived: true, map: mapMissingInstance },
    query: `select distinct s."ParticipationId", s."ChallengeId" from "Submissions" s
      where not exists (select 1 from "GameInstances" i
        where i."ParticipationId" = s."ParticipationId" and i."ChallengeId" = s."ChallengeId")
      order by s."ParticipationId", s."ChallengeId"`,
  },
  {
    ...all('Submissions', 'Id'),
    into: 'submission',
    map(row, known, notes) {
      const submission = mapSubmission(row, known, notes)
      if (submission !== null) countTold(known, submission)
      return submission
    },
  },
  {
    ...{ table: 'FirstSolves', key: ['ParticipationId', 'ChallengeId'], into: 'first_solve' },
    query: `select f.*, row_to_json(s) as "Submission" from "FirstSolves" f
      left join "Submissions" s on s."Id" = f."SubmissionId" order by f."ParticipationId", f."ChallengeId"`,
    map: mapFirstSolve,
  },
  {
    ...{ table: 'CheatInfo', key: ['SubmissionId'], into: 'cheat_info', map: mapCheat },
    query: `select c.*, row_to_json(s) as "Submission" from "CheatInfo" c
      left join "Submissions" s on s."Id" = c."SubmissionId" order by c."SubmissionId"`,
  },
  {
    ...{ table: 'GameEvents', key: ['Id'], into: 'game_event', map: mapEvent },
    query: `select e.*, e."Type" = 4 and exists (select 1 from "CheatInfo" c join "Submissions" s on s."Id" = c."SubmissionId"
        where s."GameId" = e."GameId" and s."TeamId" = e."TeamId" and s."UserId" is not distinct from e."UserId"
          and e."PublishTimeUtc" - s."SubmitTimeUtc" between interval '0' and interval '1 minute') as "HasCheat"
      from "GameEvents" e order by e."Id"`,
  },
  { ...all('GameNotices', 'Id'), into: 'notice', map: mapNotice },
]

export const posts: Step = { ...all('Posts', 'Id'), into: 'post', map: mapPost }
export const gamesQuery = all('Games', 'Id')

/** Tables whose keys are numbers that the database gives, here and there. */
export const numbered: readonly (readonly [table: keyof Tables, theirs: string])[] = [
  ['team', 'Teams'],
  ['game', 'Games'],
  ['division', 'Divisions'],
  ['challenge', 'GameChallenges'],
  ['flag', 'FlagContexts'],
  ['attachment', 'Attachments'],
  ['participation', 'Participations'],
  ['submission', 'Submissions'],
  ['notice', 'GameNotices'],
  ['game_event', 'GameEvents'],
]
