import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertContainer, insertGame, insertSolve } from '../../../../../tests/kit/factories.ts'
import { createOpenGame } from '../../../../../tests/kit/open-game.ts'
import { createOrganizer, type Organizer } from '../../../../../tests/kit/organizer.ts'
import { createWorld, type World } from '../../../../../tests/kit/world.ts'

let world: World
let organizer: Organizer
beforeAll(async () => {
  world = await createWorld()
  organizer = await createOrganizer(world)
})
afterAll(() => world.close())

const nothing = 2_000_000_000

describe('a new challenge', () => {
  it('has what was given, and the values of the wire for the rest', async () => {
    const { id } = await insertGame(world.db)
    const answer = await organizer.create(id, {
      title: 'Baby RSA',
      category: 'Crypto',
      type: 'StaticContainer',
    })
    expect(answer.status).toBe(200)
    expect(answer.body).toStrictEqual({
      id: expect.any(Number),
      title: 'Baby RSA',
      content: '',
      category: 'Crypto',
      type: 'StaticContainer',
      hints: [],
      flagTemplate: null,
      isEnabled: false,
      acceptedCount: 0,
      fileName: 'attachment',
      attachment: null,
      testContainer: null,
      flags: [],
      containerImage: '',
      memoryLimit: 64,
      cpuCount: 1,
      storageLimit: 256,
      exposePort: 80,
      networkMode: 'Open',
      enableTrafficCapture: false,
      allowUserChange: false,
      checkByConnecting: true,
      disableBloodBonus: false,
      deadlineUtc: null,
      enableAtUtc: null,
      submissionLimit: 0,
      originalScore: 1000,
      minScoreRate: 0.25,
      difficulty: 5,
    })
    expect((await organizer.read(id, answer.body.id)).body).toStrictEqual(answer.body)
  })

  it('has the processors that its creator asks for', async () => {
    const { id } = await insertGame(world.db)
    const made = { title: 'Box', type: 'StaticContainer' } as const
    expect((await organizer.create(id, { ...made, cpuCount: 10 })).body.cpuCount).toBe(10)
    expect((await organizer.create(id, { ...made, cpuCount: null })).body.cpuCount).toBe(1)
    expect((await organizer.create(id, { ...made, cpuCount: 0 })).status).toBe(400)
  })

  it('is miscellaneous, with a static attachment, unless something else is said', async () => {
    const { challenge } = await organizer.made()
    expect(challenge).toMatchObject({ category: 'Misc', type: 'StaticAttachment' })
  })

  it('takes numbers of categories and types, and ignores all else that is sent', async () => {
    const { challenge } = await organizer.made({
      category: 3,
      type: 2,
      id: 7,
      isEnabled: true,
      score: 5,
      deadlineUtc: 1,
    })
    expect(challenge).toMatchObject({
      category: 'Web',
      type: 'DynamicAttachment',
      isEnabled: false,
      originalScore: 1000,
      deadlineUtc: null,
    })
    expect(challenge.id).not.toBe(7)
  })

  it.each([
    ['no title', {}],
    ['an empty title', { title: '' }],
    ['a blank title', { title: ' \t' }],
    ['a title that is too long', { title: 'x'.repeat(129) }],
    ['an unknown category', { title: 'x', category: 'Sports' }],
    ['an unknown type', { title: 'x', type: 4 }],
  ])('is refused with %s', async (_what, body) => {
    const { id } = await insertGame(world.db)
    expect((await organizer.create(id, body)).status).toBe(400)
    expect((await organizer.list(id)).body).toEqual([])
  })

  it('needs a game', async () => {
    expect(await organizer.create(nothing, { title: 'x' })).toMatchObject({
      status: 404,
      body: { status: 404, code: 'game.notFound' },
    })
  })

  it('is written into the log', async () => {
    const { game, challenge } = await organizer.made()
    const logs = await organizer.admin.get<{ msg: string; name: string }[]>('/api/admin/logs?count=1000')
    expect(logs.body).toContainEqual(
      expect.objectContaining({
        msg: `Challenge ${challenge.id} in game ${game.id} created`,
        name: organizer.admin.userName,
      }),
    )
  })
})

describe('the list of challenges', () => {
  it('is in the order of their ids, and says what each is worth now', async () => {
    const open = await createOpenGame(world)
    const played = await open.challenge({ title: 'played', original_score: 500, min_score_rate: 0.3 })
    const idle = await open.challenge({
      title: 'idle',
      is_enabled: false,
      original_score: 99,
      category: 'Web',
    })
    const deadline_at = new Date(world.clock.now() + 60_000)
    const late = await open.challenge({
      title: 'late',
      deadline_at,
      min_score_rate: 0.29,
      original_score: 100,
    })
    for (let count = 0; count < 3; count++) {
      const { participation } = await open.team()
      await insertSolve(world.db, { participation, challenge: played })
    }
    await open.changed()
    expect((await organizer.list(open.game.id)).body).toStrictEqual([
      {
        id: played.id,
        title: 'played',
        category: 'Misc',
        type: 'StaticAttachment',
        isEnabled: true,
        // 500 × (0.3 + 0.7 × e^(-2/5)), rounded down
        score: 384,
        minScore: 150,
        originalScore: 500,
        deadlineUtc: null,
        enableAtUtc: null,
        lacks: ['Text'],
      },
      {
        id: idle.id,
        title: 'idle',
        category: 'Web',
        type: 'StaticAttachment',
        isEnabled: false,
        score: 99,
        minScore: 24,
        originalScore: 99,
        deadlineUtc: null,
        enableAtUtc: null,
        lacks: ['Text'],
      },
      {
        id: late.id,
        title: 'late',
        category: 'Misc',
        type: 'StaticAttachment',
        isEnabled: true,
        score: 100,
        minScore: 28,
        originalScore: 100,
        deadlineUtc: deadline_at.getTime(),
        enableAtUtc: null,
        lacks: ['Text'],
      },
    ])
  })

  it('shows what was just created and changed', async () => {
    const { game, challenge } = await organizer.made()
    expect((await organizer.list(game.id)).body.map(({ title }) => title)).toEqual(['Baby RSA'])
    await organizer.edit(game.id, challenge.id, { title: 'Grown RSA', originalScore: 300 })
    expect((await organizer.list(game.id)).body).toMatchObject([
      { title: 'Grown RSA', score: 300, minScore: 75 },
    ])
  })

  it('is empty for a game that is not there', async () => {
    expect(await organizer.list(nothing)).toMatchObject({ status: 200, body: [] })
    expect((await organizer.list('abc')).status).toBe(404)
  })
})

describe('a challenge that is read', () => {
  it('counts the solves of the board, also in the answer to an edit', async () => {
    const open = await createOpenGame(world)
    const challenge = await open.challenge()
    for (let count = 0; count < 2; count++) {
      const { participation } = await open.team()
      await insertSolve(world.db, { participation, challenge })
    }
    await open.changed()
    expect((await organizer.read(open.game.id, challenge.id)).body.acceptedCount).toBe(2)
    expect((await organizer.edit(open.game.id, challenge.id, { title: 'x' })).body.acceptedCount).toBe(2)
  })

  it('lists its flags in the order in which they came, and none of a dynamic container', async () => {
    const open = await createOpenGame(world)
    const flags = ['flag{b}', 'flag{a}', 'flag{a}']
    const challenge = await open.challenge({ flags })
    const { body } = await organizer.read(open.game.id, challenge.id)
    expect(body.flags.map(({ flag }) => flag)).toEqual(flags)
    expect(body.flags[0]).toStrictEqual({ id: expect.any(Number), flag: 'flag{b}', attachment: null })
    const dynamic = await open.challenge({ type: 'DynamicContainer', flags: ['flag{unused}'] })
    expect((await organizer.read(open.game.id, dynamic.id)).body.flags).toEqual([])
  })

  it('shows its test container by where it listens, or by its id where it is relayed', async () => {
    const open = await createOpenGame(world)
    const challenge = await open.challenge({ type: 'DynamicContainer' })
    const started_at = new Date(world.clock.now() - 1_000)
    const expect_stop_at = new Date(world.clock.now() + 7_200_000)
    const container = await insertContainer(
      world.db,
      { test: challenge },
      { started_at, expect_stop_at, ip: '10.0.0.9', port: 1337 },
    )
    const shown = async () => (await organizer.read(open.game.id, challenge.id)).body.testContainer
    const change = (given: Record<string, unknown>) =>
      world.db.updateTable('container').set(given).where('id', '=', container.id).execute()
    const times = { startedAt: started_at.getTime(), expectStopAt: expect_stop_at.getTime() }
    expect(await shown()).toStrictEqual({ status: 'Running', ...times, entry: '10.0.0.9:1337' })
    await change({ public_ip: 'play.example', public_port: 40_000 })
    expect(await shown()).toMatchObject({ entry: 'play.example:40000' })
    await change({ is_proxied: true })
    expect(await shown()).toMatchObject({ entry: container.id })
    await change({ status: 'Destroyed' })
    expect(await shown()).toBeNull()
  })

  it('shows no container of a team', async () => {
    const open = await createOpenGame(world)
    const challenge = await open.challenge({ type: 'DynamicContainer' })
    const { participation } = await open.team()
    await insertContainer(world.db, { participation, challenge })
    expect((await organizer.read(open.game.id, challenge.id)).body.testContainer).toBeNull()
  })

  it('is not found under another game, nor where there is none', async () => {
    const { game, challenge } = await organizer.made()
    const other = await insertGame(world.db)
    const missing = { status: 404, body: { status: 404, code: 'challenge.notFound' } }
    expect(await organizer.read(other.id, challenge.id)).toMatchObject(missing)
    expect(await organizer.edit(other.id, challenge.id, { title: 'stolen' })).toMatchObject(missing)
    expect(await organizer.remove(other.id, challenge.id)).toMatchObject(missing)
    expect(await organizer.read(game.id, nothing)).toMatchObject(missing)
    expect(await organizer.edit(game.id, nothing, {})).toMatchObject(missing)
    expect((await organizer.read(game.id, 'abc')).status).toBe(404)
    const gameless = { status: 404, body: { code: 'game.notFound' } }
    expect(await organizer.read(nothing, challenge.id)).toMatchObject(gameless)
    expect(await organizer.edit(nothing, challenge.id, {})).toMatchObject(gameless)
    expect(await organizer.remove(nothing, challenge.id)).toMatchObject(gameless)
    expect((await organizer.read(game.id, challenge.id)).body.title).toBe('Baby RSA')
  })

  it('is for administrators', async () => {
    const { game, challenge } = await organizer.made()
    const path = organizer.pathOf(game.id, challenge.id)
    for (const [person, status] of [
      [world.visitor(), 401],
      [await world.person('User'), 403],
      [await world.person('Monitor'), 403],
    ] as const) {
      expect((await person.get(path)).status).toBe(status)
      expect((await person.get(organizer.pathOf(game.id))).status).toBe(status)
      expect((await person.post(organizer.pathOf(game.id), { title: 'x' })).status).toBe(status)
      expect((await person.put(path, { title: 'x' })).status).toBe(status)
      expect((await person.delete(path)).status).toBe(status)
    }
  })
})
