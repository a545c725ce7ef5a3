import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createInstancePlace, type InstancePlace, refused } from '../../../../../tests/kit/instance-setup.ts'

let place: InstancePlace
beforeAll(async () => {
  place = await createInstancePlace()
})
afterAll(() => place.close())
beforeEach(async () => {
  await place.policy({})
})

const hour = 3_600_000

describe('stopping an instance', () => {
  it('ends what runs, and answers with nothing', async () => {
    const { player, challenge, row } = await place.running()
    const early = await place.stop(player, challenge)
    expect(early).toMatchObject(refused(429, 'instance.tooSoon'))
    expect(Number(early.headers.get('retry-after'))).toBeGreaterThan(0)
    place.later()
    expect(await place.stop(player, challenge)).toMatchObject({ status: 200, text: '' })
    expect(place.fakeContainers.containers.has(row.runtime_id ?? '')).toBe(false)
    expect(await place.rows(challenge)).toEqual([])
    expect(await place.detail(player, challenge)).toMatchObject({ closeTime: null, instanceEntry: null })
    expect(await place.stop(player, challenge)).toMatchObject(refused(400, 'instance.notRunning'))
  })

  it('is checked in order', async () => {
    const { player } = await place.team()
    const closed = await place.challenge({ is_enabled: false })
    const simple = await place.challenge({ type: 'StaticAttachment' })
    expect(await place.stop(player, closed)).toMatchObject(refused(404, 'challenge.notFound'))
    expect(await place.stop(player, simple)).toMatchObject(refused(400, 'instance.notContainer'))
  })

  it('by two members at the same time ends it once', async () => {
    const challenge = await place.challenge()
    const { players } = await place.team({ size: 2 })
    const [one, two] = players
    if (one === undefined || two === undefined) throw new Error('a team of two')
    await place.start(one, challenge)
    place.later()
    const answers = await Promise.all([place.stop(one, challenge), place.stop(two, challenge)])
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    for (const { status } of answers) expect([200, 400, 429]).toContain(status)
    const ends = (await place.events(challenge)).filter(({ type }) => type === 'ContainerDestroy')
    expect(ends).toHaveLength(1)
  })

  it('is no longer for players when the game is over', async () => {
    const over = await createInstancePlace()
    const { player, challenge } = await over.running()
    over.world.clock.advance(25 * hour)
    expect(await over.stop(player, challenge)).toMatchObject({ status: 400, body: { status: 10_002 } })
    await over.world.app.modules.instances.sweep()
    expect(over.fakeContainers.containers.size).toBe(0)
    await over.close()
  })
})
