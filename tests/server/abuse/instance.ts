import { randomUUID } from 'node:crypto'
import { insertContainer } from '../../kit/factories.ts'
import type { MakeExample } from './example.ts'
import { newChallenge, newPlayedChallenge } from './resources.ts'
import type { Setup } from './setup.ts'

const newStart = async (setup: Setup) => {
  const { db } = setup.world
  const { as, game, challenge } = await newPlayedChallenge(setup)
  await db.updateTable('challenge').set({ container_image: 'box' }).where('id', '=', challenge).execute()
  return { as, game, challenge }
}

const newRun = async (setup: Setup) => {
  const { db } = setup.world
  const { as, game, challenge } = await newStart(setup)
  const participation = await db
    .selectFrom('participation')
    .select(['id', 'game_id'])
    .where('game_id', '=', game)
    .executeTakeFirstOrThrow()
  const id = randomUUID()
  await insertContainer(
    db,
    { participation, challenge: { id: challenge } },
    { id, runtime_id: await setup.fakeContainers.put(id), expect_stop_at: new Date(Date.now() + 300_000) },
  )
  return { as, game, challenge, container: id }
}

const newTest = async (setup: Setup) => {
  const { db } = setup.world
  const { game, challenge } = await newChallenge(setup)
  await db.updateTable('challenge').set({ container_image: 'box' }).where('id', '=', challenge).execute()
  const id = randomUUID()
  await insertContainer(
    db,
    { test: { id: challenge } },
    { id, runtime_id: await setup.fakeContainers.put(id) },
  )
  return { game, challenge }
}

const admin: MakeExample = async (setup) => ({ as: setup.admin })

const someRun: MakeExample = async (setup) => ({
  as: setup.admin,
  params: { id: (await newRun(setup)).container },
})

const ownRun: MakeExample = async (setup) => {
  const { as, game, challenge } = await newRun(setup)
  return { as, params: { id: game, cid: challenge } }
}

const someTest: MakeExample = async (setup) => {
  const { game, challenge } = await newTest(setup)
  return { as: setup.admin, params: { id: game, cid: challenge } }
}

export const instanceExamples: Readonly<Record<string, MakeExample>> = {
  'instance.adminList': admin,
  'instance.provider': admin,
  'instance.adminDestroy': someRun,
  'instance.adminExtend': someRun,
  'instance.adminLog': someRun,
  'instance.start': async (setup) => {
    const { as, game, challenge } = await newStart(setup)
    return { as, params: { id: game, cid: challenge } }
  },
  'instance.extend': ownRun,
  'instance.stop': ownRun,
  'instance.testStart': someTest,
  'instance.testStop': someTest,
  'instance.testLog': someTest,
}
