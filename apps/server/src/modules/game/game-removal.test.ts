import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GameInfo } from '@pennant/contract/game'
import {
  insertContainer,
  insertFlag,
  insertSolve,
  insertSubmission,
  insertWriteup,
} from '../../../../../tests/kit/factories.ts'
import { joinRaw } from '../../../../../tests/kit/hub-client.ts'
import { createOpenGame, type OpenGame } from '../../../../../tests/kit/open-game.ts'
import { samplePng } from '../../../../../tests/kit/sample-image.ts'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'
import { patient } from '../../../../../tests/kit/patient.ts'

let world: World
let admin: Person
beforeAll(async () => {
  world = await createWorld()
  admin = await world.person('Admin')
})
afterAll(() => world.close())

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const remove = (id: number) => admin.delete<{ code?: string }>(`/api/edit/games/${id}`)

const attach = async (
  bytes: Uint8Array<ArrayBuffer>,
  owners: { challenge: number; flag: number | null }[],
) => {
  for (const { challenge, flag } of owners) {
    await admin.upload('POST', '/api/assets', 'files', [{ name: 'a.bin', bytes }])
    await world.db
      .insertInto('attachment')
      .values({
        challenge_id: challenge,
        flag_id: flag,
        type: 'Local',
        file_hash: hashOf(bytes),
        file_name: 'a.bin',
        file_size: bytes.length,
      })
      .execute()
  }
}

const insertTraces = (
  { participation, challenge }: { participation: { id: number; game_id: number }; challenge: { id: number } },
  count: number,
): Promise<unknown> =>
  sql`
    insert into trace (game_id, participation_id, challenge_id, user_id, kind, time)
    select ${participation.game_id}, ${participation.id}, ${challenge.id}, gen_random_uuid(), 'Opened', now()
    from generate_series(1, ${count}::int)
  `.execute(world.db)

let made = 0

const full = async () => {
  const { db } = world
  const open = await createOpenGame(world)
  const { game } = open
  const division = await open.division()
  const challenge = await open.challenge({ type: 'DynamicContainer' })
  const flag = await insertFlag(db, challenge)
  const [one, other] = [await open.team({ division }), await open.team()]
  const owned = { participation: one.participation, challenge }
  await db
    .insertInto('division_challenge')
    .values({ game_id: game.id, division_id: division.id, challenge_id: challenge.id })
    .execute()
  await insertSolve(db, owned)
  const { id: submission_id } = await insertSubmission(db, owned, { status: 'CheatDetected' })
  await db
    .insertInto('cheat_info')
    .values({ submission_id, game_id: game.id, owner_id: other.participation.id })
    .execute()
  const at = { game_id: game.id, values: ['x'], time: new Date() }
  await db
    .insertInto('notice')
    .values({ ...at, type: 'Normal' })
    .execute()
  await db
    .insertInto('game_event')
    .values({ ...at, type: 'Normal', user_id: null, team_id: null })
    .execute()
  await insertTraces(owned, 1)
  const attachment = new Uint8Array(randomBytes(40))
  await attach(attachment, [
    { challenge: challenge.id, flag: null },
    { challenge: challenge.id, flag },
  ])
  const writeup = await insertWriteup(world, one.participation, { bytes: randomBytes(40) })
  const files = [{ name: 'p.png', bytes: await samplePng({ width: 20 + ++made }) }]
  const poster = await admin.upload<string>('PUT', `/api/edit/games/${game.id}/poster`, 'file', files)
  const containers = [await insertContainer(db, owned), await insertContainer(db, { test: challenge })]
  await open.changed()
  const hashes = [hashOf(attachment), writeup.hash, poster.body.split('/')[2] ?? '']
  return { open, game, one, other, challenge, containers, hashes }
}

const countRows = async (): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {}
  const tables = [
    ...([
      'game',
      'game_ledger',
      'division',
      'division_challenge',
      'challenge',
      'flag',
      'attachment',
    ] as const),
    ...(['participation', 'participation_member', 'game_instance', 'submission', 'first_solve'] as const),
    ...(['cheat_info', 'notice', 'game_event', 'trace'] as const),
  ]
  for (const table of tables) {
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(world.db)
    counts[table] = rows[0]?.n ?? 0
  }
  return counts
}
const storedOf = (hashes: readonly string[]) =>
  world.db.selectFrom('file').select('hash').where('hash', 'in', hashes).execute()
const containersOf = (ids: readonly string[]) =>
  world.db.selectFrom('container').selectAll().where('id', 'in', ids).execute()

const statusesOf = async (open: OpenGame, player: Person): Promise<number[]> => {
  const { id } = open.game
  const answers = await Promise.all([
    world.visitor().get(`/api/game/${id}`),
    player.get(`/api/game/${id}`),
    admin.get(`/api/edit/games/${id}`),
    admin.put(`/api/edit/games/${id}`, { title: 'back' }),
    admin.get(`/api/edit/games/${id}/hashsalt`),
    admin.get(`/api/edit/games/${id}/divisions`),
    admin.post(`/api/edit/games/${id}/divisions`, { name: 'late' }),
    admin.get(`/api/admin/writeups/${id}`),
  ])
  return answers.map(({ status }) => status)
}
const allGone = Array.from({ length: 8 }, () => 404)

describe('deleting a game', () => {
  it('takes along everything that belongs to it, and nothing of another', async () => {
    await full()
    const before = await countRows()
    const { game, open, one } = await full()
    const { status, text } = await remove(game.id)
    expect([status, text]).toEqual([200, ''])
    expect(await countRows()).toEqual(before)
    expect(await statusesOf(open, one.player)).toEqual(allGone)
    expect((await remove(game.id)).status).toBe(404)
    const own = await one.player.get<{ id: number }[]>('/api/team')
    expect(own.body.map(({ id }) => id)).toEqual([one.team.id])
  })

  it('gives up every file once for each time it was referred to', async () => {
    const { game, hashes } = await full()
    expect(await storedOf(hashes)).toHaveLength(3)
    await remove(game.id)
    expect(await storedOf(hashes)).toEqual([])
  })

  it('has its containers stopped', async () => {
    const { game, containers } = await full()
    const ids = containers.map(({ id }) => id)
    await remove(game.id)
    await expect.poll(() => containersOf(ids), patient).toEqual([])
  })

  it('takes more rows than go at once', async () => {
    const before = await countRows()
    const open = await createOpenGame(world)
    const challenge = await open.challenge()
    const { participation } = await open.team()
    const { id } = open.game
    await sql`
      insert into submission (game_id, participation_id, challenge_id, answer, status, time)
      select ${id}, ${participation.id}, ${challenge.id}, 'flag{no}', 'WrongAnswer', now()
      from generate_series(1, 11000)
    `.execute(world.db)
    await sql`
      insert into game_event (game_id, type, "values", time)
      select ${id}, 'Normal', array['x'], now() from generate_series(1, 6000)
    `.execute(world.db)
    await insertTraces({ participation, challenge }, 6000)
    await sql`
      with made as (
        insert into team (name, invite_token, captain_id)
        select 'many', repeat('0', 32), ${admin.id} from generate_series(1, 120) returning id
      )
      insert into participation (game_id, team_id, status, token)
      select ${id}, id, 'Pending', id from made
    `.execute(world.db)
    expect((await remove(id)).status).toBe(200)
    expect(await countRows()).toEqual(before)
  })

  it('is written to the log with who did it', async () => {
    const { body: game } = await admin.post<GameInfo>('/api/edit/games', { title: 'Short-lived' })
    await remove(game.id)
    await expect
      .poll(() =>
        world.db
          .selectFrom('log')
          .select(['name', 'status'])
          .where('msg', '=', `Game Short-lived (${game.id}) deleted`)
          .execute(),
      )
      .toEqual([{ name: admin.userName, status: 'Success' }])
  })

  it('by two at once ends well for both', async () => {
    const before = await countRows()
    const { game } = await full()
    const statuses = (await Promise.all([remove(game.id), remove(game.id)])).map(({ status }) => status)
    expect(statuses).toContain(200)
    for (const status of statuses) expect([200, 404]).toContain(status)
    expect(await countRows()).toEqual(before)
  })
})

describe('a deletion that breaks off', () => {
  const breakAt = async (table: 'participation' | 'game'): Promise<() => Promise<void>> => {
    await sql`
      create function refuse() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$
    `.execute(world.db)
    await sql`
      create trigger refuse before delete on ${sql.table(table)} for each row execute function refuse()
    `.execute(world.db)
    return async () => void (await sql`drop function refuse cascade`.execute(world.db))
  }

  it.each(['participation', 'game'] as const)(
    'at its %s rows shows nobody half a game, and is ended by deleting again',
    async (table) => {
      const before = await countRows()
      const { game, open, one, containers, hashes } = await full()
      const mend = await breakAt(table)
      try {
        expect((await remove(game.id)).status).toBe(500)
        expect((await countRows())['submission']).toBe(before['submission'])
        expect(await statusesOf(open, one.player)).toEqual(allGone)
        const lists = [await admin.get('/api/game'), await admin.get('/api/edit/games?count=100')]
        for (const { text } of lists) expect(text).not.toContain(`"${game.title}"`)
        const flag = await one.player.post(`${open.path}/challenges/1`, { flag: 'flag{late}' })
        expect(flag.status).toBe(404)
        await expect.poll(() => containersOf(containers.map(({ id }) => id)), patient).toEqual([])
      } finally {
        await mend()
      }
      expect((await remove(game.id)).status).toBe(200)
      expect(await countRows()).toEqual(before)
      expect(await storedOf(hashes)).toEqual([])
      expect((await remove(game.id)).status).toBe(404)
    },
  )

  it('is ended by the next sweep otherwise', async () => {
    const before = await countRows()
    const { game, hashes } = await full()
    const mend = await breakAt('game')
    await remove(game.id)
    await mend()
    await world.app.modules.game.removal.sweep()
    expect(await countRows()).toEqual(before)
    expect(await storedOf(hashes)).toEqual([])
  })

  it('lets its teams be deleted meanwhile', async () => {
    const { game, one } = await full()
    const mend = await breakAt('game')
    await remove(game.id)
    await mend()
    expect((await admin.delete(`/api/admin/teams/${one.team.id}`)).status).toBe(200)
    expect((await remove(game.id)).status).toBe(200)
  })
})

describe('anyone who listens to a game', () => {
  const listen = (id: number) => joinRaw(world.origin, `/hub/user?game=${id}`)

  it('is cut off when it is deleted', async () => {
    const open = await createOpenGame(world)
    const client = await listen(open.game.id)
    await remove(open.game.id)
    expect(await client.closed).toEqual(expect.any(Number))
  })

  it('is cut off when it is hidden, unless monitoring or playing', async () => {
    const { body: game } = await admin.post<GameInfo>('/api/edit/games', { title: 'Cup' })
    const monitor = await world.person('Monitor')
    const stranger = await listen(game.id)
    const allowed = await joinRaw(world.origin, `/hub/user?game=${game.id}`, {
      headers: { cookie: `pennant_session=${monitor.cookie()}` },
    })
    await admin.put(`/api/edit/games/${game.id}`, { ...game, hidden: true })
    expect(await stranger.closed).toEqual(expect.any(Number))
    world.app.hubs.toPlayers(game.id, 'ReceivedGameNotice', 'still here')
    const heard: unknown[] = []
    while (!JSON.stringify(heard).includes('still here') && !heard.includes(null))
      heard.push(await allowed.hear())
    expect(heard).not.toContain(null)
    allowed.socket.terminate()
  })
})
