import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DetailedGameInfo, GameInfo } from '@pennant/contract/game'
import type { GameNotice } from '@pennant/contract/hub'
import type { Scoreboard } from '@pennant/contract/scoreboard'
import { createOpenGame, type OpenGame } from '../../../../../tests/kit/open-game.ts'
import {
  exportPackage,
  foreignGame,
  foreignManifest,
  importPackage,
  packageOf,
} from '../../../../../tests/kit/package.ts'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'

let world: World
let admin: Person
beforeAll(async () => {
  world = await createWorld()
  admin = await world.person('Admin')
})
afterAll(() => world.close())

const minute = 60_000
const hour = 60 * minute

const pathOf = (id: number): string => `/api/edit/games/${id}`
const read = async (id: number) => (await admin.get<GameInfo>(pathOf(id))).body

type Edit = { [member: string]: unknown }
const send = async ({ game: { id } }: OpenGame, changes: Edit, without: readonly string[] = []) => {
  const body: Edit = { ...(await read(id)), ...changes }
  for (const member of without) delete body[member]
  return admin.put<GameInfo & { code: string }>(pathOf(id), body)
}
const edit = async (open: OpenGame, changes: Edit, without: readonly string[] = []): Promise<GameInfo> => {
  const { status, body, text } = await send(open, changes, without)
  expect(status, text).toBe(200)
  return body
}

describe('a freeze', () => {
  it('is named where there is one, and by no byte where there is none', async () => {
    const open = await createOpenGame(world)
    for (const path of [pathOf(open.game.id), open.path, `${open.path}/scoreboard`]) {
      const { text } = await admin.get(path)
      expect(text).not.toMatch(/freeze|frozen|"hidden":true/i)
    }
    const freezeAt = world.clock.now() + hour
    expect(await edit(open, { freezeAt, freezeHidesBoard: true })).toMatchObject({
      ...{ freezeAt, freezeHidesBoard: true },
    })
    const { body } = await world.visitor().get<DetailedGameInfo>(open.path)
    expect(body.freezeAt).toBe(freezeAt)
    const board = await world.visitor().get<Scoreboard>(`${open.path}/scoreboard`)
    expect(board.body).not.toHaveProperty('frozenAt')
    world.clock.advance(hour)
    expect((await world.visitor().get<Scoreboard>(`${open.path}/scoreboard`)).body).toMatchObject({
      ...{ frozenAt: freezeAt, hidden: true },
    })
    const cleared = await edit(open, { freezeAt: null, freezeHidesBoard: false })
    expect(cleared).not.toHaveProperty('freezeAt')
    expect(cleared).not.toHaveProperty('freezeHidesBoard')
  })

  it('lies within the game, its ends included', async () => {
    const open = await createOpenGame(world)
    const { start, end } = await read(open.game.id)
    for (const freezeAt of [start, end]) expect((await edit(open, { freezeAt })).freezeAt).toBe(freezeAt)
    for (const freezeAt of [start - 1, end + 1]) {
      const { status, body } = await send(open, { freezeAt })
      expect([status, body.code]).toEqual([400, 'game.freezeOutside'])
    }
    const times = { title: 'Cup', start, end }
    const made = await admin.post<GameInfo>('/api/edit/games', { ...times, freezeAt: end })
    expect(made.body.freezeAt).toBe(end)
    expect((await admin.post('/api/edit/games', { ...times, freezeAt: end + 1 })).status).toBe(400)
  })

  it('stays with clients that do not know it, and moves with the end until it has come', async () => {
    const open = await createOpenGame(world)
    const { end } = await read(open.game.id)
    const unknown = ['freezeAt', 'freezeHidesBoard']
    const freezeAt = world.clock.now() + hour
    await edit(open, { freezeAt, freezeHidesBoard: true })
    expect(await edit(open, { title: 'Other' }, unknown)).toMatchObject({ freezeAt, freezeHidesBoard: true })
    expect((await edit(open, { end: end + hour }, unknown)).freezeAt).toBe(freezeAt + hour)
    world.clock.advance(3 * hour)
    expect((await edit(open, { end: end + 5 * hour }, unknown)).freezeAt).toBe(freezeAt + hour)
    const early = world.clock.now() - minute
    expect((await edit(open, { end: early }, unknown)).freezeAt).toBe(freezeAt + hour)
    expect((await edit(open, { end: freezeAt }, unknown)).freezeAt).toBe(freezeAt)
  })

  it('belongs to what a conflict is noticed by', async () => {
    const open = await createOpenGame(world)
    const path = pathOf(open.game.id)
    const { headers, body } = await admin.get<GameInfo>(path)
    await edit(open, { freezeAt: world.clock.now() })
    const late = await admin.call('PUT', path, { body, headers: { 'if-match': headers.get('etag') ?? '' } })
    expect(late.status).toBe(412)
  })

  it('that is moved shows and hides with it: solves, and the notices of bloods', async () => {
    const open = await createOpenGame(world)
    const challenge = await open.challenge({ flags: ['flag{a}'] })
    const teams = [await open.team(), await open.team(), await open.team()]
    const times: number[] = []
    for (const { player } of teams) {
      times.push(world.clock.now())
      await open.submit(player, challenge, 'flag{a}')
      world.clock.advance(minute)
    }
    const shown = async () => {
      const { body } = await world.visitor().get<Scoreboard>(`${open.path}/scoreboard`)
      const list = await world.visitor().get<GameNotice[]>(`${open.path}/notices`)
      expect(list.body.every(({ id }) => id > 0)).toBe(true)
      return [body.items.filter(({ solvedCount }) => solvedCount > 0).length, list.body.length]
    }
    expect(await shown()).toEqual([3, 3])
    const [, second = 0, third = 0] = times
    await edit(open, { freezeAt: second })
    expect(await shown()).toEqual([1, 1])
    await edit(open, { freezeAt: third })
    expect(await shown()).toEqual([2, 2])
    await edit(open, { freezeAt: null })
    expect(await shown()).toEqual([3, 3])
  })
})

describe('beside a program that knows no freeze', () => {
  const id = randomUUID()
  const beat = (program: string | null) => {
    const now = new Date(world.clock.now())
    const facts = { elected: false, memory_mb: 1, loop_delay_ms: 1, hub_clients: 0 }
    const row = { id, seen_at: now, started_at: now, program, ...facts }
    return world.db
      .insertInto('process')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute()
  }

  it('nothing can be hidden, until it has not been seen for 40 seconds', async () => {
    const frozen = await createOpenGame(world)
    const freezeAt = world.clock.now() + hour
    await edit(frozen, { freezeAt })
    const open = await createOpenGame(world)
    await beat(null)
    for (const [game, changes] of [
      [open, { freezeAt }],
      [frozen, { freezeHidesBoard: true }],
    ] as const) {
      const { status, body } = await send(game, changes)
      expect([status, body.code]).toEqual([409, 'game.olderProgram'])
    }
    expect(await read(open.game.id)).not.toHaveProperty('freezeAt')
    expect(
      (await admin.post(`${pathOf(frozen.game.id)}/copy`, { title: 'x', start: 1, end: 2 })).status,
    ).toBe(409)
    expect((await edit(frozen, { freezeAt: freezeAt + minute })).freezeAt).toBe(freezeAt + minute)
    world.clock.advance(41_000)
    await edit(open, { freezeAt })
  })

  it('one that has a name is no hindrance', async () => {
    await beat('2.0.0')
    const freezeAt = world.clock.now()
    expect((await edit(await createOpenGame(world), { freezeAt })).freezeAt).toBe(freezeAt)
  })
})

describe('a freeze in a package', () => {
  it('comes back as it was', async () => {
    const open = await createOpenGame(world)
    const freezeAt = world.clock.now() + hour
    await edit(open, { freezeAt, freezeHidesBoard: true })
    const { body: id } = await importPackage(
      admin,
      new Uint8Array((await exportPackage(admin, open.game.id)).bytes),
    )
    expect(await read(id)).toMatchObject({ freezeAt, freezeHidesBoard: true })
  })

  it('is refused outside of the game', async () => {
    const game = { ...foreignGame, freezeAt: '2001-01-01T00:00:00Z' }
    const { status, text } = await importPackage(admin, packageOf({ manifest: foreignManifest, game }))
    expect(status).toBe(400)
    expect(text).toContain('game.freezeOutside')
  })

  it('moves with the start of a copy', async () => {
    const open = await createOpenGame(world)
    const { start, end } = await read(open.game.id)
    await edit(open, { freezeAt: start + hour })
    const later = { title: 'Again', start: start + 9 * hour, end: end + 9 * hour }
    const { body: id } = await admin.post<number>(`${pathOf(open.game.id)}/copy`, later)
    expect((await read(id)).freezeAt).toBe(start + 10 * hour)
  })
})
