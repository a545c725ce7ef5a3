import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChallengeDetail } from '@pennant/contract/challenge'
import { challengeTypes, gamePermissions } from '@pennant/contract/enums'
import type { GameDetail } from '@pennant/contract/scoreboard'
import {
  insertAttachment,
  insertContainer,
  insertFlag,
  insertSubmission,
} from '../../../../../tests/kit/factories.ts'
import { createOpenGame, type OpenGame, type OpenTeam } from '../../../../../tests/kit/open-game.ts'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'

let world: World
let open: OpenGame
let one: OpenTeam
beforeAll(async () => {
  world = await createWorld()
  open = await createOpenGame(world)
  one = await open.team()
})
afterAll(() => world.close())

const read = (challenge: { id: number | string }, by: Person = one.player, game: OpenGame = open) =>
  by.get<ChallengeDetail & { code?: string }>(`${game.path}/challenges/${challenge.id}`)

const hour = 3_600_000
const hash = 'c0ffee00'.repeat(8)
const link = 'https://files.example/handout.zip'
const local = { file_hash: hash, file_name: 'hand out 100%.zip', file_size: 4711 }

describe('a challenge as a team sees it', () => {
  it('says what organizers have set, and nothing else', async () => {
    const deadline = new Date(world.clock.now() + hour)
    const challenge = await open.challenge({
      title: 'Baby RSA',
      content: 'Factor **this**',
      category: 'Crypto',
      hints: ['p is small', 'so is q'],
      submission_limit: 7,
      deadline_at: deadline,
      original_score: 500,
    })
    expect((await read(challenge)).body).toStrictEqual({
      id: challenge.id,
      title: 'Baby RSA',
      content: 'Factor **this**',
      category: 'Crypto',
      type: 'StaticAttachment',
      hints: ['p is small', 'so is q'],
      score: 500,
      limit: 7,
      attempts: 0,
      deadline: deadline.getTime(),
      context: { closeTime: null, instanceEntry: null, url: null, fileSize: null },
    })
  })

  it('names its authors here, its level and tags in the list and on the board, and neither where there are none', async () => {
    const game = await createOpenGame(world)
    const { player: by } = await game.team()
    const named = await game.challenge({ level: 'Hard', tags: ['RSA'], authors: ['Ada', 'Möwe'] })
    const bare = await game.challenge()
    expect((await read(named, by, game)).body).toMatchObject({ authors: ['Ada', 'Möwe'] })
    for (const member of ['authors', 'level', 'tags'])
      expect((await read(bare, by, game)).body).not.toHaveProperty(member)
    for (const path of [`${game.path}/details`, `${game.path}/scoreboard`]) {
      const { body } = await by.get<Pick<GameDetail, 'challenges'>>(path)
      const listed = Object.values(body.challenges).flat()
      const [labeled, plain] = [named, bare].map(({ id }) => listed.find((found) => found.id === id))
      expect(labeled).toMatchObject({ level: 'Hard', tags: ['RSA'] })
      expect(Object.keys(plain ?? {})).toEqual(
        Object.keys(labeled ?? {}).filter((name) => name !== 'level' && name !== 'tags'),
      )
    }
  })

  it('tells no hints from an empty list of them', async () => {
    const [none, empty] = [await open.challenge(), await open.challenge({ hints: [] })]
    expect((await read(none)).body.hints).toBeNull()
    expect((await read(empty)).body.hints).toEqual([])
  })

  it('shows the score of the moment', async () => {
    const game = await createOpenGame(world)
    const teams = [await game.team(), await game.team(), await game.team()]
    const challenge = await game.challenge({ flags: ['flag{it}'] })
    const by = teams[0]?.player
    const scores: unknown[] = [(await read(challenge, by, game)).body.score]
    for (const { player } of teams) {
      await game.submit(player, challenge, 'flag{it}')
      scores.push((await read(challenge, by, game)).body.score)
    }
    expect(scores).toEqual([1000, 1000, 864, 752])
  })

  it('counts what the whole team has submitted, right or wrong, but nobody else', async () => {
    const { players, player } = await open.team({ size: 2 })
    const challenge = await open.challenge({ flags: ['flag{it}'] })
    for (const [place, flag] of ['no', 'flag{it}', 'flag{it}'].entries())
      await open.submit(players[place % 2] ?? player, challenge, flag)
    await open.submit(one.player, challenge, 'no')
    expect((await read(challenge, player)).body.attempts).toBe(3)
    expect((await read(challenge)).body.attempts).toBe(1)
  })

  it('counts what was not judged', async () => {
    const challenge = await open.challenge()
    await insertSubmission(
      world.db,
      { participation: one.participation, challenge },
      { status: 'FlagSubmitted' },
    )
    expect((await read(challenge)).body.attempts).toBe(1)
  })
})

describe('the attachment of a challenge', () => {
  const others = ['StaticAttachment', 'StaticContainer', 'DynamicContainer'] as const

  it.each(others)('of type %s is the same for all, under the name it was stored by', async (type) => {
    const challenge = await open.challenge({ type, file_name: 'other.zip' })
    await insertAttachment(world.db, challenge, local)
    await open.changed()
    expect((await read(challenge)).body.context).toEqual({
      closeTime: null,
      instanceEntry: null,
      url: `/assets/${hash}/hand%20out%20100%25.zip`,
      fileSize: 4711,
    })
  })

  it.each(others)('of type %s may be a link, of which nobody knows the size', async (type) => {
    const challenge = await open.challenge({ type })
    await insertAttachment(world.db, challenge, { remote_url: link })
    await open.changed()
    expect((await read(challenge)).body.context).toMatchObject({ url: link, fileSize: null })
  })

  const ownFlag = async (attachment: Parameters<typeof insertAttachment>[2] | null, fileName?: string) => {
    const challenge = await open.challenge({
      type: 'DynamicAttachment',
      flags: [],
      ...(fileName === undefined ? {} : { file_name: fileName }),
    })
    const flag_id = await insertFlag(world.db, challenge)
    if (attachment !== null) await insertAttachment(world.db, challenge, { ...attachment, flag_id })
    await insertAttachment(world.db, challenge, { remote_url: 'https://files.example/for-nobody' })
    await open.changed()
    return challenge
  }
  const looks = async (challenge: { id: number }) => [
    (await read(challenge)).body.context,
    (await read(challenge)).body.context,
  ]

  it('of type DynamicAttachment is that of the own flag, under the name of the challenge', async () => {
    const context = { url: `/assets/${hash}/chall%2Fenge%3F.zip`, fileSize: 4711 }
    const found = await looks(await ownFlag(local, 'chall/enge?.zip'))
    expect(found).toMatchObject([context, context])
  })

  it('of type DynamicAttachment may be a link', async () => {
    const context = { url: link, fileSize: null }
    expect(await looks(await ownFlag({ remote_url: link }))).toMatchObject([context, context])
  })

  it('of type DynamicAttachment is none where the own flag has none', async () => {
    const context = { url: null, fileSize: null }
    expect(await looks(await ownFlag(null))).toMatchObject([context, context])
  })

  it('can be downloaded where the answer says, whatever it is called', async () => {
    const admin = await world.person('Admin')
    const bytes = new TextEncoder().encode('the handout')
    const { body: stored } = await admin.upload<{ hash: string; name: string }[]>(
      'POST',
      '/api/assets',
      'files',
      [{ name: 'a b?#%.txt', bytes }],
    )
    const [file] = stored
    const challenge = await open.challenge()
    await insertAttachment(world.db, challenge, {
      file_hash: file?.hash ?? null,
      file_name: file?.name ?? null,
      file_size: bytes.length,
    })
    await open.changed()
    const { url } = (await read(challenge)).body.context
    const answer = await one.player.get(url ?? '')
    expect([answer.status, answer.text]).toEqual([200, 'the handout'])
  })
})

describe('the instance of a challenge', () => {
  const contextWith = async (given: Parameters<typeof insertContainer>[2]) => {
    const challenge = await open.challenge({ type: 'StaticContainer' })
    const container = await insertContainer(world.db, { participation: one.participation, challenge }, given)
    return { container, context: (await read(challenge)).body.context }
  }

  it('is reached at its public place, or else at its own', async () => {
    const inside = await contextWith({ ip: '10.7.0.9', port: 8080 })
    expect(inside.context.instanceEntry).toBe('10.7.0.9:8080')
    expect(inside.context.closeTime).toBe(inside.container.expect_stop_at.getTime())
    const { context } = await contextWith({ public_ip: 'ctf.example', public_port: 30_001 })
    expect(context.instanceEntry).toBe('ctf.example:30001')
  })

  it('is reached through the server by its id where it is relayed', async () => {
    const { container, context } = await contextWith({ is_proxied: true, public_ip: 'ctf.example' })
    expect(context.instanceEntry).toBe(container.id)
  })

  it.each(['Pending', 'Destroyed'] as const)('is not there while it is %s', async (status) => {
    const { context } = await contextWith({ status })
    expect(context).toMatchObject({ instanceEntry: null, closeTime: null })
  })

  it('is not shown to another team', async () => {
    const challenge = await open.challenge({ type: 'StaticContainer' })
    const other = await open.team()
    await insertContainer(world.db, { participation: other.participation, challenge })
    expect((await read(challenge)).body.context).toMatchObject({ instanceEntry: null, closeTime: null })
    expect((await read(challenge, other.player)).body.context.instanceEntry).toBe('10.7.0.2:1337')
  })
})

describe('a challenge is not found', () => {
  const notFound = { status: 404, body: { code: 'challenge.notFound' } }

  it.each([0, -1, -2_147_483_648])('by an id that none can have, before anything else: %i', async (id) => {
    const stranger = await world.person()
    expect(await read({ id }, stranger)).toMatchObject(notFound)
    expect(await stranger.get(`/api/game/2000000000/challenges/${id}`)).toMatchObject(notFound)
    expect((await world.visitor().get(`${open.path}/challenges/${id}`)).status).toBe(401)
  })

  it('when there is none, when it is of another game, and when it is switched off', async () => {
    const other = await createOpenGame(world)
    await other.team({ players: one.players })
    const elsewhere = await other.challenge()
    const off = await open.challenge({ is_enabled: false })
    for (const challenge of [{ id: 2_000_000_000 }, elsewhere, off])
      expect(await read(challenge), `${challenge.id}`).toMatchObject(notFound)
    expect((await read(elsewhere, one.player, other)).status).toBe(200)
  })

  it('from the moment on at which it is switched off', async () => {
    const challenge = await open.challenge()
    expect((await read(challenge)).status).toBe(200)
    await world.db
      .updateTable('challenge')
      .set({ is_enabled: false })
      .where('id', '=', challenge.id)
      .execute()
    await open.changed()
    expect(await read(challenge)).toMatchObject(notFound)
  })

  it('by a team that has no part in it', async () => {
    const challenge = await open.challenge()
    await world.db.deleteFrom('game_instance').where('challenge_id', '=', challenge.id).execute()
    expect(await read(challenge)).toMatchObject(notFound)
  })

  it.each(Object.keys(challengeTypes) as (keyof typeof challengeTypes)[])(
    'by a division that may not view it, and nothing is given away: %s',
    async (type) => {
      const { All, ViewChallenge } = gamePermissions
      const blind = await open.division(`blind ${type}`, All & ~ViewChallenge)
      const { player, participation } = await open.team({ division: blind })
      const challenge = await open.challenge({ type })
      expect(await read(challenge, player)).toMatchObject(notFound)
      const instance = await world.db
        .selectFrom('game_instance')
        .select('flag')
        .where('participation_id', '=', participation.id)
        .where('challenge_id', '=', challenge.id)
        .executeTakeFirstOrThrow()
      expect(instance.flag).toBeNull()
      expect((await read(challenge)).status).toBe(200)
    },
  )

  it('where the division has an entry for it that says so, and is where the entry allows it', async () => {
    const { All, ViewChallenge } = gamePermissions
    const [open1, closed] = [await open.challenge(), await open.challenge()]
    const division = await open.division('mixed', All & ~ViewChallenge)
    const { player } = await open.team({ division })
    const entry = { game_id: open.game.id, division_id: division.id }
    await world.db
      .insertInto('division_challenge')
      .values([
        { ...entry, challenge_id: open1.id, permissions: ViewChallenge },
        { ...entry, challenge_id: closed.id, permissions: All & ~ViewChallenge },
      ])
      .execute()
    await open.changed()
    expect((await read(open1, player)).status).toBe(200)
    expect(await read(closed, player)).toMatchObject(notFound)
  })
})

describe('who may look at a challenge', () => {
  const codeOf = async (by: Person, game: OpenGame) => {
    const { status, body } = await read({ id: 2_000_000_000 }, by, game)
    return [status, body.code]
  }

  it('is who has joined in person, in a team that is accepted', async () => {
    const { players } = await open.team({ size: 2, joined: 1 })
    const pending = await open.team({ status: 'Pending' })
    const suspended = await open.team({ status: 'Suspended' })
    const [, mate = one.player] = players
    expect(await codeOf(mate, open)).toEqual([400, 'participation.none'])
    expect(await codeOf(pending.player, open)).toEqual([400, 'participation.notAccepted'])
    expect(await codeOf(suspended.player, open)).toEqual([400, 'participation.notAccepted'])
    expect((await one.player.get('/api/game/2000000000/challenges/1')).status).toBe(404)
  })

  it('nobody is before the start', async () => {
    const start_at = new Date(world.clock.now() + hour)
    const early = await createOpenGame(world, { start_at })
    await early.team({ players: one.players })
    const challenge = await early.challenge({ type: 'DynamicContainer' })
    expect(await codeOf(one.player, early)).toEqual([400, 'game.notStarted'])
    expect((await read(challenge, one.player, early)).status).toBe(400)
    const given = world.db.selectFrom('game_instance').select('flag').where('flag', 'is not', null)
    expect(await given.where('challenge_id', '=', challenge.id).execute()).toEqual([])
  })

  it('nobody is after the end, unless people may go on practising', async () => {
    const end_at = new Date(world.clock.now() - 60_000)
    const over = await createOpenGame(world, { end_at })
    await over.team({ players: one.players })
    const { status, body } = await read({ id: 1 }, one.player, over)
    expect([status, body]).toMatchObject([400, { status: 10_002, code: 'game.ended' }])
    const practice = await createOpenGame(world, { end_at, practice_mode: true })
    await practice.team({ players: one.players })
    expect((await read(await practice.challenge(), one.player, practice)).status).toBe(200)
  })
})
