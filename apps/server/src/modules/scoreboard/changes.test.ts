import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Scoreboard } from '@pennant/contract/scoreboard'
import type { ScoreboardChanges } from '@pennant/contract/scoreboard-changes'
import { rowChecksum } from '@pennant/rules/scoreboard/row-checksum'
import { createOpenGame, type OpenGame } from '../../../../../tests/kit/open-game.ts'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'
import type { Reply } from '../../http/reply.ts'
import { createChangeList } from './changes.ts'

let world: World
let admin: Person
beforeAll(async () => {
  world = await createWorld()
  admin = await world.person('Admin')
})
afterAll(() => world.close())

const board = async ({ path }: OpenGame) => (await world.visitor().get<Scoreboard>(`${path}/scoreboard`)).body
const ask = ({ path }: OpenGame, since?: number, headers: Record<string, string> = {}) =>
  world
    .visitor(headers)
    .get<ScoreboardChanges>(`${path}/scoreboard/changes${since === undefined ? '' : `?since=${since}`}`)
const changes = async (open: OpenGame, since?: number) => (await ask(open, since)).body

describe('what has changed on the board', () => {
  it('are the solves since, what their challenges are worth now, and the sum of all rows', async () => {
    const open = await createOpenGame(world, { blood_bonus: 52_459_530 })
    const challenge = await open.challenge({ title: 'Buoy', category: 'Web', flags: ['flag{x}'] })
    await open.challenge({ title: 'Untouched' })
    const [one, two] = [await open.team(), await open.team()]
    const { version: first = 0 } = await board(open)
    await open.submit(one.player, challenge, 'flag{x}')
    const { version: second = 0 } = await board(open)
    await open.submit(two.player, challenge, 'flag{x}')
    const { version: third = 0, updateTimeUtc, items, challenges } = await board(open)

    const [info] = challenges['Web'] ?? []
    const solveOf = ({ team, player }: typeof one, place: number, rankBefore: number) => {
      const item = items.find(({ id }) => id === team.id)
      const [solve] = item?.solvedChallenges ?? []
      return {
        ...{ teamId: team.id, team: team.name, challengeId: challenge.id, challenge: 'Buoy' },
        ...{ category: 'Web', place, points: solve?.score, time: solve?.time, user: player.userName },
        ...{ rank: item?.rank, rankBefore },
      }
    }
    const since = (solves: unknown[]) => ({
      version: third,
      changes: {
        ...{ updateTimeUtc, solves, teams: [], lines: [] },
        challenges: [{ id: challenge.id, score: info?.score, solved: 2 }],
        checksum: rowChecksum(items),
      },
    })
    expect(await changes(open, second)).toEqual(since([solveOf(two, 2, 2)]))
    expect(await changes(open, first)).toEqual(since([solveOf(one, 1, 1), solveOf(two, 2, 2)]))
    expect((await changes(open, third)).changes).toMatchObject({ solves: [], challenges: [] })
    // Between two versions that were read here, the answer begins with the one before.
    const { body, headers, status } = await ask(open, second - 1)
    expect(body).toEqual(await changes(open, first))
    expect(headers.get('cache-control')).toBe('no-cache, must-revalidate')
    expect(status).toBe(200)
    const tag = { 'if-none-match': headers.get('etag') ?? '' }
    expect((await ask(open, second - 1, tag)).status).toBe(304)
    expect((await ask(open, second, tag)).status).toBe(200)
  })

  it('are teams that have come or have another name, and nothing of them else', async () => {
    const open = await createOpenGame(world)
    const { team, player } = await open.team({ name: 'Before' })
    const { version } = await board(open)
    await player.put(`/api/team/${team.id}`, { name: 'After', bio: 'Text' })
    await board(open)
    const late = await open.team({ name: 'Late' })
    const { items } = await board(open)
    const { changes: told } = await changes(open, version)
    const named = (id: number, name: string, bio: string | null) => ({
      ...{ id, name, bio, avatar: null, divisionId: null, ranked: true },
    })
    expect(told).toMatchObject({ solves: [], challenges: [], checksum: rowChecksum(items) })
    expect(told?.teams).toEqual([named(team.id, 'After', 'Text'), named(late.team.id, 'Late', null)])
  })

  it('cannot be told without a version, from an unknown one, or where more has changed', async () => {
    const open = await createOpenGame(world)
    const challenge = await open.challenge({ title: 'Before', flags: ['flag{x}'] })
    const { participation } = await open.team()
    const { version: first = 0 } = await board(open)
    const whole = { version: first, spreadMs: 0 }
    for (const since of [undefined, -1, 0, first - 1, first + 1, 2_147_483_647])
      expect(await changes(open, since)).toEqual(whole)
    await admin.put(`/api/edit/games/${open.game.id}/challenges/${challenge.id}`, { title: 'After' })
    const { version: second = 0 } = await board(open)
    expect(await changes(open, first)).toEqual({ version: second, spreadMs: 0 })
    await admin.put(`/api/admin/participation/${participation.id}`, { status: 'Suspended' })
    const { version: third = 0 } = await board(open)
    expect(await changes(open, second)).toEqual({ version: third, spreadMs: 0 })
    for (const since of ['one', '1.5', '2147483648'])
      expect((await world.visitor().get(`${open.path}/scoreboard/changes?since=${since}`)).status).toBe(400)
  })

  it('are lines of teams with points by hand, as far as the timelines show them', async () => {
    const open = await createOpenGame(world)
    const { team, participation } = await open.team()
    const given = await admin.post(`/api/edit/games/${open.game.id}/adjustments`, {
      ...{ participationIds: [participation.id], points: 30, reason: 'A bug report' },
    })
    expect(given.status).toBe(200)
    const { version, timelines } = await board(open)
    const { changes: told } = await changes(open, version)
    expect(told?.lines).toEqual(timelines[0]?.teams)
    expect(told?.lines).toMatchObject([{ id: team.id, items: [{ score: 30 }] }])
  })

  it('are for those who may see the board', async () => {
    const hidden = await createOpenGame(world, { hidden: true })
    const { player } = await hidden.team()
    expect((await ask(hidden, 0)).status).toBe(404)
    expect((await player.get(`${hidden.path}/scoreboard/changes?since=0`)).status).toBe(200)
    const early = await createOpenGame(world, { start_at: new Date(world.clock.now() + 60_000) })
    expect(await ask(early, 0)).toMatchObject({ status: 400, body: { status: 10_001 } })
  })
})

const written = (version: number) =>
  createChangeList(
    {
      ...{ version, tag: `1-A-${version}`, frozenAt: null, modified: new Date(5_000) },
      ...{ items: [], challenges: [], divisions: [], timelines: [], bloodBonus: 0 },
    },
    [],
    1_000,
  )
const contentOf = ({ content }: Reply) =>
  content.kind === 'versioned' ? content : expect.fail('not versioned')

describe('the answer that the whole board has to be read', () => {
  it('spreads readers by how many watch when they ask, with a tag of its own', () => {
    const list = written(4)
    const [early, late] = [2, 900].map((spread) =>
      contentOf(list({ since: 1, newest: 4, spreadMs: () => spread })),
    )
    expect(early?.value).toEqual({ version: 4, spreadMs: 2 })
    expect(late?.value).toEqual({ version: 4, spreadMs: 900 })
    expect(early?.tag).not.toBe(late?.tag)
  })

  it('is none to readers of a version that was written after they had asked', () => {
    const { value } = contentOf(written(5)({ since: 5, newest: 4, spreadMs: () => 0 }))
    expect(value).toMatchObject({ version: 5, changes: { solves: [] } })
  })
})
