import type { Reveal } from '@pennant/contract/reveal'
import type { Results } from '@pennant/contract/results'
import { revealAt, revealOf } from '@pennant/rules/reveal/reveal'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOpenGame, type OpenGame } from '../../../../../tests/kit/open-game.ts'
import { animatedGif, largeGif } from '../../../../../tests/kit/images.ts'
import { samplePng } from '../../../../../tests/kit/sample-image.ts'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'

let world: World
let admin: Person
beforeAll(async () => {
  world = await createWorld()
  admin = await world.person('Admin')
})
afterAll(() => world.close())

const hour = 3_600_000

const read = ({ path }: OpenGame, query = '', by: Pick<Person, 'get'> = admin) =>
  by.get<Reveal>(`${path}/reveal${query}`)

const played = async (settings = {}) => {
  const freezeAt = world.clock.now() + hour
  const open = await createOpenGame(world, {
    ...{ freeze_at: new Date(freezeAt), end_at: new Date(freezeAt + hour), practice_mode: true },
    ...settings,
  })
  const students = await open.division('Students')
  const one = await open.challenge({ flags: ['flag{one}'], original_score: 500, min_score_rate: 0.2 })
  const two = await open.challenge({ flags: ['flag{two}'], original_score: 700, min_score_rate: 0.2 })
  const three = await open.challenge({ flags: ['flag{three}'], original_score: 900 })
  const gulls = await open.team({ name: 'Gulls' })
  const terns = await open.team({ name: 'فريق', division: students })
  const auks = await open.team({ name: 'Auks', division: students })
  await open.submit(gulls.player, one, 'flag{one}')
  await open.submit(auks.player, three, 'secret-guess-before')
  world.clock.advance(hour + 60_000)
  await open.submit(terns.player, one, 'flag{one}')
  await open.submit(terns.player, two, 'secret-guess')
  const first = world.clock.now()
  await open.submit(auks.player, two, 'secret-guess-too')
  await open.submit(auks.player, two, 'flag{two}')
  await open.submit(gulls.player, one, 'secret-guess-again')
  world.clock.advance(hour)
  await open.submit(gulls.player, three, 'flag{three}')
  return { open, students, one, two, three, gulls, terns, auks, freezeAt, first }
}

describe('what a reveal needs', () => {
  it('is both boards, and tries as counts and times, without any answer', async () => {
    const { open, one, two, three, gulls, terns, auks, freezeAt, first } = await played()
    const { status, body, text } = await read(open)
    expect(status, text).toBe(200)
    expect(body).toMatchObject({
      ...{ freezeAt, division: null, waiting: 0, publishedAt: null },
      challenges: [{ id: one.id }, { id: two.id }, { id: three.id }],
    })
    expect(body.teams.map(({ name }) => name).toSorted()).toEqual(['Auks', 'Gulls', 'فريق'])
    const solves = (lines: Reveal['final']) =>
      new Map(lines.map(({ id, solvedChallenges }) => [id, solvedChallenges.map((solve) => solve.id)]))
    expect(solves(body.frozen)).toEqual(
      new Map([
        [gulls.team.id, [one.id]],
        [terns.team.id, []],
        [auks.team.id, []],
      ]),
    )
    expect(solves(body.final)).toEqual(
      new Map([
        [auks.team.id, [two.id]],
        [gulls.team.id, [one.id]],
        [terns.team.id, [one.id]],
      ]),
    )
    const tries = body.tries.toSorted((a, b) => a.teamId - b.teamId || a.challengeId - b.challengeId)
    expect(tries).toEqual([
      { teamId: terns.team.id, challengeId: one.id, count: 1, first: expect.any(Number) },
      { teamId: terns.team.id, challengeId: two.id, count: 1, first: expect.any(Number) },
      { teamId: auks.team.id, challengeId: two.id, count: 2, first: expect.any(Number) },
    ])
    expect(tries.at(-1)?.first).toBeGreaterThanOrEqual(first)
    expect(text).not.toMatch(/secret|flag\{/)
  })

  it('ends at the published board', async () => {
    const { open, auks } = await played()
    await admin.post(`/api/edit/games/${open.game.id}/adjustments`, {
      ...{ participationIds: [auks.participation.id], points: -300, reason: 'A rule' },
    })
    const { body } = await read(open)
    await admin.post(`/api/edit/games/${open.game.id}/results`, {})
    const { board, publishedAt } = (await world.visitor().get<Results>(`${open.path}/results`)).body
    const steps = revealOf(body)
    const { rows } = revealAt(body, steps, steps.length)
    expect(rows.map(({ id, place, score }) => [id, place, score])).toEqual(
      board.items.map(({ id, rank, score }) => [id, rank, score]),
    )
    expect((await read(open)).body.publishedAt).toBe(publishedAt)
  })

  it('is of one division, where one is named', async () => {
    const { open, students, terns, auks } = await played()
    const { body } = await read(open, `?division=${students.id}`)
    expect(body.division).toBe('Students')
    expect(body.teams.map(({ id }) => id)).toEqual([terns.team.id, auks.team.id])
    expect(body.final.map(({ id }) => id)).toEqual([auks.team.id, terns.team.id])
    expect(body.tries).toHaveLength(3)
    const notFound = { status: 404, body: { code: 'division.notFound' } }
    for (const division of [0, -1, 2_000_000_000])
      expect(await read(open, `?division=${division}`)).toMatchObject(notFound)
  })

  it('opens nothing in a game without a freeze', async () => {
    const { open } = await played({ freeze_at: null })
    const { body } = await read(open)
    expect(body).toMatchObject({ freezeAt: null, tries: [] })
    expect(body.frozen).toEqual(body.final)
    expect(revealOf(body).filter(({ kind }) => kind === 'open')).toEqual([])
  })

  it.each([
    ['an image', () => samplePng()],
    ['an animation', animatedGif],
    ['a large image', largeGif],
  ])('brings %s of a team along, small', async (_what, bytes) => {
    const { open, gulls } = await played()
    const file = { name: 'avatar.png', bytes: await bytes() }
    expect(
      (await gulls.player.upload('PUT', `/api/team/${gulls.team.id}/avatar`, 'file', [file])).status,
    ).toBe(200)
    const { body } = await read(open)
    const avatar = body.teams.find(({ id }) => id === gulls.team.id)?.avatar ?? ''
    expect(avatar).toMatch(/^data:image\/webp;base64,[\w+/]+=*$/)
    expect(avatar.length).toBeLessThan(10_000)
  })

  it('is there once the game is over, and only for administrators', async () => {
    const open = await createOpenGame(world)
    expect(await read(open)).toMatchObject({ status: 409, body: { code: 'game.notOver' } })
    expect((await admin.get('/api/game/2000000000/reveal')).status).toBe(404)
    const { open: over, gulls } = await played()
    for (const person of [gulls.player, await world.person('Monitor'), world.visitor()])
      expect([401, 403]).toContain((await read(over, '', person)).status)
  })
})
