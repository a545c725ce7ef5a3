import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createInstancePlace, refused, type InstancePlace } from '../../../../../tests/kit/instance-setup.ts'
import { patient } from '../../../../../tests/kit/patient.ts'
import type { Db } from '../../ports/database.ts'

let place: InstancePlace
beforeAll(async () => {
  place = await createInstancePlace()
})
afterAll(() => place.close())
beforeEach(async () => {
  await place.policy({})
})

const hour = 3_600_000
const minute = 60_000

describe('extending an instance', () => {
  it('adds to its end, in the last minutes, as often as one likes', async () => {
    await place.policy({ defaultLifetime: 15, extensionDuration: 8, renewalWindow: 10 })
    const { player, challenge, info } = await place.running()
    const early = await place.extend(player, challenge)
    expect(early).toMatchObject(refused(400, 'instance.notYet'))
    expect(early.body.title).toContain('10')
    place.world.clock.advance(5 * minute + 1_000)
    for (const times of [1, 2]) {
      const answer = await place.extend(player, challenge)
      if (times === 2) expect(answer).toMatchObject(refused(400, 'instance.notYet'))
      else expect(answer.body).toEqual({ ...info, expectStopAt: info.expectStopAt + 8 * minute })
    }
    place.world.clock.advance(8 * minute)
    expect((await place.extend(player, challenge)).body.expectStopAt).toBe(info.expectStopAt + 16 * minute)
    expect((await place.detail(player, challenge)).closeTime).toBe(info.expectStopAt + 16 * minute)
    expect(await place.events(challenge)).toHaveLength(1)
  })

  it('works on one that has expired and still runs', async () => {
    const { player, challenge, info, row } = await place.running()
    const lease_until = new Date(info.expectStopAt + hour)
    await place.world.db.updateTable('container').set({ lease_until }).where('id', '=', row.id).execute()
    place.world.clock.set(info.expectStopAt + minute)
    expect((await place.extend(player, challenge)).body.expectStopAt).toBe(info.expectStopAt + 2 * hour)
    place.world.clock.set(Date.now())
  })

  it('counts once when two members do it at the same time', async () => {
    const challenge = await place.challenge()
    const { players } = await place.team({ size: 2 })
    const [one, two] = players
    if (one === undefined || two === undefined) throw new Error('a team of two')
    const { body } = await place.start(one, challenge)
    place.world.clock.set(body.expectStopAt - minute)
    const answers = await Promise.all([place.extend(one, challenge), place.extend(two, challenge)])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 400]))
    const [row] = await place.rows(challenge)
    expect(row?.expect_stop_at.getTime()).toBe(body.expectStopAt + 2 * hour)
    place.world.clock.set(Date.now())
  })

  const meanwhile = async <T>(
    id: string,
    requests: readonly (() => Promise<T>)[],
    change: (tx: Db) => Promise<unknown>,
  ): Promise<T[]> => {
    const { db } = place.world
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
    const challenge = await place.challenge()
    const { players } = await place.team({ size: 2 })
    const [one, two] = players
    if (one === undefined || two === undefined) throw new Error('a team of two')
    const { body } = await place.start(one, challenge)
    const [row] = await place.rows(challenge)
    place.world.clock.set(body.expectStopAt - minute)
    const extensions = [one, two].map((member) => () => place.extend(member, challenge))
    const answers = await meanwhile(row?.id ?? '', extensions, async () => undefined)
    const [good, bad] = answers.toSorted((a, b) => a.status - b.status)
    expect(good).toMatchObject({ status: 200, body: { expectStopAt: body.expectStopAt + 2 * hour } })
    expect(bad).toMatchObject(refused(400, 'instance.notYet'))
    place.world.clock.set(Date.now())
  })

  it.each([
    ['is being stopped', 'stopping'],
    ['is gone', 'gone'],
  ])('of one that %s by then is refused, and lengthens nothing', async (_what, how) => {
    const { player, challenge, info, row } = await place.running()
    place.world.clock.set(info.expectStopAt - minute)
    const [answer] = await meanwhile(row.id, [() => place.extend(player, challenge)], async (tx) =>
      how === 'gone'
        ? tx.deleteFrom('container').where('id', '=', row.id).execute()
        : tx
            .updateTable('container')
            .set({ status: 'Destroyed', lease_until: new Date(place.world.clock.now() + minute) })
            .where('id', '=', row.id)
            .execute(),
    )
    expect(answer).toMatchObject(refused(400, 'instance.notRunning'))
    for (const { expect_stop_at } of await place.rows(challenge))
      expect(expect_stop_at.getTime()).toBe(info.expectStopAt)
    place.world.clock.set(Date.now())
  })

  it('is checked in order: the challenge, its type, whether there is an instance', async () => {
    const { player } = await place.team()
    const closed = await place.challenge({ is_enabled: false })
    const simple = await place.challenge({ type: 'StaticAttachment' })
    const idle = await place.challenge()
    expect(await place.extend(player, closed)).toMatchObject(refused(404, 'challenge.notFound'))
    expect(await place.extend(player, { id: 0 })).toMatchObject(refused(404, 'challenge.notFound'))
    expect(await place.extend(player, simple)).toMatchObject(refused(400, 'instance.notContainer'))
    expect(await place.extend(player, idle)).toMatchObject(refused(400, 'instance.notRunning'))
  })

  it('does not ask whether the challenge may be seen, nor does stopping', async () => {
    const division = await place.open.division()
    const { player } = await place.team({ division })
    const challenge = await place.challenge()
    const { body } = await place.start(player, challenge)
    await place.world.db
      .updateTable('division')
      .set({ default_permissions: 0 })
      .where('id', '=', division.id)
      .execute()
    await place.open.changed()
    place.world.clock.set(body.expectStopAt - minute)
    expect((await place.extend(player, challenge)).status).toBe(200)
    expect((await place.stop(player, challenge)).status).toBe(200)
    place.world.clock.set(Date.now())
  })
})
