import type { Scoreboard } from '@pennant/contract/scoreboard'
import type { Cast } from '@pennant/load/players/cast'
import { createHand } from '@pennant/load/players/hand'
import { createPlay } from '@pennant/load/players/play'
import { figuresOf } from '@pennant/load/players/tally'
import { createTroupe } from '@pennant/load/players/troupe'
import { shortfallsOf } from '@pennant/rules/rehearsal/verdict'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { createOpenGame, type OpenGame, type OpenTeam } from '../kit/open-game.ts'
import { createWorld, type World } from '../kit/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const flags = ['flag{one}', 'flag{two}']

const played = async (): Promise<{ open: OpenGame; teams: OpenTeam[]; cast: Cast }> => {
  // As a game for rehearsals is: only its own players see it.
  const open = await createOpenGame(world, { hidden: true })
  const challenges: Cast['challenges'][number][] = []
  for (const flag of flags) {
    const { id } = await open.challenge({ flags: [flag], min_score_rate: 1 })
    challenges.push({ id, flag, file: null })
  }
  const teams: OpenTeam[] = []
  for (let count = 0; count < 3; count++) teams.push(await open.team({ size: 2 }))
  const players = teams.flatMap((team) =>
    team.players.map(({ userName, password }) => ({ userName, password, teamId: team.team.id, headers: {} })),
  )
  const site = { port: Number(new URL(world.origin).port), secure: false }
  return { open, teams, cast: { site, gameId: open.game.id, players, challenges, assets: ['/api/config'] } }
}

it('log in, open the game, submit, hear of every solve, and stay', async () => {
  const { open, teams, cast } = await played()
  const play = createPlay(cast)
  onTestFinished(play.close)
  const people = cast.players.length
  const { answers } = play.tally

  await play.door(10)
  expect(answers).toMatchObject({ requests: people, failed: 0, lost: 0, refused: 0, unexpected: 0 })

  await play.opening(10)
  expect(play.live()).toBe(people)
  const each = cast.assets.length + 5 + 1 + flags.length
  expect(answers).toMatchObject({ requests: people + people * each, unexpected: 0 })

  // Seven of the submissions would be right, but there are only six solves.
  await play.burst({ perSecond: 100, forMs: 700, watching: 0.5, graceMs: 20_000 })
  expect(play.tally.submissions).toHaveLength(70)
  expect([play.tally.news.length, play.tally.missed]).toEqual([6 * 3, 0])
  const board = await teams[0]?.player.get<Scoreboard>(`${open.path}/scoreboard`)
  expect(board?.body.items.map(({ solvedChallenges }) => solvedChallenges?.length)).toEqual([2, 2, 2])

  await play.steady(10)
  const figures = {
    ...figuresOf(play.tally),
    instances: null,
    generator: { processor: 0, line: 0 },
    left: [],
  }
  expect(figures.answers).toMatchObject({ failed: 0, lost: 0, refused: 0, unexpected: 0 })
  const measured = shortfallsOf(figures).map(({ measure }) => measure)
  expect(measured.filter((one) => !['pages', 'submissions', 'news'].includes(one))).toEqual([])
})

it('count what goes wrong, and go on', async () => {
  const { cast } = await played()
  const two = cast.players.slice(0, 2)
  const players = two.map((player, index) =>
    index === 0 ? { ...player, password: 'Wr0ngPassword' } : player,
  )
  const play = createPlay({ ...cast, players })
  onTestFinished(play.close)
  await play.door(1)
  expect(play.tally.answers).toMatchObject({ requests: 2, unexpected: 1 })
  await play.opening(1)
  const { answers } = play.tally
  expect(answers.unexpected).toBeGreaterThan(1)
  expect([answers.failed, answers.lost, answers.refused]).toEqual([0, 0, 0])
})

it('count lost connections where nobody answers', async () => {
  const { cast } = await played()
  const play = createPlay({ ...cast, site: { port: 1, secure: false } })
  await play.door(1)
  const people = cast.players.length
  expect(play.tally.answers).toMatchObject({ requests: people, lost: people })
})

it('share the work of several hands', async () => {
  const { cast } = await played()
  const troupe = createTroupe(cast, 2, createHand)
  onTestFinished(troupe.leave)
  await troupe.cast()
  await troupe.door(1)
  await troupe.opening(1)
  await troupe.burst({ perSecond: 100, forMs: 300, watching: 1, graceMs: 20_000 })
  await troupe.steady(1)
  const { answers, news, missed, submissions } = troupe.tally()
  expect([troupe.live(), submissions.length, missed]).toEqual([cast.players.length, 30, 0])
  // Of 15 submissions of a hand, two are right, and its own players hear of them.
  expect(news).toHaveLength(2 * 4 + 2 * 2)
  expect(answers).toMatchObject({ failed: 0, lost: 0, refused: 0, unexpected: 0 })
  expect(troupe.busiest()).toBeGreaterThan(0)
})
