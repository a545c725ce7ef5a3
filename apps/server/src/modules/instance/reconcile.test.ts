import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  insertChallenge,
  insertContainer,
  insertGame,
  insertParticipation,
  insertTeam,
} from '../../../../../tests/kit/factories.ts'
import { createFakeContainers } from '../../../../../tests/kit/fake-containers.ts'
import { createInstanceSetup, type InstanceSetup } from '../../../../../tests/kit/instance-setup.ts'
import { patient } from '../../../../../tests/kit/patient.ts'
import { createTestDatabase } from '../../../../../tests/kit/test-database.ts'
import { createWorld } from '../../../../../tests/kit/world.ts'

let setup: InstanceSetup
beforeAll(async () => {
  setup = await createInstanceSetup({ game: { container_count_limit: 0 } })
})
afterAll(() => setup.close())

const minute = 60_000
const sweep = () => setup.world.app.modules.instances.sweep()
const reconcile = () => setup.world.app.modules.instances.reconcile()
const isThere = ({ runtime_id }: { runtime_id: string | null }): boolean =>
  setup.fakeContainers.containers.has(runtime_id ?? '')
const logged = async (text: string): Promise<number> => {
  const { body } = await setup.admin.get<{ msg: string }[]>('/api/admin/logs?count=1000')
  return body.filter(({ msg }) => msg.includes(text)).length
}
const update = (
  id: string,
  values: { expect_stop_at?: Date; lease_until?: Date | null; status?: 'Pending' },
) => setup.world.db.updateTable('container').set(values).where('id', '=', id).execute()
const minutes = (count: number): Date => new Date(setup.world.clock.now() + count * minute)

const abandoned = async ({ container, leaseUntil }: { container: boolean; leaseUntil: Date }) => {
  const challenge = await setup.challenge()
  const team = await setup.team()
  const row = await insertContainer(
    setup.world.db,
    { participation: team.participation, challenge },
    { status: 'Pending', runtime_id: null, ip: null, port: null, lease_until: leaseUntil, begun: container },
  )
  const runtimeId = container ? await setup.fakeContainers.put(row.id) : null
  return { challenge, ...team, row, runtimeId }
}

describe('the sweep', () => {
  it('stops what has outlived its time, tests too, and nothing else', async () => {
    const [old, young] = [await setup.running(), await setup.running()]
    const challenge = await setup.challenge()
    await setup.admin.post(`/api/edit/games/${setup.open.game.id}/challenges/${challenge.id}/container`)
    const [test] = await setup.rows(challenge)
    if (test === undefined) throw new Error('no test')
    for (const { id } of [old.row, test]) await update(id, { expect_stop_at: minutes(-1) })
    await sweep()
    expect([old.row, test, young.row].map(isThere)).toEqual([false, false, true])
    expect(await setup.rows(old.challenge)).toEqual([])
    expect(await setup.rows(challenge)).toEqual([])
    expect(await setup.rows(young.challenge)).toHaveLength(1)
  })

  it('stops what belongs to nobody any more, however long it still has', async () => {
    const { row } = await setup.running()
    await setup.world.db
      .updateTable('container')
      .set({ game_id: null, participation_id: null, challenge_id: null })
      .where('id', '=', row.id)
      .execute()
    await sweep()
    expect(isThere(row)).toBe(false)
  })

  it('goes on after one that cannot be stopped, complains once, and tries it again the next time', async () => {
    const rows = [
      (await setup.running()).row,
      (await setup.running()).row,
      (await setup.running()).row,
    ] as const
    const [, stuck] = rows
    // Before it is due, since a change to a game may start a sweep at any moment.
    setup.fakeContainers.stuck.add(stuck.runtime_id ?? '')
    for (const { id } of rows) await update(id, { expect_stop_at: minutes(-1) })
    await sweep()
    await sweep()
    expect(rows.map(isThere)).toEqual([false, true, false])
    expect(await logged(`Couldn't stop expired instance ${stuck.id.replaceAll('-', '').slice(0, 12)}`)).toBe(
      1,
    )
    setup.fakeContainers.stuck.clear()
    await sweep()
    expect(isThere(stuck)).toBe(false)
  })

  it('leaves one alone that somebody is stopping', async () => {
    const { row } = await setup.running()
    await update(row.id, { expect_stop_at: minutes(-1), lease_until: minutes(1) })
    await sweep()
    expect(isThere(row)).toBe(true)
    await update(row.id, { lease_until: minutes(-1) })
    await sweep()
    expect(isThere(row)).toBe(false)
  })

  it('calls off starts that are for nothing', async () => {
    const letGo = setup.fakeContainers.hold()
    const challenge = await setup.challenge()
    const { player } = await setup.team()
    const starting = setup.start(player, challenge)
    const row = await setup.untilRow(challenge, 'Pending')
    await update(row.id, { expect_stop_at: minutes(-1) })
    await sweep()
    expect((await starting).body.code).toBe('instance.cancelled')
    expect(await setup.rows(challenge)).toEqual([])
    letGo()
  })
})

describe('a start whose process has died', () => {
  it.each([true, false])(
    'is cleared away once its time is over (with a container: %s)',
    async (container) => {
      const { challenge, runtimeId } = await abandoned({ container, leaseUntil: minutes(0.5) })
      await reconcile()
      expect(await setup.rows(challenge)).toHaveLength(1)
      expect(runtimeId === null || setup.fakeContainers.containers.has(runtimeId)).toBe(true)
      setup.world.clock.advance(minute)
      await reconcile()
      expect(await setup.rows(challenge)).toEqual([])
      expect(runtimeId === null || !setup.fakeContainers.containers.has(runtimeId)).toBe(true)
    },
  )

  it('does not keep the team from starting another one', async () => {
    const { challenge, player, runtimeId } = await abandoned({ container: true, leaseUntil: minutes(0.5) })
    expect((await setup.start(player, challenge)).body.code).toBe('instance.starting')
    setup.world.clock.advance(minute)
    // The sweep may be working on it, too.
    await expect.poll(async () => (await setup.start(player, challenge)).status).toBe(200)
    expect(setup.fakeContainers.containers.has(runtimeId ?? '')).toBe(false)
    expect(await setup.rows(challenge)).toHaveLength(1)
  })

  it('is nobody else’s affair while its process lives', async () => {
    const letGo = setup.fakeContainers.hold()
    const challenge = await setup.challenge()
    const { player } = await setup.team()
    const starting = setup.start(player, challenge)
    await setup.untilRow(challenge, 'Pending')
    await reconcile()
    letGo()
    expect((await starting).status).toBe(200)
    expect(await setup.rows(challenge)).toHaveLength(1)
  })

  it('leaves what it started to those who took it over, should it come back to life', async () => {
    const letGo = setup.fakeContainers.hold()
    const challenge = await setup.challenge()
    const { player } = await setup.team()
    const starting = setup.start(player, challenge)
    const row = await setup.untilRow(challenge, 'Pending')
    await update(row.id, { lease_until: minutes(-1) })
    await sweep()
    letGo()
    expect((await starting).body.code).toBe('instance.cancelled')
    expect(await setup.rows(challenge)).toEqual([])
    expect([...setup.fakeContainers.containers.values()].some(({ id }) => id === row.id)).toBe(false)
  })
})

describe('what is written down and what there is', () => {
  it('a container that belongs to no instance goes', async () => {
    const strays = [await setup.fakeContainers.put(randomUUID()), await setup.fakeContainers.put(null)]
    const { row } = await setup.running()
    const twin = await setup.fakeContainers.put(row.id)
    await reconcile()
    for (const runtimeId of [...strays, twin])
      expect(setup.fakeContainers.containers.has(runtimeId)).toBe(false)
    expect(isThere(row)).toBe(true)
    expect(await logged(`A container that belongs to no instance was removed (${twin})`)).toBe(1)
  })

  it.each([
    ['is gone', true],
    ['does not run any more', false],
  ])('an instance whose container %s goes, and the team can have another', async (_what, removed) => {
    const { row, challenge, player } = await setup.running()
    setup.fakeContainers.vanish(row.runtime_id ?? '', { removed, told: false })
    await reconcile()
    expect(await setup.rows(challenge)).toEqual([])
    expect(isThere(row)).toBe(false)
    expect(await logged('ended on its own: its container was removed')).toBeGreaterThan(0)
    expect(await setup.detail(player, challenge)).toMatchObject({ instanceEntry: null })
    setup.later()
    expect((await setup.start(player, challenge)).status).toBe(200)
  })

  it('an instance that ends on its own goes at once', async () => {
    const { row, challenge } = await setup.running()
    setup.fakeContainers.vanish(row.runtime_id ?? '', { removed: false })
    await expect.poll(() => setup.rows(challenge), patient).toEqual([])
    expect(isThere(row)).toBe(false)
  })

  it.each(['before', 'after'] as const)(
    'an instance that is started while the provider is asked is neither astray nor gone (%s it looks)',
    async (when) => {
      const challenge = await setup.challenge()
      const { player } = await setup.team()
      let status = 0
      setup.fakeContainers.onList({ [when]: async () => ({ status } = await setup.start(player, challenge)) })
      await reconcile()
      expect(status).toBe(200)
      const [row] = await setup.rows(challenge)
      expect(row?.status).toBe('Running')
      expect(isThere({ runtime_id: row?.runtime_id ?? null })).toBe(true)
    },
  )

  it.each(['before', 'after'] as const)(
    'an instance that is stopped while the provider is asked has not ended on its own (%s it looks)',
    async (when) => {
      const { challenge, player, team } = await setup.running()
      setup.later()
      setup.fakeContainers.onList({ [when]: () => setup.stop(player, challenge) })
      await reconcile()
      expect(await setup.rows(challenge)).toEqual([])
      expect(
        await logged(`(${challenge.id}) in game ${setup.open.game.id} for team ${team.name} ended`),
      ).toBe(0)
    },
  )

  it('many starts and ends that come in between are not mistaken for anything', async () => {
    const challenges = await setup.challenges(12)
    const { player } = await setup.team()
    const starts = challenges.map((challenge) => setup.start(player, challenge))
    let over = false
    const all = Promise.all(starts).finally(() => (over = true))
    while (!over) await reconcile()
    expect((await all).filter(({ status }) => status !== 200)).toEqual([])
    setup.later()
    over = false
    const ends = Promise.all(challenges.map((challenge) => setup.stop(player, challenge))).finally(
      () => (over = true),
    )
    while (!over) await reconcile()
    expect((await ends).filter(({ status }) => status !== 200)).toEqual([])
    await reconcile()
    for (const challenge of challenges) expect(await setup.rows(challenge)).toEqual([])
  })
})

describe('a provider that does not answer', () => {
  it('takes nothing along, is complained of once, and told of when it is back', async () => {
    const { row, challenge, player } = await setup.running()
    const gone = await setup.running()
    await update(gone.row.id, { expect_stop_at: minutes(-1) })
    setup.fakeContainers.down()
    for (let pass = 0; pass < 3; pass++) await reconcile()
    expect(await setup.rows(challenge)).toMatchObject([{ status: 'Running' }])
    expect(await logged("Couldn't manage instances")).toBe(1)
    expect((await setup.detail(player, challenge)).instanceEntry).not.toBeNull()
    const other = await setup.challenge()
    expect((await setup.start(player, other)).body.code).toBe('instance.startFailed')
    setup.fakeContainers.up()
    for (let pass = 0; pass < 2; pass++) await reconcile()
    expect(await logged('Instances can be managed again')).toBe(1)
    expect([isThere(row), isThere(gone.row)]).toEqual([true, false])
    expect(await setup.rows(other)).toEqual([])
    expect((await setup.start(player, other)).status).toBe(200)
  })
})

describe('from the start of the server on', () => {
  it('it is looked after what an earlier one has left', async () => {
    const database = await createTestDatabase()
    const fakeContainers = createFakeContainers()
    const { db } = database
    const game = await insertGame(db)
    const owned = {
      participation: await insertParticipation(db, game, await insertTeam(db, [])),
      challenge: await insertChallenge(db, game),
    }
    const pending = await insertContainer(db, owned, {
      status: 'Pending',
      runtime_id: null,
      ip: null,
      port: null,
      lease_until: new Date(0),
      begun: true,
    })
    await fakeContainers.put(pending.id)
    await fakeContainers.put(randomUUID())
    const world = await createWorld({ database, containers: fakeContainers })
    const left = () => db.selectFrom('container').select('id').execute()
    await expect.poll(left, patient).toEqual([])
    await expect.poll(() => fakeContainers.containers.size, patient).toBe(0)
    await world.close()
  })

  it('nothing is taken for gone where nothing runs containers', async () => {
    const database = await createTestDatabase()
    const { db } = database
    const [running, expired] = [
      await insertChallenge(db, await insertGame(db)),
      await insertChallenge(db, await insertGame(db)),
    ]
    await insertContainer(db, { test: running })
    await insertContainer(db, { test: expired }, { expect_stop_at: new Date(0) })
    const world = await createWorld({ database })
    const left = () => db.selectFrom('container').select('test_challenge_id').execute()
    await expect.poll(left, patient).toEqual([{ test_challenge_id: running.id }])
    await world.app.modules.instances.reconcile()
    expect(await left()).toHaveLength(1)
    await world.close()
  })
})
