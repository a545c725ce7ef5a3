import type { InstanceProgress } from '@pennant/contract/hub'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../../../../tests/kit/client.ts'
import { createInstanceSetup, type InstanceSetup, refused } from '../../../../../tests/kit/instance-setup.ts'
import { listen } from '../../../../../tests/kit/listen.ts'
import { createOrganizer } from '../../../../../tests/kit/organizer.ts'
import { patient } from '../../../../../tests/kit/patient.ts'
import type { Person, World } from '../../../../../tests/kit/world.ts'
import { createStoppedInstances } from './stop.ts'

describe('two processes', () => {
  let here: InstanceSetup
  let there: World
  beforeAll(async () => {
    here = await createInstanceSetup({ game: { container_count_limit: 3 } })
    there = await here.world.another({ containers: here.fakeContainers })
  })
  afterAll(async () => {
    await there.close()
    await here.close()
  })

  const moved = (person: Person): Client => {
    const client = there.visitor()
    client.setCookie(person.cookie() ?? '')
    return client
  }

  it('start one instance for members who ask both at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const challenge = await here.challenge()
      const { players } = await here.team({ size: 4 })
      const answers = await Promise.all(
        players.map((player, at) => here.start(at % 2 === 0 ? player : moved(player), challenge)),
      )
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(await here.rows(challenge)).toHaveLength(1)
    }
    expect(here.fakeContainers.containers.size).toBe((await here.rows()).length)
  })

  it('let a team have no more than it may have', async () => {
    const challenges = await here.challenges(8)
    const { player } = await here.team()
    const answers = await Promise.all(
      challenges.map((challenge, at) => here.start(at % 2 === 0 ? player : moved(player), challenge)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
  })

  it('call off and stop what the other one has started', async () => {
    const letGo = here.fakeContainers.hold()
    const challenge = await here.challenge()
    const { player } = await here.team()
    const starting = here.start(player, challenge)
    await here.untilRow(challenge, 'Pending')
    expect(await here.start(moved(player), challenge)).toMatchObject(refused(400, 'instance.starting'))
    expect((await here.stop(moved(player), challenge)).status).toBe(200)
    expect(await starting).toMatchObject(refused(400, 'instance.cancelled'))
    expect(await here.rows(challenge)).toEqual([])
    letGo()
    expect((await here.start(player, challenge)).status).toBe(200)
    here.later()
    expect((await here.stop(moved(player), challenge)).status).toBe(200)
    expect(await here.rows(challenge)).toEqual([])
  })

  it('tell members wherever they are', async () => {
    const { player } = await here.team()
    const listener = await listen(there, `/hub/user?game=${here.open.game.id}`, player)
    const challenge = await here.challenge()
    await here.start(player, challenge)
    const states = () => listener.of<InstanceProgress>('ReceivedInstanceState').map(({ state }) => state)
    await expect.poll(states, patient).toEqual(['Starting', 'Running'])
    await listener.stop()
  })

  it('stop what the other one disables, also while it starts', async () => {
    const organizer = await createOrganizer(there, { ...here.admin, ...moved(here.admin) })
    const running = await here.running()
    const letGo = here.fakeContainers.hold()
    const challenge = await here.challenge()
    const { player } = await here.team()
    const starting = here.start(player, challenge)
    await here.untilRow(challenge, 'Pending')
    for (const { id } of [running.challenge, challenge])
      expect((await organizer.edit(here.open.game.id, id, { isEnabled: false })).status).toBe(200)
    expect(await starting).toMatchObject(refused(404, 'challenge.notFound'))
    await expect.poll(() => here.rows(running.challenge), patient).toEqual([])
    expect(await here.rows(challenge)).toEqual([])
    expect(here.fakeContainers.containers.has(running.row.runtime_id ?? '')).toBe(false)
    letGo()
  })

  it('hear of what is gone in both', async () => {
    const heard: string[] = []
    const stop = createStoppedInstances(there.adapters.bus).listen((id) => heard.push(id))
    const { row, challenge, player } = await here.running()
    here.later()
    await here.stop(player, challenge)
    await expect.poll(() => heard, patient).toContain(row.id)
    stop()
  })

  it('look after instances while the other one starts and stops them', async () => {
    const challenges = await here.challenges(3)
    const { player } = await here.team()
    let over = false
    const all = Promise.all(challenges.map((challenge) => here.start(player, challenge))).finally(
      () => (over = true),
    )
    while (!over) await there.app.modules.instances.reconcile()
    expect((await all).map(({ status }) => status)).toEqual([200, 200, 200])
    await there.app.modules.instances.reconcile()
    for (const challenge of challenges)
      expect(await here.rows(challenge)).toMatchObject([{ status: 'Running' }])
  })
})
