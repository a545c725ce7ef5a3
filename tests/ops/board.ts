import type { ChallengeCategory } from '@pennant/contract/enums'
import type { ChallengeInfo, Scoreboard } from '@pennant/contract/scoreboard'
import { type Board, createBoard, type Solve } from '@pennant/rules/scoreboard/board'
import { expect } from 'vitest'
import type { Stream } from './burst.ts'
import { post } from './client.ts'
import { bloodNotices, firstSolves, readSubmissions, type Stored } from './submission-checks.ts'
import type { Game } from './game.ts'
import type { Sql } from './sql.ts'

const patient = { timeout: 30_000 }

async function boardText(site: string, game: Game): Promise<string> {
  const response = await fetch(`${site}/api/game/${game.id}/scoreboard`)
  expect(response.status).toBe(200)
  return response.text()
}

export async function readBoard(site: string, game: Game): Promise<Scoreboard> {
  // The server's tests check the schema.
  return JSON.parse(await boardText(site, game)) as Scoreboard
}

export async function expectShown(stream: Stream, game: Game, ...sites: string[]): Promise<void> {
  const solved = stream.taken().filter(({ answer, challenge }) => answer === challenge.flag)
  const wanted = [...new Set(solved.map(({ player, challenge }) => `${player.team}: ${challenge.id}`))]
  for (const site of sites) {
    const missing = async (): Promise<string[]> => {
      const { items } = await readBoard(site, game)
      const shown = new Set(
        items.flatMap(({ name, solvedChallenges }) => solvedChallenges.map(({ id }) => `${name}: ${id}`)),
      )
      return wanted.filter((one) => !shown.has(one))
    }
    await expect.poll(missing, patient).toEqual([])
  }
}

export async function expectBoard(sql: Sql, game: Game, ...sites: string[]): Promise<void> {
  const board = await boardOfDatabase(sql, game)
  for (const site of sites)
    await expect.poll(async () => (await readBoard(site, game)).items, patient).toEqual(board.items())
  const before = await Promise.all(sites.map((site) => boardText(site, game)))
  expect(new Set(before).size).toBe(1)
  for (const text of before) {
    const { items, challenges, timelines, challengeCount } = JSON.parse(text) as Scoreboard
    expect(items).toEqual(board.items())
    expect(challenges).toEqual(byCategory(board.challenges()))
    expect(timelines).toEqual(board.timelines())
    expect(challengeCount).toBe(board.challenges().length)
    expectBloods(Object.values(challenges).flat(), await readSubmissions(sql, game))
  }
  await expectRebuilt(game, ...sites)
}

/** A board that is built from the database alone is the one that is shown. */
export async function expectRebuilt(game: Game, ...sites: string[]): Promise<void> {
  const before = await Promise.all(sites.map((site) => boardText(site, game)))
  const flushed = await post(`${sites[0]}/api/edit/games/${game.id}/scoreboard/flush`, {}, game.admin)
  expect(flushed.status).toBe(200)
  await expect
    .poll(() => Promise.all(sites.map((site) => boardText(site, game))), patient)
    .not.toContain(before[0])
  const after = await Promise.all(sites.map((site) => boardText(site, game)))
  expect(after.map(undated)).toEqual(before.map(undated))
}

const undated = (board: string): string =>
  board.replace(/"updateTimeUtc":\d+/, '"updateTimeUtc":0').replace(/"version":\d+/, '"version":0')

function byCategory(challenges: readonly ChallengeInfo[]): Record<string, ChallengeInfo[]> {
  const shown: Record<string, ChallengeInfo[]> = {}
  for (const challenge of challenges) (shown[challenge.category] ??= []).push(challenge)
  return shown
}

function expectBloods(shown: readonly ChallengeInfo[], stored: readonly Stored[]): void {
  const announced = bloodNotices(firstSolves(stored))
  const onBoard = shown.flatMap(({ title, bloods }) => bloods.map(({ name }) => [name, title].join(': ')))
  expect(onBoard.toSorted()).toEqual(announced.map(({ values }) => values.join(': ')).toSorted())
}

type GameRow = { start: number; end: number; bloodBonus: number }
type ChallengeRow = {
  id: number
  title: string
  category: ChallengeCategory
  originalScore: number
  minScoreRate: number
  difficulty: number
}

async function boardOfDatabase(sql: Sql, game: Game): Promise<Board> {
  const [row] = await sql<GameRow>(
    'select start_at as start, end_at as "end", blood_bonus as "bloodBonus" from game where id = $1',
    [game.id],
  )
  if (row === undefined) throw new Error('the game is gone')
  const challenges = await sql<ChallengeRow>(
    `select id, title, category, original_score as "originalScore", min_score_rate as "minScoreRate", difficulty
     from challenge where game_id = $1 order by id`,
    [game.id],
  )
  const teams = await sql<{ participationId: number; teamId: number; name: string }>(
    `select p.id as "participationId", t.id as "teamId", t.name
     from participation p join team t on t.id = p.team_id where p.game_id = $1 order by p.id`,
    [game.id],
  )
  return createBoard({
    game: row,
    divisions: [],
    challenges: challenges.map((one) => ({ ...one, deadline: null, disableBloodBonus: false })),
    teams: teams.map((one) => ({ ...one, bio: null, avatar: null, divisionId: null })),
    solves: firstSolves(await readSubmissions(sql, game)).map(solveOf),
    adjustments: [],
    until: null,
  })
}

const solveOf = ({ participationId, challengeId, id, time, player }: Stored): Solve => ({
  participationId,
  challengeId,
  submissionId: id,
  time,
  userName: player,
})
