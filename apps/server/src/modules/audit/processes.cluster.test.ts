import type { Change } from '@pennant/contract/audit'
import type { ReceivedChange } from '@pennant/contract/hub'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestClock } from '../../../../../tests/kit/clock.ts'
import { insertGame } from '../../../../../tests/kit/factories.ts'
import { listen } from '../../../../../tests/kit/listen.ts'
import { patient } from '../../../../../tests/kit/patient.ts'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'

const clock = createTestClock()
let here: World
let there: World
let admin: Person
beforeAll(async () => {
  here = await createWorld({ clock })
  there = await here.another()
  admin = await here.person('Admin', 'Boss')
})
afterAll(async () => {
  await there.close()
  await here.close()
})

const atOther = () => there.visitor({ cookie: `pennant_session=${admin.cookie()}` })
const newChallenge = async () => {
  const { id: game } = await insertGame(here.db, { end_at: new Date(clock.now() + 86_400_000) })
  const path = `/api/edit/games/${game}`
  const { body } = await admin.post<{ id: number }>(`${path}/challenges`, { title: 'Buoy' })
  return { game, path, challenge: body.id, at: `${path}/challenges/${body.id}` }
}
const actionsIn = async (path: string): Promise<string[]> =>
  (await admin.get<Change[]>(`${path}/changes`)).body.map(({ action }) => action)

it('tells those at another process of a change, once, with the id of its row', async () => {
  const { game, path, at, challenge } = await newChallenge()
  const elsewhere = await newChallenge()
  const watching = await listen(there, `/hub/monitor?game=${game}`, admin)
  const desk = await listen(there, '/hub/admin', admin)
  await admin.put(at, { title: 'Ebb' })
  await admin.put(elsewhere.at, { title: 'Flood' })
  await admin.put(at, { title: 'Tide' })
  const [second, first] = (await admin.get<Change[]>(`${path}/changes?detail=true`)).body
  const told = [first, second].map((row) => ({
    ...{ id: row?.id, action: 'challenge.update', object: `challenge:${challenge}` },
  }))
  const heardBy = ({ of }: typeof desk) => of<ReceivedChange>('ReceivedChange')
  await expect.poll(() => heardBy(watching), patient).toEqual(told)
  await expect.poll(() => heardBy(desk).map(({ object }) => object), patient).toHaveLength(3)
  for (const { stop } of [watching, desk]) await stop()
})

it('has one row of what two processes are asked for at once', async () => {
  const { path, at } = await newChallenge()
  const edits = await Promise.all([admin, atOther()].map((one) => one.put(at, { title: 'Ebb' })))
  expect(edits.map(({ status }) => status)).toEqual([200, 200])
  expect(await actionsIn(path)).toEqual(['challenge.update', 'challenge.create'])
  const removals = await Promise.all([admin, atOther()].map((one) => one.delete(at)))
  expect(removals.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 404])
  expect(await actionsIn(path)).toEqual(['challenge.delete', 'challenge.update', 'challenge.create'])
})

it('has one row of what two processes do by themselves', async () => {
  const { path, at } = await newChallenge()
  await admin.post(`${at}/flags`, [{ flag: 'flag{planned}' }])
  await admin.put(at, { enableAtUtc: clock.now() + 60_000 })
  clock.advance(61_000)
  const jobOf = ({ app }: World) =>
    app.modules.all.flatMap(({ jobs = [] }) => jobs).find(({ name }) => name === 'planned challenges')
  await Promise.all([here, there].map(async (world) => jobOf(world)?.run(new AbortController().signal)))
  const [newest, ...older] = await actionsIn(path)
  expect(newest).toBe('planned challenges')
  expect(older).not.toContain('planned challenges')
})
