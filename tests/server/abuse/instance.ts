import { randomUUID } from 'node:crypto'
import { insertContainer } from '../../kit/factories.ts'
import type { MakeExample } from './example.ts'
import type { Place } from './place.ts'
import { newChallenge, newLook } from './things.ts'

const newStart = async (place: Place) => {
  const { db } = place.world
  const { as, game, challenge } = await newLook(place)
  await db.updateTable('challenge').set({ container_image: 'box' }).where('id', '=', challenge).execute()
  return { as, game, challenge }
}

const newRun = async (place: Place) => {
  const { db } = place.world
  const { as, game, challenge } = await newStart(place)
  const participation = await db
    .selectFrom('participation')
    .select(['id', 'game_id'])
    .where('game_id', '=', game)
    .executeTakeFirstOrThrow()
  const id = randomUUID()
  await insertContainer(
    db,
    { participation, challenge: { id: challenge } },
    { id, runtime_id: await place.fakeContainers.put(id), expect_stop_at: new Date(Date.now() + 300_000) },
  )
  return { as, game, challenge, container: id }
}

const newTest = async (place: Place) => {
  const { db } = place.world
  const { game, challenge } = await newChallenge(place)
  await db.updateTable('challenge').set({ container_image: 'box' }).where('id', '=', challenge).execute()
  const id = randomUUID()
  await insertContainer(
    db,
    { test: { id: challenge } },
    { id, runtime_id: await place.fakeContainers.put(id) },
  )
  return { game, challenge }
}

const admin: MakeExample = async (place) => ({ as: place.admin })

const someRun: MakeExample = async (place) => ({
  as: place.admin,
  params: { id: (await newRun(place)).container },
})

const ownRun: MakeExample = async (place) => {
  const { as, game, challenge } = await newRun(place)
  return { as, params: { id: game, cid: challenge } }
}

const someTest: MakeExample = async (place) => {
  const { game, challenge } = await newTest(place)
  return { as: place.admin, params: { id: game, cid: challenge } }
}

export const instanceExamples: Readonly<Record<string, MakeExample>> = {
  'instance.adminList': admin,
  'instance.provider': admin,
  'instance.adminDestroy': someRun,
  'instance.adminExtend': someRun,
  'instance.adminLog': someRun,
  'instance.start': async (place) => {
    const { as, game, challenge } = await newStart(place)
    return { as, params: { id: game, cid: challenge } }
  },
  'instance.extend': ownRun,
  'instance.stop': ownRun,
  'instance.testStart': someTest,
  'instance.testStop': someTest,
  'instance.testLog': someTest,
}
