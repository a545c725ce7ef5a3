import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createInstanceSetup, type InstanceSetup, refused } from '../../../../../tests/kit/instance-setup.ts'
import { createOrganizer } from '../../../../../tests/kit/organizer.ts'
import { patient } from '../../../../../tests/kit/patient.ts'
import type { StartRefusal } from '../../ports/containers.ts'

let setup: InstanceSetup
beforeAll(async () => {
  setup = await createInstanceSetup({ startsAtOnce: 2, game: { container_count_limit: 0 } })
})
afterAll(() => setup.close())

const starting = async () => {
  const letGo = setup.fakeContainers.hold()
  const challenge = await setup.challenge()
  const team = await setup.team({ size: 2 })
  const [player, mate] = team.players
  if (player === undefined || mate === undefined) throw new Error('a team of two')
  const before = setup.fakeContainers.orders.length
  const answer = setup.start(player, challenge)
  await setup.untilOrdered(before + 1)
  return { letGo, challenge, team, player, mate, answer }
}

const nothingIsLeft = async (challenge: { id: number }): Promise<void> => {
  expect(await setup.rows(challenge)).toEqual([])
  const ids = new Set((await setup.rows()).map(({ id }) => id))
  expect([...setup.fakeContainers.containers.values()].filter(({ id }) => !ids.has(id ?? ''))).toEqual([])
}

describe('while an instance is being started', () => {
  it('others go on, and the challenge shows no instance yet', async () => {
    const { letGo, challenge, player, answer } = await starting()
    expect(await setup.detail(player, challenge)).toMatchObject({ closeTime: null, instanceEntry: null })
    expect((await setup.world.visitor().get('/api/config')).status).toBe(200)
    letGo()
    expect((await answer).status).toBe(200)
  })

  it('nobody of the team starts it a second time', async () => {
    const { letGo, challenge, player, mate, answer } = await starting()
    for (const by of [player, mate])
      expect(await setup.start(by, challenge)).toMatchObject(refused(400, 'instance.starting'))
    letGo()
    expect((await answer).status).toBe(200)
    expect(await setup.rows(challenge)).toHaveLength(1)
  })

  it('two members who start it at the same time get one', async () => {
    const challenge = await setup.challenge()
    const { players } = await setup.team({ size: 4 })
    const answers = await Promise.all(players.map((player) => setup.start(player, challenge)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status } of answers) expect([200, 400, 429]).toContain(status)
    expect(await setup.rows(challenge)).toHaveLength(1)
  })

  it('it goes on when the caller does not wait for the answer', async () => {
    const letGo = setup.fakeContainers.hold()
    const challenge = await setup.challenge()
    const { player } = await setup.team()
    const leaving = new AbortController()
    const before = setup.fakeContainers.orders.length
    const gone = fetch(`${setup.world.origin}${setup.open.path}/container/${challenge.id}`, {
      method: 'POST',
      headers: { cookie: `pennant_session=${player.cookie()}` },
      signal: leaving.signal,
    })
    await setup.untilOrdered(before + 1)
    leaving.abort()
    await expect(gone).rejects.toThrow('abort')
    letGo()
    expect((await setup.untilRow(challenge, 'Running')).participation_id).not.toBeNull()
    await expect.poll(async () => (await setup.events(challenge)).length, patient).toBe(1)
  })

  it('it can be called off by everybody of the team, without waiting', async () => {
    const { letGo, challenge, mate, answer } = await starting()
    expect((await setup.stop(mate, challenge)).status).toBe(200)
    expect(await answer).toMatchObject(refused(400, 'instance.cancelled'))
    await nothingIsLeft(challenge)
    expect(await setup.events(challenge)).toEqual([])
    letGo()
    expect((await setup.start(mate, challenge)).status).toBe(200)
  })

  it('it waits for its turn, and can be called off there', async () => {
    const first = await starting()
    const second = await starting()
    const challenge = await setup.challenge()
    const { player } = await setup.team()
    const waiting = setup.start(player, challenge)
    await setup.untilRow(challenge, 'Pending')
    const asked = setup.fakeContainers.orders.length
    expect((await setup.stop(player, challenge)).status).toBe(200)
    expect(await waiting).toMatchObject(refused(400, 'instance.cancelled'))
    await nothingIsLeft(challenge)
    first.letGo()
    second.letGo()
    await Promise.all([first.answer, second.answer])
    expect(setup.fakeContainers.orders).toHaveLength(asked)
  })

  it('extending it is refused', async () => {
    const { letGo, challenge, player, answer } = await starting()
    expect(await setup.extend(player, challenge)).toMatchObject(refused(400, 'instance.notRunning'))
    letGo()
    await answer
  })
})

describe('what organizers take away while it is being started', () => {
  const organizer = () => createOrganizer(setup.world, setup.admin)

  it.each([true, false])(
    'is a challenge that is disabled (before the container is there: %s)',
    async (before) => {
      const { letGo, challenge, answer } = await starting()
      if (!before) {
        letGo()
        await setup.untilRow(challenge, 'Running')
      }
      await (await organizer()).edit(setup.open.game.id, challenge.id, { isEnabled: false })
      const { status, body } = await answer
      if (before) expect([status, body]).toMatchObject([404, { code: 'challenge.notFound' }])
      await expect.poll(() => setup.rows(challenge), patient).toEqual([])
      await nothingIsLeft(challenge)
      letGo()
    },
  )

  it('is a challenge that is deleted', async () => {
    const { letGo, challenge, answer } = await starting()
    await (await organizer()).remove(setup.open.game.id, challenge.id)
    expect(await answer).toMatchObject(refused(404, 'challenge.notFound'))
    await expect
      .poll(() => setup.rows(), patient)
      .toSatisfy((rows: { status: string }[]) => rows.every(({ status }) => status === 'Running'))
    await nothingIsLeft(challenge)
    letGo()
  })

  it('is a team that is deleted', async () => {
    const { letGo, challenge, team, answer } = await starting()
    expect((await setup.admin.delete(`/api/admin/teams/${team.team.id}`)).status).toBe(200)
    expect(await answer).toMatchObject(refused(400, 'participation.none'))
    await nothingIsLeft(challenge)
    letGo()
  })

  it('is the whole game', async () => {
    const other = await createInstanceSetup()
    const letGo = other.fakeContainers.hold()
    const { player } = await other.team()
    const answer = other.start(player, await other.challenge())
    await other.untilOrdered(1)
    expect((await other.admin.delete(`/api/edit/games/${other.open.game.id}`)).status).toBe(200)
    expect(await answer).toMatchObject(refused(404, 'game.notFound'))
    expect(await other.rows()).toEqual([])
    letGo()
    expect(other.fakeContainers.containers.size).toBe(0)
    await other.close()
  })

  it('stops what came up at the very moment, no matter who notices it', async () => {
    const { letGo, challenge, answer } = await starting()
    await setup.world.db
      .updateTable('container')
      .set({ expect_stop_at: new Date(0) })
      .where('challenge_id', '=', challenge.id)
      .execute()
    letGo()
    expect(await answer).toMatchObject(refused(400, 'instance.cancelled'))
    await nothingIsLeft(challenge)
  })
})

describe('a start that fails', () => {
  const codes: Record<StartRefusal, string> = {
    image: 'instance.imageUnusable',
    quota: 'instance.noRoom',
    network: 'instance.networkRefused',
    exited: 'instance.exited',
    timeout: 'instance.timedOut',
    unavailable: 'instance.unavailable',
    invalid: 'instance.startFailed',
  }

  it.each(Object.entries(codes) as [StartRefusal, string][])(
    'because of %s tells players what they can understand, and organizers the rest',
    async (refusal, code) => {
      setup.fakeContainers.onStart(async () => refusal)
      const challenge = await setup.challenge()
      const { player, team } = await setup.team()
      const answer = await setup.start(player, challenge)
      setup.fakeContainers.onStart(async () => null)
      expect(answer).toMatchObject(refused(400, code))
      expect(answer.text).not.toContain('as the test wants it')
      const { text } = await setup.admin.get('/api/admin/logs?count=1000')
      expect(text).toContain(
        `Couldn't start the instance of challenge ${challenge.title} (${challenge.id}) in game ${setup.open.game.id} for team ${team.name}: ${refusal}: as the test wants it`,
      )
      // While something may be left, the row is kept for the sweep.
      if (refusal === 'unavailable') await setup.world.app.modules.instances.sweep()
      await nothingIsLeft(challenge)
      expect((await setup.start(player, challenge)).status).toBe(200)
    },
  )

  it('in a way that nobody expected leaves nothing behind either', async () => {
    setup.fakeContainers.onStart(async (order) => {
      await setup.fakeContainers.put(order.id)
      throw new Error('the engine caught fire')
    })
    const challenge = await setup.challenge()
    const { player } = await setup.team()
    expect(await setup.start(player, challenge)).toMatchObject(refused(400, 'instance.startFailed'))
    setup.fakeContainers.onStart(async () => null)
    await setup.world.app.modules.instances.sweep()
    await nothingIsLeft(challenge)
    expect((await setup.start(player, challenge)).status).toBe(200)
  })

  it('gives its turn to the next', async () => {
    const challenges = await setup.challenges(6)
    const { player } = await setup.team()
    setup.fakeContainers.onStart(async () => 'quota')
    const answers = await Promise.all(challenges.map((challenge) => setup.start(player, challenge)))
    setup.fakeContainers.onStart(async () => null)
    expect(answers.filter(({ body }) => body.code !== 'instance.noRoom')).toEqual([])
    const again = await Promise.all(challenges.map((challenge) => setup.start(player, challenge)))
    expect(again.filter(({ status }) => status !== 200)).toEqual([])
  })
})

describe('many starts at the same time', () => {
  it('come one after the other, none is lost, and everybody else is answered meanwhile', async () => {
    const busy = await createInstanceSetup({ startsAtOnce: 3, game: { container_count_limit: 0 } })
    let goOn = (): void => undefined
    const held = new Promise<void>((resolve) => {
      goOn = resolve
    })
    busy.fakeContainers.onStart(async () => {
      await held
      return null
    })
    const challenges = await busy.challenges(10)
    const teams = await Promise.all(Array.from({ length: 10 }, () => busy.team()))
    const starts = teams.flatMap(({ player }) => challenges.map((challenge) => busy.start(player, challenge)))
    const all = Promise.all(starts)
    await expect.poll(() => busy.fakeContainers.mostAtOnce, patient).toBe(3)
    for (let meanwhile = 0; meanwhile < 5; meanwhile++)
      expect((await busy.world.visitor().get('/api/config')).status).toBe(200)
    goOn()
    expect((await all).filter(({ status }) => status !== 200).map(({ text }) => text)).toEqual([])
    expect(busy.fakeContainers.mostAtOnce).toBe(3)
    expect(busy.fakeContainers.containers.size).toBe(100)
    const rows = await busy.rows()
    expect(new Set(rows.map(({ runtime_id }) => runtime_id))).toEqual(
      new Set(busy.fakeContainers.containers.keys()),
    )
    await busy.close()
  })

  it('are refused clearly when too many wait', async () => {
    const busy = await createInstanceSetup({ startsAtOnce: 1, game: { container_count_limit: 0 } })
    const letGo = busy.fakeContainers.hold()
    const challenges = await busy.challenges(205)
    const { player } = await busy.team()
    let refusals = 0
    const starts = challenges.map(async (challenge) => {
      const answer = await busy.start(player, challenge)
      if (answer.body.code === 'instance.queueFull') refusals++
      return answer
    })
    await expect.poll(() => refusals, patient).toBe(4)
    letGo()
    const answers = await Promise.all(starts)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(201)
    expect(await busy.rows()).toHaveLength(201)
    await busy.close()
  })
})

describe('a server that stops', () => {
  it('breaks off what is waiting and starting, and leaves nothing behind', async () => {
    const stopping = await createInstanceSetup({ startsAtOnce: 1 })
    stopping.fakeContainers.hold()
    const challenges = [await stopping.challenge(), await stopping.challenge()]
    const { player } = await stopping.team()
    const answers = challenges.map((challenge) => stopping.start(player, challenge))
    await stopping.untilOrdered(1)
    for (const challenge of challenges) await stopping.untilRow(challenge, 'Pending')
    const left = new Map<string, unknown>()
    const { adapters } = stopping.world
    const close = adapters.close
    adapters.close = async () => {
      left.set('rows', await adapters.db.selectFrom('container').selectAll().execute())
      await close()
    }
    await stopping.world.app.close()
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([503, 503])
    expect(left.get('rows')).toEqual([])
    expect(stopping.fakeContainers.containers.size).toBe(0)
  })
})
