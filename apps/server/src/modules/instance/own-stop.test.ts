import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createInstanceSetup, type InstanceSetup, refused } from '../../../../../tests/kit/instance-setup.ts'

let setup: InstanceSetup
beforeAll(async () => {
  setup = await createInstanceSetup()
})
afterAll(() => setup.close())
beforeEach(async () => {
  await setup.policy({})
})

const hour = 3_600_000

describe('stopping an instance', () => {
  it('ends what runs, and answers with nothing', async () => {
    const { player, challenge, row } = await setup.running()
    const early = await setup.stop(player, challenge)
    expect(early).toMatchObject(refused(429, 'instance.tooSoon'))
    expect(Number(early.headers.get('retry-after'))).toBeGreaterThan(0)
    setup.later()
    expect(await setup.stop(player, challenge)).toMatchObject({ status: 200, text: '' })
    expect(setup.fakeContainers.containers.has(row.runtime_id ?? '')).toBe(false)
    expect(await setup.rows(challenge)).toEqual([])
    expect(await setup.detail(player, challenge)).toMatchObject({ closeTime: null, instanceEntry: null })
    expect(await setup.stop(player, challenge)).toMatchObject(refused(400, 'instance.notRunning'))
  })

  it('is checked in order', async () => {
    const { player } = await setup.team()
    const closed = await setup.challenge({ is_enabled: false })
    const simple = await setup.challenge({ type: 'StaticAttachment' })
    expect(await setup.stop(player, closed)).toMatchObject(refused(404, 'challenge.notFound'))
    expect(await setup.stop(player, simple)).toMatchObject(refused(400, 'instance.notContainer'))
  })

  it('by two members at the same time ends it once', async () => {
    const challenge = await setup.challenge()
    const { players } = await setup.team({ size: 2 })
    const [one, two] = players
    if (one === undefined || two === undefined) throw new Error('a team of two')
    await setup.start(one, challenge)
    setup.later()
    const answers = await Promise.all([setup.stop(one, challenge), setup.stop(two, challenge)])
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    for (const { status } of answers) expect([200, 400, 429]).toContain(status)
    const ends = (await setup.events(challenge)).filter(({ type }) => type === 'ContainerDestroy')
    expect(ends).toHaveLength(1)
  })

  it('is no longer for players when the game is over', async () => {
    const over = await createInstanceSetup()
    const { player, challenge } = await over.running()
    over.world.clock.advance(25 * hour)
    expect(await over.stop(player, challenge)).toMatchObject({ status: 400, body: { status: 10_002 } })
    await over.world.app.modules.instances.sweep()
    expect(over.fakeContainers.containers.size).toBe(0)
    await over.close()
  })
})
