import type { HistoryEntry } from '@pennant/contract/scoreboard'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOpenGame, type OpenTeam } from '../../../../../tests/kit/open-game.ts'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'
import type { Principal } from '../../core/identity/caller.ts'
import { createHistories } from './history.ts'
import { readMembers } from './recorded-members.ts'
import { createChangeStore } from './store-changes.ts'

let world: World
let admin: Person
beforeAll(async () => {
  world = await createWorld()
  admin = await world.person('Admin')
})
afterAll(() => world.close())

const principalOf = ({ id, userName, role }: Person): Principal => ({
  ...{ sessionId: '', userId: id, userName, role },
})

const played = async (settings: Parameters<typeof createOpenGame>[1] = {}) => {
  const open = await createOpenGame(world, settings)
  const challenges = [
    await open.challenge({ flags: ['flag{a}'], original_score: 500, min_score_rate: 0.1 }),
    await open.challenge({ flags: ['flag{a}'], original_score: 300 }),
  ] as const
  const [own, rival] = [await open.team(), await open.team()]
  const solve = ({ player }: OpenTeam, at: 0 | 1) => open.submit(player, challenges[at], 'flag{a}')
  await solve(own, 0)
  const edit = `/api/edit/games/${open.game.id}`
  const save = (at: 0 | 1, body: object) => admin.put(`${edit}/challenges/${challenges[at].id}`, body)
  return { open, own, rival, solve, edit, save }
}

const counted = () => {
  const store = createChangeStore(world.core.db)
  let reads = 0
  const histories = createHistories(world.core, {
    list(gameId) {
      reads++
      return store.list(gameId)
    },
  })
  return { histories, reads: () => reads }
}

describe('histories', () => {
  it('are made once for all who ask, until the board changes', async () => {
    const { open, own, rival, solve } = await played()
    const { histories, reads } = counted()
    const ask = () => histories.own(open.game.id, principalOf(own.player))
    const [first, ...others] = await Promise.all([1, 2, 3, 4].map(ask))
    others.push(await ask())
    for (const other of others) expect(other).toBe(first)
    const staff = principalOf(admin)
    expect(await histories.of(open.game.id, own.participation.id, { principal: staff })).toBe(first)
    expect(await histories.own(open.game.id, principalOf(rival.player))).toEqual([])
    expect(reads()).toBe(1)

    await solve(rival, 0)
    const next = await ask()
    expect(next).not.toEqual(first)
    expect(await ask()).toBe(next)
    expect(reads()).toBe(2)
  })

  it('are made anew after own solves during a freeze, and with the reasons of points by hand', async () => {
    const { open, own, rival, solve, edit } = await played({ freeze_at: new Date(world.clock.now() - 1_000) })
    const read = async (): Promise<HistoryEntry[]> =>
      (await own.player.get<HistoryEntry[]>(`${open.path}/history`)).body
    const before = await read()
    await solve(rival, 0)
    expect(await read()).toEqual(before)
    await solve(own, 1)
    expect((await read()).map(({ what, points }) => [what, points])).toEqual([
      ['Solved', 500],
      ['Solved', 300],
    ])

    const given = { participationIds: [own.participation.id], points: 70, reason: 'A bug report' }
    const time = world.clock.now() - 60_000
    const { body } = await admin.post<{ id: number }[]>(`${edit}/adjustments`, { ...given, time })
    expect((await read())[0]).toMatchObject({ what: 'Given', points: 70, reason: 'A bug report', time })
    const path = `${open.path}/participations/${own.participation.id}/history`
    const live = async () => (await admin.get<HistoryEntry[]>(path)).body
    expect((await live()).map(({ what }) => what)).not.toContain('TakenBack')
    await admin.delete(`${edit}/adjustments/${body[0]?.id}`, { reason: 'A mistake' })
    expect((await live()).at(-1)).toMatchObject({ what: 'TakenBack', reason: 'A mistake' })
  })

  it('keep from a team why another was suspended', async () => {
    const { open, own, rival, solve } = await played()
    await solve(rival, 0)
    const status = { status: 'Suspended', reason: 'Shared flags' }
    await admin.put(`/api/admin/participation/${rival.participation.id}`, status)
    const { body, text } = await own.player.get<HistoryEntry[]>(`${open.path}/history`)
    expect(body.at(-1)).toMatchObject({ what: 'Changed', cause: 'Participation' })
    expect(text).not.toContain('Shared flags')
  })
})

describe('the history of a score at a moment', () => {
  it('is what it was then, by either id of the team, and there is none of before the start or to come', async () => {
    const { open, own, rival, solve, edit, save } = await played()
    const given = { participationIds: [own.participation.id], points: 70, reason: 'A bug report' }
    const { body } = await admin.post<{ id: number }[]>(`${edit}/adjustments`, given)
    world.clock.advance(60_000)
    const at = world.clock.now()
    await solve(rival, 0)
    await save(0, { originalScore: 900 })
    await admin.delete(`${edit}/adjustments/${body[0]?.id}`, { reason: 'A mistake' })

    const paths = [`participations/${own.participation.id}`, `teams/${own.team.id}`]
    const read = (path: string, query: string) =>
      admin.get<HistoryEntry[]>(`${open.path}/${path}/history${query}`)
    for (const path of paths) {
      expect((await read(path, `?at=${at}`)).body.map(({ what, score }) => [what, score])).toEqual([
        ['Solved', 525],
        ['Given', 595],
      ])
      expect((await read(path, '')).body.at(-1)).toMatchObject({ what: 'TakenBack' })
      expect((await read(path, `?at=${open.game.start_at.getTime()}`)).body).toEqual([])
      for (const moment of [open.game.start_at.getTime() - 1, world.clock.now() + 60_000])
        expect(await read(path, `?at=${moment}`)).toMatchObject({
          status: 400,
          body: { code: 'validation.range' },
        })
    }
    // A player reads nobody's.
    expect((await own.player.get(`${open.path}/${paths[0]}/history?at=${at}`)).status).toBe(403)
  })
})

describe('the change log of a game', () => {
  it('is read without texts', async () => {
    const { open, save } = await played()
    const text = 'A long story. '.repeat(100)
    expect(await save(0, { content: text, hints: [text], originalScore: 900 })).toMatchObject({ status: 200 })
    expect(await save(1, { content: text })).toMatchObject({ status: 200 })
    const store = createChangeStore(world.core.db)
    for (const rows of [
      await store.list(open.game.id),
      await store.listWithLeavers(open.game.id, open.game.start_at),
    ]) {
      expect(rows.at(-2)).toMatchObject({ before: { originalScore: 500 }, after: { originalScore: 900 } })
      expect(JSON.stringify(rows)).not.toContain('A long story')
      const members = rows.flatMap(({ before, after }) => Object.keys({ ...before, ...after }))
      expect(members.filter((name) => !readMembers.includes(name))).toEqual([])
    }
  })
})
