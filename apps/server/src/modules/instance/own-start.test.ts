import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createInstancePlace, type InstancePlace, refused } from '../../../../../tests/kit/instance-setup.ts'
import { createOpenGame } from '../../../../../tests/kit/open-game.ts'
import { createWorld } from '../../../../../tests/kit/world.ts'

let place: InstancePlace
beforeAll(async () => {
  place = await createInstancePlace()
})
afterAll(() => place.close())
beforeEach(async () => {
  await place.policy({})
})

describe('starting an instance', () => {
  it('is for who plays', async () => {
    const challenge = await place.challenge()
    const { player } = await place.team({ status: 'Suspended' })
    const stranger = await place.world.person('User', 'stranger')
    expect(await place.start(player, challenge)).toMatchObject(refused(400, 'participation.notAccepted'))
    expect(await place.start(stranger, challenge)).toMatchObject(refused(400, 'participation.none'))
    expect((await place.start(place.world.visitor(), challenge)).status).toBe(401)
    expect((await player.post('/api/game/999999/container/1')).status).toBe(404)
  })

  it('needs a challenge that is there, open, and to be seen', async () => {
    const division = await place.open.division('blind', 0)
    const { player } = await place.team()
    const blind = await place.team({ division })
    const challenge = await place.challenge()
    const closed = await place.challenge({ is_enabled: false })
    for (const [by, target] of [
      [player, closed],
      [player, { id: 999_999 }],
      [player, { id: 0 }],
      [blind.player, challenge],
    ] as const)
      expect(await place.start(by, target)).toMatchObject(refused(404, 'challenge.notFound'))
  })

  it('needs the team to have something of the challenge', async () => {
    const challenge = await place.challenge()
    const { player, participation } = await place.team()
    await place.world.db
      .deleteFrom('game_instance')
      .where('participation_id', '=', participation.id)
      .where('challenge_id', '=', challenge.id)
      .execute()
    expect(await place.start(player, challenge)).toMatchObject(refused(404, 'challenge.notFound'))
  })

  it('needs a challenge that runs in a container, though the flag is given all the same', async () => {
    const { player, participation } = await place.team()
    const simple = await place.challenge({ type: 'StaticAttachment', flags: ['flag{a}'] })
    expect(await place.start(player, simple)).toMatchObject(refused(400, 'instance.notContainer'))
    const listed = await place.challenge({ type: 'DynamicAttachment', flags: ['flag{only}'] })
    expect(await place.start(player, listed)).toMatchObject(refused(400, 'instance.notContainer'))
    expect(await place.flag(participation)).toBe('flag{only}')
    const other = await place.team()
    expect(await place.start(other.player, listed)).toMatchObject(refused(404, 'challenge.noFlagLeft'))
  })

  it('waits ten seconds after the last start or end, and says for how long', async () => {
    const { player, challenge } = await place.running()
    const tooSoon = await place.start(player, challenge)
    expect(tooSoon).toMatchObject(refused(429, 'instance.tooSoon'))
    expect(tooSoon.headers.get('retry-after')).toBe('10')
    place.later()
    expect(await place.start(player, challenge)).toMatchObject(refused(400, 'instance.running'))
    expect((await place.stop(player, challenge)).status).toBe(200)
    expect(await place.start(player, challenge)).toMatchObject(refused(429, 'instance.tooSoon'))
    place.later()
    expect((await place.start(player, challenge)).status).toBe(200)
  })

  it('is refused before anything else while one runs', async () => {
    const { player, challenge } = await place.running()
    place.later()
    await place.world.db
      .updateTable('challenge')
      .set({ container_image: '' })
      .where('id', '=', challenge.id)
      .execute()
    await place.open.changed()
    expect(await place.start(player, challenge)).toMatchObject(refused(400, 'instance.running'))
  })

  it('first removes one that could not be stopped before', async () => {
    const { player, challenge, row } = await place.running()
    place.later()
    place.fakeContainers.stuck.add(row.runtime_id ?? '')
    expect(await place.stop(player, challenge)).toMatchObject(refused(400, 'instance.destroyFailed'))
    expect(await place.detail(player, challenge)).toMatchObject({ closeTime: null, instanceEntry: null })
    // The sweep may be working on it, too.
    await expect
      .poll(() => place.start(player, challenge))
      .toMatchObject(refused(400, 'instance.destroyFailed'))
    place.fakeContainers.stuck.clear()
    await expect.poll(async () => (await place.start(player, challenge)).status).toBe(200)
    expect(place.fakeContainers.containers.has(row.runtime_id ?? '')).toBe(false)
    expect(await place.rows(challenge)).toHaveLength(1)
  })

  it.each([
    { container_image: '' },
    { container_image: '  ' },
    { container_image: null },
    { expose_port: null },
  ])('needs an image and a port: %o', async (given) => {
    const challenge = await place.challenge(given)
    const { player } = await place.team()
    expect(await place.start(player, challenge)).toMatchObject(refused(400, 'instance.noImage'))
  })

  it('leaves no trace when it is refused', async () => {
    const challenge = await place.challenge({ expose_port: null })
    const { player } = await place.team()
    await place.start(player, challenge)
    expect(await place.rows(challenge)).toEqual([])
    expect(await place.events(challenge)).toEqual([])
  })
})

describe('without anything that runs containers', () => {
  it('players and organisers are told so', async () => {
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
