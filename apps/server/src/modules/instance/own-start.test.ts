import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createInstanceSetup, type InstanceSetup, refused } from '../../../../../tests/kit/instance-setup.ts'
import { createOpenGame } from '../../../../../tests/kit/open-game.ts'
import { createWorld } from '../../../../../tests/kit/world.ts'

let setup: InstanceSetup
beforeAll(async () => {
  setup = await createInstanceSetup()
})
afterAll(() => setup.close())
beforeEach(async () => {
  await setup.policy({})
})

describe('starting an instance', () => {
  it('is for who plays', async () => {
    const challenge = await setup.challenge()
    const { player } = await setup.team({ status: 'Suspended' })
    const stranger = await setup.world.person('User', 'stranger')
    expect(await setup.start(player, challenge)).toMatchObject(refused(400, 'participation.notAccepted'))
    expect(await setup.start(stranger, challenge)).toMatchObject(refused(400, 'participation.none'))
    expect((await setup.start(setup.world.visitor(), challenge)).status).toBe(401)
    expect((await player.post('/api/game/999999/container/1')).status).toBe(404)
  })

  it('needs a challenge that is there, open, and to be seen', async () => {
    const division = await setup.open.division('blind', 0)
    const { player } = await setup.team()
    const blind = await setup.team({ division })
    const challenge = await setup.challenge()
    const closed = await setup.challenge({ is_enabled: false })
    for (const [by, target] of [
      [player, closed],
      [player, { id: 999_999 }],
      [player, { id: 0 }],
      [blind.player, challenge],
    ] as const)
      expect(await setup.start(by, target)).toMatchObject(refused(404, 'challenge.notFound'))
  })

  it('needs the team to have something of the challenge', async () => {
    const challenge = await setup.challenge()
    const { player, participation } = await setup.team()
    await setup.world.db
      .deleteFrom('game_instance')
      .where('participation_id', '=', participation.id)
      .where('challenge_id', '=', challenge.id)
      .execute()
    expect(await setup.start(player, challenge)).toMatchObject(refused(404, 'challenge.notFound'))
  })

  it('needs a challenge that runs in a container, though the flag is given all the same', async () => {
    const { player, participation } = await setup.team()
    const simple = await setup.challenge({ type: 'StaticAttachment', flags: ['flag{a}'] })
    expect(await setup.start(player, simple)).toMatchObject(refused(400, 'instance.notContainer'))
    const listed = await setup.challenge({ type: 'DynamicAttachment', flags: ['flag{only}'] })
    expect(await setup.start(player, listed)).toMatchObject(refused(400, 'instance.notContainer'))
    expect(await setup.flag(participation)).toBe('flag{only}')
    const other = await setup.team()
    expect(await setup.start(other.player, listed)).toMatchObject(refused(404, 'challenge.noFlagLeft'))
  })

  it('waits ten seconds after the last start or end, and says for how long', async () => {
    const { player, challenge } = await setup.running()
    const tooSoon = await setup.start(player, challenge)
    expect(tooSoon).toMatchObject(refused(429, 'instance.tooSoon'))
    expect(tooSoon.headers.get('retry-after')).toBe('10')
    setup.later()
    expect(await setup.start(player, challenge)).toMatchObject(refused(400, 'instance.running'))
    expect((await setup.stop(player, challenge)).status).toBe(200)
    expect(await setup.start(player, challenge)).toMatchObject(refused(429, 'instance.tooSoon'))
    setup.later()
    expect((await setup.start(player, challenge)).status).toBe(200)
  })

  it('is refused before anything else while one runs', async () => {
    const { player, challenge } = await setup.running()
    setup.later()
    await setup.world.db
      .updateTable('challenge')
      .set({ container_image: '' })
      .where('id', '=', challenge.id)
      .execute()
    await setup.open.changed()
    expect(await setup.start(player, challenge)).toMatchObject(refused(400, 'instance.running'))
  })

  it('first removes one that could not be stopped before', async () => {
    const { player, challenge, row } = await setup.running()
    setup.later()
    setup.fakeContainers.stuck.add(row.runtime_id ?? '')
    expect(await setup.stop(player, challenge)).toMatchObject(refused(400, 'instance.destroyFailed'))
    expect(await setup.detail(player, challenge)).toMatchObject({ closeTime: null, instanceEntry: null })
    // The sweep may be working on it, too.
    await expect
      .poll(() => setup.start(player, challenge))
      .toMatchObject(refused(400, 'instance.destroyFailed'))
    setup.fakeContainers.stuck.clear()
    await expect.poll(async () => (await setup.start(player, challenge)).status).toBe(200)
    expect(setup.fakeContainers.containers.has(row.runtime_id ?? '')).toBe(false)
    expect(await setup.rows(challenge)).toHaveLength(1)
  })

  it.each([
    { container_image: '' },
    { container_image: '  ' },
    { container_image: null },
    { expose_port: null },
  ])('needs an image and a port: %o', async (given) => {
    const challenge = await setup.challenge(given)
    const { player } = await setup.team()
    expect(await setup.start(player, challenge)).toMatchObject(refused(400, 'instance.noImage'))
  })

  it('leaves no trace when it is refused', async () => {
    const challenge = await setup.challenge({ expose_port: null })
    const { player } = await setup.team()
    await setup.start(player, challenge)
    expect(await setup.rows(challenge)).toEqual([])
    expect(await setup.events(challenge)).toEqual([])
  })
})

describe('without anything that runs containers', () => {
  it('players and organizers are told so', async () => {
    const world = await createWorld()
    const open = await createOpenGame(world)
    const challenge = await open.challenge({ type: 'DynamicContainer', container_image: 'box' })
    const { player } = await open.team()
    expect(await player.post(`${open.path}/container/${challenge.id}`)).toMatchObject(
      refused(400, 'instance.noProvider'),
    )
    const admin = await world.person('Admin')
    expect(
      await admin.post(`/api/edit/games/${open.game.id}/challenges/${challenge.id}/container`),
    ).toMatchObject(refused(400, 'instance.noProvider'))
    const { body } = await admin.get('/api/admin/instances/provider')
    expect(body).toMatchObject({ kind: 'none', working: false, message: expect.stringContaining('neither') })
    await world.close()
  })
})
