import { describe, expect, it } from 'vitest'
import {
  insertChallenge,
  insertContainer,
  insertGame,
  insertParticipation,
  insertTeam,
} from '../../../../../tests/kit/factories.ts'
import { createFakeContainers } from '../../../../../tests/kit/fake-containers.ts'
import { patient } from '../../../../../tests/kit/patient.ts'
import { createTestDatabase } from '../../../../../tests/kit/test-database.ts'
import { createWorld } from '../../../../../tests/kit/world.ts'

const leftBehind = async () => {
  const database = await createTestDatabase()
  const fakeContainers = createFakeContainers()
  const { db } = database
  const lease_until = new Date(Date.now() + 600_000)
  const game = await insertGame(db)
  const participation = await insertParticipation(db, game, await insertTeam(db, []))
  const begun = { runtime_id: null, ip: null, port: null, lease_until, begun: true }
  const owned = async () => ({ participation, challenge: await insertChallenge(db, game) })
  const leave = async (): Promise<void> => {
    const starting = await insertContainer(db, await owned(), { status: 'Pending', ...begun })
    const stopping = await insertContainer(db, await owned(), { status: 'Destroyed', ...begun })
    for (const { id } of [starting, stopping]) await fakeContainers.put(id)
  }
  await leave()
  const rows = () => db.selectFrom('container').select(['id', 'lease_until']).orderBy('id').execute()
  return { database, fakeContainers, rows, leave, lease_until }
}

describe('what a killed process was starting and stopping', () => {
  it('is cleared away at once by the next one when that is alone', async () => {
    const { database, fakeContainers, rows } = await leftBehind()
    const world = await createWorld({ database, containers: fakeContainers })
    await expect.poll(rows, patient).toEqual([])
    expect(fakeContainers.containers.size).toBe(0)
    await world.close()
  })

  it('is left alone by a process that comes while others are there, until its lease is over', async () => {
    const { database, fakeContainers, rows, leave, lease_until } = await leftBehind()
    const first = await createWorld({ database, containers: fakeContainers })
    await expect.poll(rows, patient).toEqual([])
    await leave()
    const second = await first.another({ containers: fakeContainers })
    await second.app.modules.instances.reconcile()
    expect(await rows()).toMatchObject([{ lease_until }, { lease_until }])
    expect(fakeContainers.containers.size).toBe(2)
    first.clock.advance(600_000)
    await expect.poll(rows, patient).toEqual([])
    expect(fakeContainers.containers.size).toBe(0)
    await second.close()
    await first.close()
  })
})
