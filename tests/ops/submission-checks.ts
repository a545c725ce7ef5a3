import type { AnswerResult, SubmissionType } from '@pennant/contract/enums'
import type { SubmissionInfo } from '@pennant/contract/hub'
import { expect } from 'vitest'
import type { Attempt, Refused } from './burst.ts'
import { callOk, type Game } from './game.ts'
import type { Sql } from './sql.ts'

export type Stored = {
  id: number
  participationId: number
  challengeId: number
  /** Null when the account is gone. */
  player: string | null
  team: string
  challenge: string
  answer: string
  status: AnswerResult
  time: number
}

/** In order of acceptance. */
export const readSubmissions = (sql: Sql, game: Game): Promise<Stored[]> =>
  sql<Stored>(
    `select s.id, s.participation_id as "participationId", s.challenge_id as "challengeId", u.name as player,
       t.name as team, c.title as challenge, s.answer, s.status, s.time
     from submission s left join "user" u on u.id = s.user_id join challenge c on c.id = s.challenge_id
       join participation p on p.id = s.participation_id join team t on t.id = p.team_id
     where s.game_id = $1 order by s.id`,
    [game.id],
  )

export function firstSolves(stored: readonly Stored[]): Stored[] {
  const firsts = new Map<string, Stored>()
  for (const one of stored) {
    const key = `${one.participationId} ${one.challengeId}`
    if (one.status === 'Accepted' && !firsts.has(key)) firsts.set(key, one)
  }
  return [...firsts.values()]
}

export async function expectKept(sql: Sql, game: Game, attempts: readonly Attempt[]): Promise<void> {
  const stored = await readSubmissions(sql, game)
  expectAnswersKept(attempts, stored)
  const firsts = firstSolves(stored)
  const solves = await sql(
    'select participation_id as team, challenge_id as challenge, submission_id as id from first_solve where game_id = $1 order by submission_id',
    [game.id],
  )
  expect(solves).toEqual(
    firsts.map(({ participationId, challengeId, id }) => ({
      team: participationId,
      challenge: challengeId,
      id,
    })),
  )
  const notices = await sql(
    'select type, values from notice where game_id = $1 and type = any ($2) order by id',
    [game.id, bloodTypes],
  )
  expect(notices).toEqual(bloodNotices(firsts))
}

const perPage = 100

export async function expectListed(site: string, sql: Sql, game: Game): Promise<void> {
  const listed: SubmissionInfo[] = []
  for (;;) {
    const query = `count=${perPage}&skip=${listed.length}`
    const address = `${site}/api/game/${game.id}/submissions?${query}`
    const page = await callOk<SubmissionInfo[]>('GET', address, game.admin)
    if (page.length === 0) break
    listed.push(...page)
  }
  const stored = await readSubmissions(sql, game)
  expect(listed).toEqual(
    stored
      .toSorted((a, b) => b.time - a.time || b.id - a.id)
      .map(({ answer, status, time, player, team, challenge }) => {
        return { answer, status, time, user: player, team, challenge }
      }),
  )
}

function expectAnswersKept(attempts: readonly Attempt[], stored: readonly Stored[]): void {
  const found = new Map(stored.map((one) => [one.id, one]))
  const told = attempts.flatMap(({ outcome, ...attempt }) =>
    outcome?.kind === 'taken' ? [{ ...attempt, id: outcome.id }] : [],
  )
  expect(new Set(told.map(({ id }) => id)).size).toBe(told.length)
  expect(
    told.map(({ id }) => {
      const { player, challengeId, answer, status } = found.get(id) ?? {}
      return { id, player, challengeId, answer, status }
    }),
  ).toEqual(
    told.map(({ id, player, challenge, answer }) => ({
      id,
      player: player.name,
      challengeId: challenge.id,
      answer,
      status: answer === challenge.flag ? 'Accepted' : 'WrongAnswer',
    })),
  )
  const left = new Map<string, number>()
  for (const { player, challenge, answer, outcome } of attempts) {
    // A refusal that says why is a promise, too.
    if (outcome?.kind === 'refused' && outcome.status < 500) continue
    const key = `${player.name} ${challenge.id} ${answer}`
    left.set(key, (left.get(key) ?? 0) + 1)
  }
  const unsent = stored.filter(({ player, challengeId, answer }) => {
    const key = `${player} ${challengeId} ${answer}`
    const count = left.get(key) ?? 0
    left.set(key, count - 1)
    return count < 1
  })
  expect(unsent).toEqual([])
}

const bloodTypes = ['FirstBlood', 'SecondBlood', 'ThirdBlood'] satisfies SubmissionType[]

export function bloodNotices(firsts: readonly Stored[]): { type: string; values: string[] }[] {
  const places = new Map<number, number>()
  return firsts.flatMap(({ challengeId, challenge, team }) => {
    const place = places.get(challengeId) ?? 0
    places.set(challengeId, place + 1)
    const type = bloodTypes[place]
    return type === undefined ? [] : [{ type, values: [team, challenge] }]
  })
}

const retryLater = {
  status: 503,
  retryAfter: true,
  body: {
    title: expect.any(String),
    status: 503,
    code: 'server.unavailable',
    requestId: expect.any(String),
  },
}

export function expectToldToRetry(refused: readonly Refused[]): void {
  const told = refused.map(({ outcome: { status, retryAfter, body } }) =>
    JSON.stringify({ status, retryAfter: Number(retryAfter) > 0, body: JSON.parse(body) }),
  )
  const distinct: unknown[] = [...new Set(told)].map((text) => JSON.parse(text))
  expect(distinct).toEqual(distinct.map(() => retryLater))
}
