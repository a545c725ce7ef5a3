import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Trace } from '@pennant/contract/watch'
import { insertAttachment, insertFlag } from '../../../../../tests/kit/factories.ts'
import { createCutDatabase } from '../../../../../tests/kit/cut-database.ts'
import { createOpenGame, type OpenGame, type OpenTeam } from '../../../../../tests/kit/open-game.ts'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'

let world: World
let admin: Person
let monitor: Person
let open: OpenGame
let one: OpenTeam
let player: Person
let mate: Person
beforeAll(async () => {
  world = await createWorld()
  admin = await world.person('Admin')
  monitor = await world.person('Monitor')
})
afterAll(() => world.close())
beforeEach(async () => {
  open = await createOpenGame(world)
  one = await open.team({ size: 2 })
  const [first, second] = one.players
  if (first === undefined || second === undefined) throw new Error('a team of two')
  player = first
  mate = second
})

const minute = 60_000
const read = (query = '', by: Person = admin, pid = one.participation.id) =>
  by.get<Trace[]>(`${open.path}/participations/${pid}/traces${query}`)
const kinds = async (query = ''): Promise<string[]> => (await read(query)).body.map(({ kind }) => kind)
const look = async (challenge: { id: number }, by: Person = player): Promise<void> => {
  expect((await by.get(`${open.path}/challenges/${challenge.id}`)).status).toBe(200)
}
const newFile = async (): Promise<string> => {
  const files = [{ name: 'stored.bin', bytes: new Uint8Array(randomBytes(64)) }]
  const { body } = await admin.upload<{ hash: string }[]>('POST', '/api/assets', 'files', files)
  return body[0]?.hash ?? ''
}
const withFile = async () => {
  const challenge = await open.challenge({ title: 'Handout' })
  const hash = await newFile()
  await insertAttachment(world.db, challenge, { file_hash: hash, file_name: 'handout.zip', file_size: 64 })
  await open.changed()
  return { challenge, hash }
}
const take = async (hash: string, by: Pick<Person, 'get'> = player, headers = {}): Promise<void> => {
  expect((await by.get(`/assets/${hash}/any.zip`, headers)).status).toBeLessThan(300)
}

describe('the traces of a team', () => {
  it('are what its players opened, took, started and sent, the newest first', async () => {
    const { challenge, hash } = await withFile()
    await look(challenge)
    await take(hash)
    await open.submit(mate, challenge, 'flag{no}')
    const started = world.clock.now() - minute
    await world.db
      .insertInto('game_event')
      .values({
        game_id: open.game.id,
        type: 'ContainerStart',
        values: [String(challenge.id), 'Handout'],
        time: new Date(started),
        user_id: mate.id,
        team_id: one.team.id,
      })
      .execute()
    const about = { challengeId: challenge.id, challenge: 'Handout', time: expect.any(Number) }
    const by = ({ id, userName }: Person) => ({ userId: id, user: userName })
    expect((await read()).body).toEqual([
      { ...about, kind: 'Submitted', ...by(mate), text: 'WrongAnswer flag{no}', address: null },
      { ...about, kind: 'Downloaded', ...by(player), text: 'handout.zip', address: '127.0.0.1' },
      { ...about, kind: 'Opened', ...by(player), text: null, address: '127.0.0.1' },
      { ...about, kind: 'Started', ...by(mate), text: null, address: null, time: started },
    ])
  })

  it('tell monitors no addresses', async () => {
    await look(await open.challenge())
    expect((await read('', monitor)).body).toMatchObject([{ kind: 'Opened', address: null }])
  })

  it('are those of one challenge, or of some time', async () => {
    const [first, second] = [await open.challenge(), await open.challenge()]
    await look(first)
    const [{ time }] = (await read()).body as [Trace]
    world.clock.advance(minute)
    await look(second)
    await open.submit(player, second, 'flag{no}')
    expect(await kinds(`?challenge=${first.id}`)).toEqual(['Opened'])
    expect(await kinds(`?challenge=${second.id}`)).toEqual(['Submitted', 'Opened'])
    expect(await kinds('?challenge=0')).toEqual([])
    expect(await kinds(`?to=${time}`)).toEqual([])
    expect(await kinds(`?to=${time + 1}`)).toEqual(['Opened'])
    expect(await kinds(`?from=${time}`)).toEqual(['Submitted', 'Opened', 'Opened'])
    expect(await kinds(`?from=${time + 1}`)).toEqual(['Submitted', 'Opened'])
  })

  it('show nobody who is gone', async () => {
    await look(await open.challenge(), mate)
    expect((await read()).body).toMatchObject([{ userId: mate.id }])
    expect((await admin.delete(`/api/admin/users/${mate.id}`)).status).toBe(200)
    expect((await read()).body).toMatchObject([{ kind: 'Opened', userId: null, user: null }])
  })

  it('are for monitors, of teams that take part', async () => {
    expect((await read('', player)).status).toBe(403)
    const path = `${open.path}/participations/${one.participation.id}/traces`
    expect((await world.visitor().get(path)).status).toBe(401)
    const elsewhere = await (await createOpenGame(world)).team()
    expect(await read('', monitor, elsewhere.participation.id)).toMatchObject({
      status: 404,
      body: { code: 'participation.notFound' },
    })
    const nowhere = `/api/game/999999/participations/${one.participation.id}/traces`
    expect(await monitor.get(nowhere)).toMatchObject({ status: 404, body: { code: 'game.notFound' } })
  })

  it.each(['challenge=x', 'from=never', 'to=1e99'])('are refused for %s', async (query) => {
    expect((await read(`?${query}`)).status).toBe(400)
  })

  it('go with the team', async () => {
    await look(await open.challenge())
    expect(await kinds()).toEqual(['Opened'])
    await world.db.deleteFrom('participation').where('id', '=', one.participation.id).execute()
    const left = await world.db.selectFrom('trace').select('id').where('game_id', '=', open.game.id).execute()
    expect(left).toEqual([])
  })
})

describe('a look at a challenge', () => {
  it('is noted once in ten minutes, of every player', async () => {
    const challenge = await open.challenge()
    for (const by of [player, player, mate, player]) await look(challenge, by)
    expect(await kinds()).toEqual(['Opened', 'Opened'])
    world.clock.advance(9 * minute)
    await look(challenge)
    expect(await kinds()).toEqual(['Opened', 'Opened'])
    world.clock.advance(minute)
    await look(challenge)
    expect((await read()).body.map(({ userId }) => userId)).toEqual([player.id, mate.id, player.id])
  })

  it('is not noted when it was refused', async () => {
    const hidden = await open.challenge({ is_enabled: false })
    expect((await player.get(`${open.path}/challenges/${hidden.id}`)).status).toBe(404)
    expect(await kinds()).toEqual([])
  })
})

describe('a download', () => {
  it('is noted for anyone who plays the challenge, and nobody else', async () => {
    const { hash } = await withFile()
    const other = await open.team()
    const pending = await open.team({ status: 'Pending' })
    for (const by of [world.visitor(), admin, pending.player, other.player]) await take(hash, by)
    const [theirs, ours, none] = await Promise.all(
      [other, one, pending].map(({ participation }) => read('', admin, participation.id)),
    )
    expect([theirs, ours, none].map((answer) => answer?.body.length)).toEqual([1, 0, 0])
  })

  it('is noted once in ten minutes, in however many pieces it comes', async () => {
    const { hash } = await withFile()
    for (const range of ['bytes=0-9', 'bytes=10-19', 'bytes=20-']) await take(hash, player, { range })
    expect(await kinds()).toEqual(['Downloaded'])
    world.clock.advance(10 * minute)
    await take(hash)
    expect(await kinds()).toEqual(['Downloaded', 'Downloaded'])
  })

  it('is not noted for who has the file already, or only asks about it', async () => {
    const { hash } = await withFile()
    const path = `/assets/${hash}/any.zip`
    expect((await player.call('HEAD', path)).status).toBe(200)
    const fresh = { 'if-none-match': `"${hash.slice(8, 16)}"` }
    expect((await player.get(path, fresh)).status).toBe(304)
    expect(await kinds()).toEqual([])
  })

  it('is noted for the file of a flag, under the name of the challenge', async () => {
    const challenge = await open.challenge({ type: 'DynamicAttachment', file_name: 'own.zip', flags: [] })
    const hash = await newFile()
    const flag_id = await insertFlag(world.db, challenge)
    await insertAttachment(world.db, challenge, { flag_id, file_hash: hash, file_size: 64 })
    await open.changed()
    await take(hash)
    expect((await read()).body).toMatchObject([
      { kind: 'Downloaded', text: 'own.zip', challengeId: challenge.id },
    ])
  })

  it('is not noted while the challenge is not in play', async () => {
    const { challenge, hash } = await withFile()
    const enable = async (is_enabled: boolean): Promise<void> => {
      await world.db.updateTable('challenge').set({ is_enabled }).where('id', '=', challenge.id).execute()
      await open.changed()
    }
    await enable(false)
    await take(hash)
    expect(await kinds()).toEqual([])
    await enable(true)
    await take(hash)
    expect(await kinds()).toEqual(['Downloaded'])
  })

  it('is noted from the moment on at which the file belongs to a challenge', async () => {
    const challenge = await open.challenge()
    const hash = await newFile()
    await take(hash)
    expect(await kinds()).toEqual([])
    const path = `/api/edit/games/${open.game.id}/challenges/${challenge.id}/attachment`
    const given = await admin.post(path, { attachmentType: 'Local', fileHash: hash })
    expect(given.status).toBe(200)
    await take(hash)
    expect(await kinds()).toEqual(['Downloaded'])
  })
})

describe('what waits to be written', () => {
  it('is written automatically', async () => {
    await look(await open.challenge())
    await expect
      .poll(() => world.db.selectFrom('trace').select('kind').where('game_id', '=', open.game.id).execute(), {
        timeout: 10_000,
      })
      .toEqual([{ kind: 'Opened' }])
  })

  it('waits for a row that somebody holds, and holds nobody up', async () => {
    const [held, free] = [await open.challenge(), await open.challenge()]
    await world.db.transaction().execute(async (tx) => {
      await tx
        .selectFrom('game_instance')
        .select('flag')
        .where('challenge_id', '=', held.id)
        .forUpdate()
        .execute()
      await look(held)
      await look(free)
      expect((await read()).body.map(({ challengeId }) => challengeId)).toEqual([free.id])
    })
    expect((await read()).body.map(({ challengeId }) => challengeId)).toEqual([free.id, held.id])
  })

  it('is left out when what it is about is gone', async () => {
    const [gone, there] = [await open.challenge(), await open.challenge()]
    await look(gone)
    await look(there)
    await world.db.deleteFrom('challenge').where('id', '=', gone.id).execute()
    expect((await read()).body.map(({ challengeId }) => challengeId)).toEqual([there.id])
  })

  it('is written when the database is back', async () => {
    const database = await createCutDatabase()
    const cut = await createWorld({ database })
    try {
      const game = await createOpenGame(cut)
      const team = await game.team()
      const challenge = await game.challenge()
      await team.player.get(`${game.path}/challenges/${challenge.id}`)
      await database.cut()
      await cut.app.modules.watch.traceWriter.flush()
      await cut.app.modules.watch.traceWriter.flush()
      const said = cut.said.filter((line) => line.includes("Couldn't write traces of players"))
      expect(said).toHaveLength(1)
      await database.mend()
      await expect
        .poll(() => database.db.selectFrom('trace').select('challenge_id').execute(), { timeout: 20_000 })
        .toEqual([{ challenge_id: challenge.id }])
    } finally {
      await cut.close()
    }
  })

  it('is written when the process ends', async () => {
    const process = await world.another()
    const moved = process.visitor()
    moved.setCookie(player.cookie() ?? '')
    const challenge = await open.challenge()
    expect((await moved.get(`${open.path}/challenges/${challenge.id}`)).status).toBe(200)
    await process.close()
    expect(await kinds()).toEqual(['Opened'])
  })
})
