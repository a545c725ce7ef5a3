import { createHash, randomUUID } from 'node:crypto'
import type { DetailedGameInfo, GameInfo } from '@pennant/contract/game'
import type { GameNotice } from '@pennant/contract/hub'
import type { Results, ResultsToEdit } from '@pennant/contract/results'
import type { Scoreboard } from '@pennant/contract/scoreboard'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listen } from '../../../../../tests/kit/listen.ts'
import { createOpenGame, type OpenGame } from '../../../../../tests/kit/open-game.ts'
import { exportPackage } from '../../../../../tests/kit/package.ts'
import { patient } from '../../../../../tests/kit/patient.ts'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'
import { publishedResults } from '../../core/game/results.ts'

let world: World
let admin: Person
beforeAll(async () => {
  world = await createWorld()
  admin = await world.person('Admin')
})
afterAll(() => world.close())

const hour = 3_600_000

const pathOf = ({ game }: OpenGame): string => `/api/edit/games/${game.id}/results`
const publish = (open: OpenGame, sent: object = {}) => admin.post<ResultsToEdit>(pathOf(open), sent)
const withdraw = (open: OpenGame, sent: object = {}) => admin.delete<ResultsToEdit>(pathOf(open), sent)
const read = (open: OpenGame, query = '') => world.visitor().get<Results>(`${open.path}/results${query}`)
const boardOf = async (open: OpenGame, live = '') =>
  (await admin.get<Scoreboard>(`${open.path}/scoreboard${live}`)).body
const noticesOf = async (open: OpenGame) =>
  (await world.visitor().get<GameNotice[]>(`${open.path}/notices`)).body
const placesIn = ({ items }: Scoreboard) => items.map(({ id, score, rank }) => [id, score, rank])
const idOf = async ({ userName }: Person): Promise<string> =>
  (await world.db.selectFrom('user').select('id').where('name', '=', userName).executeTakeFirstOrThrow()).id
const renameTeam = (id: number, name: string) => admin.put(`/api/admin/teams/${id}`, { name })

/** One solve before the freeze, one after it, and one after the end. */
const played = async (settings = {}) => {
  const freezeAt = world.clock.now() + hour
  const open = await createOpenGame(world, {
    ...{ freeze_at: new Date(freezeAt), end_at: new Date(freezeAt + hour), practice_mode: true },
    ...settings,
  })
  const one = await open.challenge({ flags: ['flag{one}'], original_score: 500, min_score_rate: 0.2 })
  const two = await open.challenge({ flags: ['flag{two}'], original_score: 700, min_score_rate: 0.2 })
  const [first, second] = [await open.team({ name: 'Gulls' }), await open.team({ name: 'فريق', size: 2 })]
  await open.submit(first.player, one, 'flag{one}')
  world.clock.advance(hour + 60_000)
  await open.submit(second.player, one, 'flag{one}')
  const [, member = second.player] = second.players
  await open.submit(member, two, 'flag{two}')
  world.clock.advance(hour)
  await open.submit(first.player, two, 'flag{two}')
  return { open, one, two, first, second, member, freezeAt }
}

describe('publishing results', () => {
  it('ends the freeze, stores the live board without practice, and lets notices go without a push', async () => {
    const { open, first, second, freezeAt } = await played()
    const listener = await listen(world, `/hub/user?game=${open.game.id}`, first.player)
    expect(await boardOf(open)).toMatchObject({ frozenAt: freezeAt })
    expect((await noticesOf(open)).filter(({ type }) => type === 'FirstBlood')).toHaveLength(1)
    expect((await read(open)).status).toBe(404)
    const live = await boardOf(open, '/live')

    const { status, body } = await publish(open, { note: 'Thank you for playing' })
    expect(status).toBe(200)
    const { publishedAt } = body
    expect(body).toEqual({
      publishedAt: expect.any(Number),
      revisions: [
        {
          ...{ revision: 1, time: publishedAt, note: 'Thank you for playing', reason: '' },
          ...{ sha256: expect.stringMatching(/^[0-9a-f]{64}$/), by: admin.userName },
        },
      ],
    })

    const board = await boardOf(open)
    expect(board).not.toHaveProperty('frozenAt')
    expect(placesIn(board)).toEqual(placesIn(live))
    expect((await world.visitor().get<DetailedGameInfo>(open.path)).body.resultsAt).toBe(publishedAt)
    expect((await noticesOf(open)).filter(({ type }) => type === 'FirstBlood')).toHaveLength(2)

    const results = (await read(open)).body
    expect(results).toMatchObject({ revision: 1, note: 'Thank you for playing', publishedAt })
    expect(results).not.toHaveProperty('by')
    expect(results.revisions[0]).not.toHaveProperty('by')
    expect(placesIn(results.board)).toEqual(placesIn(live))
    expect(results.board.items.map(({ name }) => name)).toEqual(['فريق', 'Gulls'])
    const solves = (of: Scoreboard, { team }: typeof first) =>
      of.items.find(({ id }) => id === team.id)?.solvedCount
    expect([solves(board, first), solves(results.board, first)]).toEqual([2, 1])
    expect(solves(results.board, second)).toBe(2)
    expect(createHash('sha256').update(JSON.stringify(results.board)).digest('hex')).toBe(results.sha256)

    await expect
      .poll(() => listener.of<{ version: number }>('ReceivedScoreboardVersion').at(-1)?.version, patient)
      .toBe(board.version)
    expect(listener.heard.filter(([event]) => event === 'ReceivedGameNotice')).toEqual([])
    await listener.stop()
  })

  it('twice without a change makes one revision, also at once', async () => {
    const { open } = await played()
    const answers = await Promise.all([1, 2, 3, 4].map(() => publish(open)))
    answers.push(await publish(open, { reason: 'Again' }))
    for (const { status, body } of answers) {
      expect(status).toBe(200)
      expect(body).toEqual(answers[0]?.body)
    }
    expect(answers[0]?.body.revisions).toHaveLength(1)
    expect(await read(open)).toMatchObject({ body: { revision: 1, revisions: { length: 1 } } })
  })

  it('again needs a reason, and every revision stays readable', async () => {
    const { open, first } = await played()
    await publish(open, { note: 'First' })
    const before = await read(open)
    await renameTeam(first.team.id, 'Kittiwakes')
    expect(await publish(open)).toMatchObject({ status: 400, body: { code: 'validation.required' } })
    const { body } = await publish(open, { reason: 'A team was renamed' })
    expect(body.revisions.map(({ revision, reason, note }) => [revision, reason, note])).toEqual([
      [2, 'A team was renamed', 'First'],
      [1, '', 'First'],
    ])
    const [newest, oldest] = [(await read(open)).body, (await read(open, '?revision=1')).body]
    expect(newest).toMatchObject({ revision: 2, revisions: body.revisions.map(({ by: _by, ...one }) => one) })
    expect(newest.board.items.some(({ name }) => name === 'Kittiwakes')).toBe(true)
    expect(oldest).toMatchObject({ revision: 1, board: before.body.board, sha256: before.body.sha256 })
    for (const query of ['?revision=0', '?revision=3', '?revision=-1', '?revision=99999'])
      expect((await read(open, query)).status).toBe(404)
  })

  it('stores what nothing changes: neither renaming, nor deletion, nor practice, nor accounts that leave', async () => {
    const { open, one, first, second, member } = await played()
    await publish(open)
    const textOf = async () =>
      await world.db
        .selectFrom('game_result')
        .select(['board', 'sha256'])
        .where('game_id', '=', open.game.id)
        .executeTakeFirstOrThrow()
    const before = [JSON.stringify(await textOf()), (await read(open)).text]
    await renameTeam(second.team.id, 'Renamed')
    const { body: game } = await admin.get<GameInfo>(`/api/edit/games/${open.game.id}`)
    await admin.put(`/api/edit/games/${open.game.id}`, { ...game, title: 'Other', bloodBonus: 0 })
    await admin.post(`/api/edit/games/${open.game.id}/adjustments`, {
      ...{ participationIds: [first.participation.id], points: 5_000, reason: 'Late' },
    })
    expect((await admin.delete(`/api/edit/games/${open.game.id}/challenges/${one.id}`)).status).toBe(200)
    expect((await admin.delete(`/api/admin/teams/${first.team.id}`)).status).toBe(200)
    for (const person of [first.player, member])
      expect((await admin.delete(`/api/admin/users/${await idOf(person)}`)).status).toBe(200)
    expect([JSON.stringify(await textOf()), (await read(open)).text]).toEqual(before)
    expect(placesIn(await boardOf(open))).not.toEqual(placesIn((await read(open)).body.board))
  })

  it.each<[string, (open: OpenGame) => Promise<{ status: number; body: unknown }>, number, string]>([
    ['a note too long', (open) => publish(open, { note: 'x'.repeat(2_001) }), 400, 'validation.tooLong'],
    ['a reason too long', (open) => publish(open, { reason: 'x'.repeat(501) }), 400, 'validation.tooLong'],
    ['a reason of two lines', (open) => publish(open, { reason: 'a\nb' }), 400, 'validation.text'],
    ['nothing to withdraw', withdraw, 404, 'results.notFound'],
  ])('is refused with %s', async (_what, act, status, code) => {
    const { open } = await played()
    expect(await act(open)).toMatchObject({ status, body: { code } })
    expect((await admin.get<ResultsToEdit>(pathOf(open))).body).toEqual({ publishedAt: null, revisions: [] })
  })

  it('is refused until the game is over, and for games that are not there', async () => {
    const open = await createOpenGame(world)
    expect(await publish(open)).toMatchObject({ status: 409, body: { code: 'game.notOver' } })
    for (const id of [2_000_000_000, 'x']) {
      expect(await admin.post(`/api/edit/games/${id}/results`, {})).toMatchObject({ status: 404 })
      expect(await admin.get(`/api/edit/games/${id}/results`)).toMatchObject({ status: 404 })
      expect(await admin.get(`/api/game/${id}/results`)).toMatchObject({ status: 404 })
    }
  })

  it('ends before the game goes on: a later end is refused until results are withdrawn', async () => {
    const { open } = await played()
    await publish(open)
    const edit = `/api/edit/games/${open.game.id}`
    const { body: game } = await admin.get<GameInfo>(edit)
    const later = { ...game, end: world.clock.now() + 3_600_000 }
    expect(await admin.put(edit, later)).toMatchObject({
      ...{ status: 400, body: { code: 'game.resultsPublished' } },
    })
    expect((await admin.put(edit, { ...game, end: game.end - 1 })).status).toBe(200)
    expect((await admin.delete(`${edit}/results`, {})).status).toBe(200)
    expect((await admin.put(edit, later)).status).toBe(200)
  })

  it('is only for administrators', async () => {
    const { open, first } = await played()
    for (const person of [first.player, await world.person('Monitor'), world.visitor()]) {
      expect([401, 403]).toContain((await person.get(pathOf(open))).status)
      expect([401, 403]).toContain((await person.post(pathOf(open), {})).status)
      expect([401, 403]).toContain((await person.delete(pathOf(open), {})).status)
    }
    expect((await read(open)).status).toBe(404)
  })

  it('needs no freeze, and keeps a secret game secret', async () => {
    const { open, first } = await played({ freeze_at: null, hidden: true })
    await publish(open)
    expect((await read(open)).status).toBe(404)
    expect((await first.player.get(`${open.path}/results`)).status).toBe(200)
    await admin.put(`/api/edit/games/${open.game.id}`, {
      ...(await admin.get<GameInfo>(`/api/edit/games/${open.game.id}`)).body,
      hidden: false,
    })
    expect((await read(open)).status).toBe(200)
  })

  it('shows a hidden board, and is in no package', async () => {
    const { open } = await played({ freeze_hides_board: true })
    expect((await boardOf(open)).items).toEqual([])
    await publish(open, { note: 'Never in a package' })
    expect((await boardOf(open)).items).toHaveLength(2)
    const text = JSON.stringify(await exportPackage(admin, open.game.id))
    expect(text).not.toMatch(/Never in a package|results/i)
  })

  it('serves the same bytes until there is another revision', async () => {
    const { open, first } = await played()
    await publish(open)
    const { headers } = await read(open)
    const tag = headers.get('etag') ?? ''
    const again = () =>
      world.visitor().call('GET', `${open.path}/results`, { headers: { 'if-none-match': tag } })
    expect((await again()).status).toBe(304)
    await renameTeam(first.team.id, 'Puffins')
    expect((await again()).status).toBe(304)
    await publish(open, { reason: 'A name' })
    expect((await again()).status).toBe(200)
  })

  it('happens whole or not at all', async () => {
    const { open } = await played()
    // The last statement fails, as for a process that is killed before it.
    await sql`
      create function refuse() returns trigger language plpgsql as 'begin raise exception ''refused''; end';
      create trigger refuse before update on game_ledger for each row execute function refuse();
    `.execute(world.db)
    const { status } = await publish(open)
    await sql`drop function refuse cascade`.execute(world.db)
    expect(status).toBe(500)
    expect((await admin.get<ResultsToEdit>(pathOf(open))).body).toEqual({ publishedAt: null, revisions: [] })
    expect((await noticesOf(open)).filter(({ type }) => type === 'FirstBlood')).toHaveLength(1)
    expect(await boardOf(open)).toHaveProperty('frozenAt')
    expect((await publish(open)).body.revisions).toHaveLength(1)
  })

  it('offers what is published to the rest of the server', async () => {
    const { open } = await played()
    const ofGame = () => publishedResults(world.db, open.game.id)
    expect(await ofGame()).toBeNull()
    await publish(open, { note: 'x' })
    expect(await ofGame()).toMatchObject({ revision: 1, note: 'x', board: (await read(open)).body.board })
    await withdraw(open)
    expect(await ofGame()).toBeNull()
  })
})

describe('withdrawing results', () => {
  it('freezes again, holds the notices, and keeps what was stored', async () => {
    const { open, freezeAt } = await played()
    const frozen = await boardOf(open)
    const notices = await noticesOf(open)
    const published = (await publish(open)).body
    const { status, body } = await withdraw(open, { reason: 'Too early' })
    expect(status).toBe(200)
    expect(body).toEqual({ ...published, publishedAt: null })
    expect(await boardOf(open)).toMatchObject({ frozenAt: freezeAt, items: frozen.items })
    expect((await noticesOf(open)).map(({ values }) => values)).toEqual(notices.map(({ values }) => values))
    expect((await read(open)).status).toBe(404)
    expect((await read(open, '?revision=1')).status).toBe(404)
    expect((await world.visitor().get(open.path)).text).not.toContain('resultsAt')
    expect((await withdraw(open)).body).toEqual(body)

    world.clock.advance(60_000)
    const again = (await publish(open)).body
    expect(again).toEqual({ ...published, publishedAt: expect.any(Number) })
    expect(again.publishedAt).toBeGreaterThanOrEqual((published.publishedAt ?? 0) + 60_000)
  })

  it('waits until no program serves that would show what it hides', async () => {
    const { open } = await played()
    await publish(open)
    const now = new Date(world.clock.now())
    const facts = { elected: false, memory_mb: 1, loop_delay_ms: 1, hub_clients: 0 }
    const row = { id: randomUUID(), seen_at: now, started_at: now, program: null, ...facts }
    await world.db.insertInto('process').values(row).execute()
    expect(await withdraw(open)).toMatchObject({ status: 409, body: { code: 'game.olderProgram' } })
    expect((await read(open)).status).toBe(200)
    await world.db.deleteFrom('process').where('id', '=', row.id).execute()
    expect((await withdraw(open)).status).toBe(200)
  })
})
