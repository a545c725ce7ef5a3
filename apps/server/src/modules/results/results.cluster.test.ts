import type { ScoreboardVersion } from '@pennant/contract/hub'
import type { Results, ResultsToEdit } from '@pennant/contract/results'
import type { Scoreboard } from '@pennant/contract/scoreboard'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { untilQueryBlocked } from '../../../../../tests/kit/blocked-query.ts'
import { listen } from '../../../../../tests/kit/listen.ts'
import { createOpenGame, type OpenGame } from '../../../../../tests/kit/open-game.ts'
import { patient } from '../../../../../tests/kit/patient.ts'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'

let world: World
let other: World
let admin: Person
beforeAll(async () => {
  world = await createWorld()
  admin = await world.person('Admin')
  other = await world.another()
})
afterAll(async () => {
  await other.close()
  await world.close()
})

const hour = 3_600_000

it('two processes publish at once, and there is one revision, one version, and one board everywhere', async () => {
  await expect.poll(() => other.adapters.bus.isCurrent, patient).toBe(true)
  const freezeAt = world.clock.now()
  const end = freezeAt + hour
  const open = await createOpenGame(world, { freeze_at: new Date(freezeAt), end_at: new Date(end) })
  const challenge = await open.challenge({ flags: ['flag{a}'] })
  const { player } = await open.team({ name: 'Gulls' })
  await open.submit(player, challenge, 'flag{a}')
  world.clock.advance(2 * hour)
  const boardAt = async (one: World, path = open.path) =>
    (await one.visitor().get<Scoreboard>(`${path}/scoreboard`)).body
  for (const one of [world, other]) expect(await boardAt(one)).toMatchObject({ frozenAt: freezeAt })
  const { version: frozen = 0 } = await boardAt(other)
  const anyone = await listen(other, `/hub/user?game=${open.game.id}`)

  const path = `/api/edit/games/${open.game.id}/results`
  const there = other.visitor({ cookie: `pennant_session=${admin.cookie()}` })
  const answers = await Promise.all(
    [admin, there, admin, there].map((by) => by.post<ResultsToEdit>(path, { note: 'Done' })),
  )
  for (const { status, body } of answers) {
    expect(status).toBe(200)
    expect(body).toEqual(answers[0]?.body)
  }
  expect(answers[0]?.body.revisions).toHaveLength(1)

  const shown = await boardAt(world)
  expect(shown).not.toHaveProperty('frozenAt')
  expect(await boardAt(other)).toEqual(shown)
  // The version of the frozen board may still be on its way.
  const versions = () =>
    anyone
      .of<ScoreboardVersion>('ReceivedScoreboardVersion')
      .flatMap(({ version }) => (version > frozen ? [version] : []))
  await expect.poll(versions, patient).toEqual([shown.version])
  const results = await Promise.all(
    [world, other].map(async (one) => (await one.visitor().get<Results>(`${open.path}/results`)).text),
  )
  expect(new Set(results).size).toBe(1)

  const late = await other.another()
  expect((await late.visitor().get(`${open.path}/results`)).text).toBe(results[0])
  await late.close()

  // Answered, no process shows it anymore.
  expect((await admin.delete(path, {})).status).toBe(200)
  for (const one of [other, world]) {
    expect(await boardAt(one)).toMatchObject({ frozenAt: freezeAt })
    expect((await one.visitor().get(`${open.path}/results`)).status).toBe(404)
  }
  await anyone.stop()
})

/** Submitted in the last minute, and written by nobody before the end, or before `meanwhile` has resolved. */
const submitLate = async (
  judging: World,
  settings: object,
  meanwhile: (open: OpenGame) => Promise<unknown>,
) => {
  const end = world.clock.now() + hour
  const open = await createOpenGame(world, { end_at: new Date(end), ...settings })
  const challenge = await open.challenge({ flags: ['flag{late}'] })
  const { player } = await open.team({ name: 'Gulls' })
  await judging.visitor().get(open.path)
  world.clock.advance(hour - 60_000)
  const [sent] = await world.db.transaction().execute(async (db) => {
    await sql`lock table submission in share mode`.execute(db)
    const there = judging.visitor({ cookie: `pennant_session=${player.cookie()}` })
    const answer = there.post(`${open.path}/challenges/${challenge.id}`, { flag: 'flag{late}' })
    await untilQueryBlocked(world.db)
    world.clock.advance(120_000)
    await meanwhile(open)
    return [answer]
  })
  return { open, answer: await sent }
}
const publish = ({ game }: OpenGame) => admin.post(`/api/edit/games/${game.id}/results`, {})
const scorersOf = async ({ path }: OpenGame) => {
  const { body } = await world.visitor().get<Results>(`${path}/results`)
  const { body: board } = await world.visitor().get<Scoreboard>(`${path}/scoreboard`)
  const scorers = ({ items }: Scoreboard) => items.flatMap(({ name, score }) => (score === 0 ? [] : [name]))
  expect(scorers(board)).toEqual(scorers(body.board))
  return scorers(body.board)
}

it('publishes once this process has judged what was submitted before the end', async () => {
  const publishing: ReturnType<typeof publish>[] = []
  const { open, answer } = await submitLate(world, {}, async (game) => {
    publishing.push(publish(game))
    await admin.get(`/api/edit/games/${game.game.id}/results`)
  })
  expect(answer?.status).toBe(200)
  expect((await publishing[0])?.status).toBe(200)
  expect(await scorersOf(open)).toEqual(['Gulls'])
})

it.each([
  ['refuses', { practice_mode: false }, { status: 400, body: { code: 'game.ended' } }],
  ['counts as practice', { practice_mode: true }, { status: 200 }],
])('%s what another process judges after results were published', async (_what, settings, expected) => {
  const { open, answer } = await submitLate(other, settings, async (game) =>
    expect((await publish(game)).status).toBe(200),
  )
  expect(answer).toMatchObject(expected)
  expect(await scorersOf(open)).toEqual([])
})
