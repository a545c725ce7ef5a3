import type { ScoreboardVersion } from '@pennant/contract/hub'
import type { Results, ResultsToEdit } from '@pennant/contract/results'
import type { Scoreboard } from '@pennant/contract/scoreboard'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listen } from '../../../../../tests/kit/listen.ts'
import { createOpenGame } from '../../../../../tests/kit/open-game.ts'
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
  const versions = () =>
    anyone.of<ScoreboardVersion>('ReceivedScoreboardVersion').map(({ version }) => version)
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
