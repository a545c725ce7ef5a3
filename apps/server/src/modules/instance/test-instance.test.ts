import type { ChallengeEditDetail } from '@pennant/contract/challenge'
import type { ContainerInfo, Remark } from '@pennant/contract/container'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createInstanceSetup, type InstanceSetup, refused } from '../../../../../tests/kit/instance-setup.ts'

let setup: InstanceSetup
beforeAll(async () => {
  setup = await createInstanceSetup({ startsAtOnce: 1 })
})
afterAll(() => setup.close())

type Target = { id: number }
const pathOf = ({ id }: Target, game: Target = setup.open.game): string =>
  `/api/edit/games/${game.id}/challenges/${id}`
const begin = (challenge: Target, game?: Target) =>
  setup.admin.post<ContainerInfo & { code?: string; data?: unknown }>(`${pathOf(challenge, game)}/container`)
const end = (challenge: Target, game?: Target) => setup.admin.delete(`${pathOf(challenge, game)}/container`)
const log = (challenge: Target) => setup.admin.get(`${pathOf(challenge)}/container/log`)
const shown = async (challenge: Target) =>
  (await setup.admin.get<ChallengeEditDetail>(pathOf(challenge))).body.testContainer

const hours = 3_600_000

describe('an instance that an organizer tries a challenge with', () => {
  it('runs for two hours, whatever the policy says, and is shown with the challenge', async () => {
    await setup.policy({ defaultLifetime: 5 })
    const challenge = await setup.challenge({ is_enabled: false })
    const { status, body } = await begin(challenge)
    expect([status, body.status]).toEqual([200, 'Running'])
    expect(body.expectStopAt).toBe(body.startedAt + 2 * hours)
    expect(await shown(challenge)).toEqual(body)
    expect(await setup.rows(challenge)).toMatchObject([{ test: true, participation_id: null }])
    await setup.policy({})
  })

  it('shows what is to know of its image, at its start and as long as it runs', async () => {
    const remarks: Remark[] = [{ code: 'SetUserId', values: ['/readflag'] }]
    setup.fakeContainers.showing(remarks)
    const challenge = await setup.challenge()
    expect((await begin(challenge)).body.remarks).toEqual(remarks)
    expect((await shown(challenge))?.remarks).toEqual(remarks)
    expect(setup.fakeContainers.orders.at(-1)?.isTest).toBe(true)
    const { player } = await setup.team()
    expect((await setup.start(player, challenge)).body).not.toHaveProperty('remarks')
    setup.later()
    expect((await setup.stop(player, challenge)).status).toBe(200)
    setup.fakeContainers.showing([])
    expect((await begin(challenge)).body).not.toHaveProperty('remarks')
  })

  it('is told that it is for a test, with a flag of its own', async () => {
    const challenge = await setup.challenge({ flag_template: 'flag{[TEAM_HASH]}' })
    await begin(challenge)
    expect(setup.fakeContainers.orders.at(-1)?.environment).toMatchObject({
      PENNANT_FLAG: 'flag{TestTeamHash}',
      PENNANT_TEAM_ID: 'admin',
      PENNANT_USER_ID: setup.admin.id,
      PENNANT_CHALLENGE_ID: String(challenge.id),
      PENNANT_GAME_ID: String(setup.open.game.id),
    })
    expect(setup.fakeContainers.orders.at(-1)?.owner.team).toBe('admin')
    await begin(await setup.challenge())
    expect(setup.fakeContainers.orders.at(-1)?.environment['PENNANT_FLAG']).toBe(
      'flag{PENNANT_dynamic_flag_test}',
    )
    await begin(await setup.challenge({ type: 'StaticContainer', flags: ['flag{a}'] }))
    expect(setup.fakeContainers.orders.at(-1)?.environment).not.toHaveProperty('PENNANT_FLAG')
  })

  it('counts for no team, and nobody is told of it', async () => {
    const challenge = await setup.challenge()
    await begin(challenge)
    await end(challenge)
    expect(await setup.events(challenge)).toEqual([])
    const { body } = await setup.admin.get<{ data: unknown[] }>('/api/admin/instances')
    expect(body.data).toEqual([])
  })

  it('is stopped when another one is started', async () => {
    const challenge = await setup.challenge()
    await begin(challenge)
    const [first] = await setup.rows(challenge)
    expect((await begin(challenge)).status).toBe(200)
    const [second, ...others] = await setup.rows(challenge)
    expect(others).toEqual([])
    expect(second?.id).not.toBe(first?.id)
    expect(setup.fakeContainers.containers.has(first?.runtime_id ?? '')).toBe(false)
    expect(setup.fakeContainers.containers.has(second?.runtime_id ?? '')).toBe(true)
  })

  it('is one, however many organizers start it at the same time', async () => {
    const challenge = await setup.challenge()
    const answers = await Promise.all([begin(challenge), begin(challenge), begin(challenge)])
    const rows = await setup.rows(challenge)
    expect(rows).toMatchObject([{ status: 'Running' }])
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    for (const { status, body } of answers)
      if (status !== 200) expect(['instance.starting', 'instance.stopping']).toContain(body.code)
    const ours = [...setup.fakeContainers.containers.values()].filter(({ id }) => id === rows[0]?.id)
    expect(ours).toHaveLength(1)
  })

  it('goes before the instances of players', async () => {
    const letGo = setup.fakeContainers.hold()
    const before = setup.fakeContainers.orders.length
    const { player } = await setup.team()
    const first = setup.start(player, await setup.challenge())
    await setup.untilOrdered(before + 1)
    const waiting = await setup.challenge()
    const second = setup.start(player, waiting)
    await setup.untilRow(waiting, 'Pending')
    const tried = await setup.challenge()
    const test = begin(tried)
    await setup.untilRow(tried, 'Pending')
    letGo()
    await Promise.all([first, second, test])
    const [, next, last] = setup.fakeContainers.orders.slice(before)
    expect([next?.owner.challengeId, last?.owner.challengeId]).toEqual([tried.id, waiting.id])
  })

  it('is called off by stopping it while it is started', async () => {
    const letGo = setup.fakeContainers.hold()
    const challenge = await setup.challenge()
    const starting = begin(challenge)
    await setup.untilRow(challenge, 'Pending')
    expect(await shown(challenge)).toBeNull()
    expect((await end(challenge)).status).toBe(200)
    expect(await starting).toMatchObject(refused(400, 'instance.cancelled'))
    expect(await setup.rows(challenge)).toEqual([])
    letGo()
  })

  it('can be stopped at any time, also when there is none, and when it cannot be stopped', async () => {
    const challenge = await setup.challenge()
    expect(await end(challenge)).toMatchObject({ status: 200, text: '' })
    await begin(challenge)
    const [row] = await setup.rows(challenge)
    setup.fakeContainers.stuck.add(row?.runtime_id ?? '')
    expect((await end(challenge)).status).toBe(200)
    expect(await shown(challenge)).toBeNull()
    // The sweep may be working on it, too.
    await expect.poll(() => begin(challenge)).toMatchObject(refused(400, 'instance.destroyFailed'))
    setup.fakeContainers.stuck.clear()
    await expect.poll(async () => (await begin(challenge)).status).toBe(200)
  })

  it('that fails tells organizers why', async () => {
    setup.fakeContainers.onStart(async () => 'image')
    const challenge = await setup.challenge()
    const answer = await begin(challenge)
    setup.fakeContainers.onStart(async () => null)
    expect(answer).toMatchObject(refused(400, 'instance.imageUnusable'))
    expect(answer.body.data).toEqual({ detail: 'as the test wants it' })
    expect(await setup.rows(challenge)).toEqual([])
  })

  it('goes when the challenge is deleted, and is left when it is disabled', async () => {
    const challenge = await setup.challenge()
    await begin(challenge)
    const [row] = await setup.rows(challenge)
    await setup.admin.put(pathOf(challenge), { isEnabled: false })
    await setup.world.app.modules.instances.sweep()
    expect(setup.fakeContainers.containers.has(row?.runtime_id ?? '')).toBe(true)
    await setup.admin.delete(pathOf(challenge))
    await expect.poll(() => setup.fakeContainers.containers.has(row?.runtime_id ?? '')).toBe(false)
  })

  it('shows what it has written last', async () => {
    const challenge = await setup.challenge()
    expect(await log(challenge)).toMatchObject(refused(404, 'instance.notFound'))
    await begin(challenge)
    const [row] = await setup.rows(challenge)
    expect((await log(challenge)).body).toEqual({ text: `the last 500 lines of ${row?.runtime_id}` })
  })
})

describe('trying a challenge', () => {
  it('is checked in order', async () => {
    const challenge = await setup.challenge()
    const simple = await setup.challenge({ type: 'DynamicAttachment' })
    const bare = await setup.challenge({ container_image: ' ' })
    const portless = await setup.challenge({ expose_port: null })
    expect(await begin(challenge, { id: 999_999 })).toMatchObject(refused(404, 'game.notFound'))
    expect(await begin({ id: 999_999 })).toMatchObject(refused(404, 'challenge.notFound'))
    expect(await begin(simple)).toMatchObject(refused(400, 'instance.notContainer'))
    for (const unready of [bare, portless])
      expect(await begin(unready)).toMatchObject(refused(400, 'instance.noImage'))
    expect(await end(challenge, { id: 999_999 })).toMatchObject(refused(404, 'game.notFound'))
    expect(await end({ id: 999_999 })).toMatchObject(refused(404, 'challenge.notFound'))
  })

  it('is for organizers', async () => {
    const challenge = await setup.challenge()
    const monitor = await setup.world.person('Monitor')
    for (const [method, path] of [
      ['POST', `${pathOf(challenge)}/container`],
      ['DELETE', `${pathOf(challenge)}/container`],
      ['GET', `${pathOf(challenge)}/container/log`],
    ] as const) {
      expect((await setup.world.visitor().call(method, path)).status).toBe(401)
      expect((await monitor.call(method, path)).status).toBe(403)
    }
  })
})
