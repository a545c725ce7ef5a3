import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createInstanceSetup, type InstanceSetup, refused } from '../../../../../tests/kit/instance-setup.ts'
import { patient } from '../../../../../tests/kit/patient.ts'
import type { Db } from '../../ports/database.ts'

let setup: InstanceSetup
beforeAll(async () => {
  setup = await createInstanceSetup()
})
afterAll(() => setup.close())
beforeEach(async () => {
  await setup.policy({})
})

const hour = 3_600_000
const minute = 60_000

describe('extending an instance', () => {
  it('adds to its end, in the last minutes, as often as one likes', async () => {
    await setup.policy({ defaultLifetime: 15, extensionDuration: 8, renewalWindow: 10 })
    const { player, challenge, info } = await setup.running()
    const early = await setup.extend(player, challenge)
    expect(early).toMatchObject(refused(400, 'instance.notYet'))
    expect(early.body.title).toContain('10')
    setup.world.clock.advance(5 * minute + 1_000)
    for (const times of [1, 2]) {
      const answer = await setup.extend(player, challenge)
      if (times === 2) expect(answer).toMatchObject(refused(400, 'instance.notYet'))
      else expect(answer.body).toEqual({ ...info, expectStopAt: info.expectStopAt + 8 * minute })
    }
    setup.world.clock.advance(8 * minute)
    expect((await setup.extend(player, challenge)).body.expectStopAt).toBe(info.expectStopAt + 16 * minute)
    expect((await setup.detail(player, challenge)).closeTime).toBe(info.expectStopAt + 16 * minute)
    expect(await setup.events(challenge)).toHaveLength(1)
  })

  it('works on one that has expired and still runs', async () => {
    const { player, challenge, info, row } = await setup.running()
    const lease_until = new Date(info.expectStopAt + hour)
    await setup.world.db.updateTable('container').set({ lease_until }).where('id', '=', row.id).execute()
    setup.world.clock.set(info.expectStopAt + minute)
    expect((await setup.extend(player, challenge)).body.expectStopAt).toBe(info.expectStopAt + 2 * hour)
    setup.world.clock.set(Date.now())
  })

  it('counts once when two members do it at the same time', async () => {
    const challenge = await setup.challenge()
    const { players } = await setup.team({ size: 2 })
    const [one, two] = players
    if (one === undefined || two === undefined) throw new Error('a team of two')
    const { body } = await setup.start(one, challenge)
    setup.world.clock.set(body.expectStopAt - minute)
    const answers = await Promise.all([setup.extend(one, challenge), setup.extend(two, challenge)])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 400]))
    const [row] = await setup.rows(challenge)
    expect(row?.expect_stop_at.getTime()).toBe(body.expectStopAt + 2 * hour)
    setup.world.clock.set(Date.now())
  })

  const meanwhile = async <T>(
    id: string,
    requests: readonly (() => Promise<T>)[],
    change: (tx: Db) => Promise<unknown>,
  ): Promise<T[]> => {
    const { db } = setup.world
    const waiting = async (): Promise<number> => {
      const { rows } = await sql<{ count: number }>`
        select count(*) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()
      `.execute(db)
      return rows[0]?.count ?? 0
    }
    const answers = await db.transaction().execute(async (tx) => {
      await tx.selectFrom('container').select('id').where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
      const asked = Promise.all(requests.map((request) => request()))
      await expect.poll(waiting, patient).toBe(requests.length)
      await change(tx)
      return { asked }
    })
    return answers.asked
  }

  it('by two members who both may is refused to the second as too early', async () => {
    const challenge = await setup.challenge()
    const { players } = await setup.team({ size: 2 })
    const [one, two] = players
    if (one === undefined || two === undefined) throw new Error('a team of two')
    const { body } = await setup.start(one, challenge)
    const [row] = await setup.rows(challenge)
    setup.world.clock.set(body.expectStopAt - minute)
    const extensions = [one, two].map((member) => () => setup.extend(member, challenge))
    const answers = await meanwhile(row?.id ?? '', extensions, async () => undefined)
    const [good, bad] = answers.toSorted((a, b) => a.status - b.status)
    expect(good).toMatchObject({ status: 200, body: { expectStopAt: body.expectStopAt + 2 * hour } })
    expect(bad).toMatchObject(refused(400, 'instance.notYet'))
    setup.world.clock.set(Date.now())
  })

  it.each([
    ['is being stopped', 'stopping'],
    ['is gone', 'gone'],
  ])('of one that %s by then is refused, and lengthens nothing', async (_what, how) => {
    const { player, challenge, info, row } = await setup.running()
    setup.world.clock.set(info.expectStopAt - minute)
    const [answer] = await meanwhile(row.id, [() => setup.extend(player, challenge)], async (tx) =>
      how === 'gone'
        ? tx.deleteFrom('container').where('id', '=', row.id).execute()
        : tx
            .updateTable('container')
            .set({ status: 'Destroyed', lease_until: new Date(setup.world.clock.now() + minute) })
            .where('id', '=', row.id)
            .execute(),
    )
    expect(answer).toMatchObject(refused(400, 'instance.notRunning'))
    for (const { expect_stop_at } of await setup.rows(challenge))
      expect(expect_stop_at.getTime()).toBe(info.expectStopAt)
    setup.world.clock.set(Date.now())
  })

  it('is checked in order: the challenge, its type, whether there is an instance', async () => {
    const { player } = await setup.team()
    const closed = await setup.challenge({ is_enabled: false })
    const simple = await setup.challenge({ type: 'StaticAttachment' })
    const idle = await setup.challenge()
    expect(await setup.extend(player, closed)).toMatchObject(refused(404, 'challenge.notFound'))
    expect(await setup.extend(player, { id: 0 })).toMatchObject(refused(404, 'challenge.notFound'))
    expect(await setup.extend(player, simple)).toMatchObject(refused(400, 'instance.notContainer'))
    expect(await setup.extend(player, idle)).toMatchObject(refused(400, 'instance.notRunning'))
  })

  it('does not ask whether the challenge may be seen, nor does stopping', async () => {
    const division = await setup.open.division()
    const { player } = await setup.team({ division })
    const challenge = await setup.challenge()
    const { body } = await setup.start(player, challenge)
    await setup.world.db
      .updateTable('division')
      .set({ default_permissions: 0 })
      .where('id', '=', division.id)
      .execute()
    await setup.open.changed()
    setup.world.clock.set(body.expectStopAt - minute)
    expect((await setup.extend(player, challenge)).status).toBe(200)
    expect((await setup.stop(player, challenge)).status).toBe(200)
    setup.world.clock.set(Date.now())
  })
})
