import { randomUUID } from 'node:crypto'
import type { ContainerInfo } from '@pennant/contract/container'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createInstanceSetup, type InstanceSetup, refused } from '../../../../../tests/kit/instance-setup.ts'

let setup: InstanceSetup
beforeAll(async () => {
  setup = await createInstanceSetup({ startsAtOnce: 1 })
})
afterAll(() => setup.close())

const minute = 60_000
const pathOf = ({ id }: { id: string }): string => `/api/admin/instances/${id}`

describe('an administrator', () => {
  it('stops an instance whenever they want, and nobody counts that as the doing of the team', async () => {
    const { row, challenge, player } = await setup.running()
    expect((await setup.admin.delete(pathOf(row))).status).toBe(200)
    expect(setup.fakeContainers.containers.has(row.runtime_id ?? '')).toBe(false)
    expect(await setup.rows(challenge)).toEqual([])
    expect((await setup.events(challenge)).map(({ type }) => type)).toEqual(['ContainerStart'])
    setup.later()
    expect((await setup.start(player, challenge)).status).toBe(200)
  })

  it('is told when one cannot be stopped, and it stays', async () => {
    const { row, challenge } = await setup.running()
    setup.fakeContainers.stuck.add(row.runtime_id ?? '')
    expect(await setup.admin.delete(pathOf(row))).toMatchObject(refused(400, 'instance.destroyFailed'))
    expect(await setup.rows(challenge)).toMatchObject([{ id: row.id, status: 'Destroyed' }])
    setup.fakeContainers.stuck.clear()
    // The sweep tries again too and may have been quicker.
    expect([200, 404]).toContain((await setup.admin.delete(pathOf(row))).status)
    expect(setup.fakeContainers.containers.has(row.runtime_id ?? '')).toBe(false)
    expect(await setup.rows(challenge)).toEqual([])
  })

  it('calls off a start', async () => {
    const letGo = setup.fakeContainers.hold()
    const challenge = await setup.challenge()
    const { player } = await setup.team()
    const starting = setup.start(player, challenge)
    const row = await setup.untilRow(challenge, 'Pending')
    expect((await setup.admin.delete(pathOf(row))).status).toBe(200)
    expect(await starting).toMatchObject(refused(400, 'instance.cancelled'))
    letGo()
  })

  it('lets an instance run longer, however long it still has', async () => {
    await setup.policy({ extensionDuration: 8 })
    const { row, info } = await setup.running()
    for (const times of [1, 2]) {
      const { status, body } = await setup.admin.post<ContainerInfo>(`${pathOf(row)}/extend`)
      expect([status, body]).toEqual([200, { ...info, expectStopAt: info.expectStopAt + times * 8 * minute }])
    }
    await setup.policy({})
  })

  it('cannot extend what does not run', async () => {
    const letGo = setup.fakeContainers.hold()
    const challenge = await setup.challenge()
    const { player } = await setup.team()
    const starting = setup.start(player, challenge)
    const row = await setup.untilRow(challenge, 'Pending')
    expect(await setup.admin.post(`${pathOf(row)}/extend`)).toMatchObject(refused(400, 'instance.notRunning'))
    letGo()
    await starting
    expect(await setup.admin.post(`${pathOf({ id: randomUUID() })}/extend`)).toMatchObject(
      refused(404, 'instance.notFound'),
    )
  })

  it('reads what an instance has written last', async () => {
    const { row } = await setup.running()
    const read = () => setup.admin.get(`${pathOf(row)}/log`)
    expect((await read()).body).toEqual({ text: `the last 500 lines of ${row.runtime_id}` })
    setup.fakeContainers.down()
    expect(await read()).toMatchObject(refused(400, 'instance.unavailable'))
    setup.fakeContainers.up()
    setup.fakeContainers.vanish(row.runtime_id ?? '', { told: false })
    expect((await read()).body).toEqual({ text: '' })
    expect(await setup.admin.get(`${pathOf({ id: randomUUID() })}/log`)).toMatchObject(
      refused(404, 'instance.notFound'),
    )
  })

  it('sees what runs the instances, whether it works, and how much it has to do', async () => {
    const read = async () => (await setup.admin.get('/api/admin/instances/provider')).body
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
    const before = setup.fakeContainers.orders.length
    const letGo = setup.fakeContainers.hold()
    const starts = []
    for (let count = 0; count < 3; count++)
      starts.push(setup.start((await setup.team()).player, await setup.challenge()))
    await setup.untilOrdered(before + 1)
    await expect.poll(read).toEqual({ ...idle, starting: 1, queued: 2 })
    letGo()
    await Promise.all(starts)
    setup.fakeContainers.down()
    expect(await read()).toEqual({ ...idle, working: false, message: 'nobody answers' })
    setup.fakeContainers.up()
  })

  it('has to be one', async () => {
    const { row, player } = await setup.running()
    for (const [method, path] of [
      ['GET', `${pathOf(row)}/log`],
      ['POST', `${pathOf(row)}/extend`],
      ['GET', '/api/admin/instances/provider'],
    ] as const) {
      expect((await setup.world.visitor().call(method, path)).status).toBe(401)
      expect((await player.call(method, path)).status).toBe(403)
    }
  })
})
