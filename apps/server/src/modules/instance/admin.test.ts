import { randomUUID } from 'node:crypto'
import type { ContainerInfo } from '@pennant/contract/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createInstancePlace, type InstancePlace, refused } from '../../../../../tests/kit/instance-setup.ts'

let place: InstancePlace
beforeAll(async () => {
  place = await createInstancePlace({ startsAtOnce: 1 })
})
afterAll(() => place.close())

const minute = 60_000
const pathOf = ({ id }: { id: string }): string => `/api/admin/instances/${id}`

describe('an administrator', () => {
  it('stops an instance whenever they want, and nobody counts that as the doing of the team', async () => {
    const { row, challenge, player } = await place.running()
    expect((await place.admin.delete(pathOf(row))).status).toBe(200)
    expect(place.fakeContainers.containers.has(row.runtime_id ?? '')).toBe(false)
    expect(await place.rows(challenge)).toEqual([])
    expect((await place.events(challenge)).map(({ type }) => type)).toEqual(['ContainerStart'])
    place.later()
    expect((await place.start(player, challenge)).status).toBe(200)
  })

  it('is told when one cannot be stopped, and it stays', async () => {
    const { row, challenge } = await place.running()
    place.fakeContainers.stuck.add(row.runtime_id ?? '')
    expect(await place.admin.delete(pathOf(row))).toMatchObject(refused(400, 'instance.destroyFailed'))
    expect(await place.rows(challenge)).toMatchObject([{ id: row.id, status: 'Destroyed' }])
    place.fakeContainers.stuck.clear()
    // The sweep tries again too and may have been quicker.
    expect([200, 404]).toContain((await place.admin.delete(pathOf(row))).status)
    expect(place.fakeContainers.containers.has(row.runtime_id ?? '')).toBe(false)
    expect(await place.rows(challenge)).toEqual([])
  })

  it('calls off a start', async () => {
    const letGo = place.fakeContainers.hold()
    const challenge = await place.challenge()
    const { player } = await place.team()
    const starting = place.start(player, challenge)
    const row = await place.untilRow(challenge, 'Pending')
    expect((await place.admin.delete(pathOf(row))).status).toBe(200)
    expect(await starting).toMatchObject(refused(400, 'instance.cancelled'))
    letGo()
  })

  it('lets an instance run longer, however long it still has', async () => {
    await place.policy({ extensionDuration: 8 })
    const { row, info } = await place.running()
    for (const times of [1, 2]) {
      const { status, body } = await place.admin.post<ContainerInfo>(`${pathOf(row)}/extend`)
      expect([status, body]).toEqual([200, { ...info, expectStopAt: info.expectStopAt + times * 8 * minute }])
    }
    await place.policy({})
  })

  it('cannot extend what does not run', async () => {
    const letGo = place.fakeContainers.hold()
    const challenge = await place.challenge()
    const { player } = await place.team()
    const starting = place.start(player, challenge)
    const row = await place.untilRow(challenge, 'Pending')
    expect(await place.admin.post(`${pathOf(row)}/extend`)).toMatchObject(refused(400, 'instance.notRunning'))
    letGo()
    await starting
    expect(await place.admin.post(`${pathOf({ id: randomUUID() })}/extend`)).toMatchObject(
      refused(404, 'instance.notFound'),
    )
  })

  it('reads what an instance has written last', async () => {
    const { row } = await place.running()
    const read = () => place.admin.get(`${pathOf(row)}/log`)
    expect((await read()).body).toEqual({ text: `the last 500 lines of ${row.runtime_id}` })
    place.fakeContainers.down()
    expect(await read()).toMatchObject(refused(400, 'instance.unavailable'))
    place.fakeContainers.up()
    place.fakeContainers.vanish(row.runtime_id ?? '', { told: false })
    expect((await read()).body).toEqual({ text: '' })
    expect(await place.admin.get(`${pathOf({ id: randomUUID() })}/log`)).toMatchObject(
      refused(404, 'instance.notFound'),
    )
  })

  it('sees what runs the instances, whether it works, and how much it has to do', async () => {
    const read = async () => (await place.admin.get('/api/admin/instances/provider')).body
    const idle = {
      kind: 'docker',
      working: true,
      message: null,
      queued: 0,
      starting: 0,
      limit: 1,
      leastCpu: 5,
    }
    expect(await read()).toEqual(idle)
    const before = place.fakeContainers.orders.length
    const letGo = place.fakeContainers.hold()
    const starts = []
    for (let count = 0; count < 3; count++)
      starts.push(place.start((await place.team()).player, await place.challenge()))
    await place.untilOrdered(before + 1)
    await expect.poll(read).toEqual({ ...idle, starting: 1, queued: 2 })
    letGo()
    await Promise.all(starts)
    place.fakeContainers.down()
    expect(await read()).toEqual({ ...idle, working: false, message: 'nobody answers' })
    place.fakeContainers.up()
  })

  it('has to be one', async () => {
    const { row, player } = await place.running()
    for (const [method, path] of [
      ['GET', `${pathOf(row)}/log`],
      ['POST', `${pathOf(row)}/extend`],
      ['GET', '/api/admin/instances/provider'],
    ] as const) {
      expect((await place.world.visitor().call(method, path)).status).toBe(401)
      expect((await player.call(method, path)).status).toBe(403)
    }
  })
})
