import type { WriteupInfoModel } from '@pennant/contract/writeup'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { untilQueryBlocked } from '../../../../../tests/kit/blocked-query.ts'
import { createOpenGame, type OpenGame } from '../../../../../tests/kit/open-game.ts'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'
import {
  beginToHandIn,
  expectNoLeftovers,
  handIn,
  pdf,
  sha,
  slowPdf,
  storedFiles,
} from '../../../../../tests/kit/writeup.ts'
import type { NewGameRow } from '../../ports/tables/game.ts'

let world: World
let admin: Person
let player: Person
let mate: Person
beforeAll(async () => {
  world = await createWorld()
  admin = await world.person('Admin')
  player = await world.person()
  mate = await world.person()
})
afterAll(() => world.close())
afterEach(() => expectNoLeftovers(world))

const listed = async ({ game }: OpenGame) =>
  (await admin.get<WriteupInfoModel>(`/api/admin/writeups/${game.id}`)).body.writeups

const playing = async (given: Partial<NewGameRow> = {}) => {
  const open = await createOpenGame(world, { writeup_required: true, ...given })
  return { open, ...(await open.team({ players: [player, mate] })) }
}

const refused = (code: string) => ({ status: 400, body: { code } })

describe('while the bytes come', () => {
  it('the deadline may pass: it is too late then', async () => {
    const { open } = await playing({ writeup_deadline: new Date(world.clock.now() + 60_000) })
    const slow = await beginToHandIn(world, player, open)
    world.clock.advance(61_000)
    expect(JSON.parse((await slow.finish()).text)).toMatchObject({ code: 'writeup.tooLate' })
  })

  it('the team may be suspended', async () => {
    const { open, participation } = await playing()
    const slow = await beginToHandIn(world, player, open)
    const decision = { status: 'Suspended' }
    expect((await admin.put(`/api/admin/participation/${participation.id}`, decision)).status).toBe(200)
    expect(JSON.parse((await slow.finish()).text)).toMatchObject({ code: 'participation.notAccepted' })
  })

  it('the team may be deleted', async () => {
    const { open, team } = await playing()
    const slow = await beginToHandIn(world, player, open)
    expect((await admin.delete(`/api/admin/teams/${team.id}`)).status).toBe(200)
    expect(JSON.parse((await slow.finish()).text)).toMatchObject({ code: 'participation.none' })
  })

  it('another write-up may arrive: the one that is complete last stays', async () => {
    const { open } = await playing()
    const slow = await beginToHandIn(world, player, open)
    expect((await handIn(mate, open, { bytes: pdf('fast') })).status).toBe(200)
    expect((await slow.finish()).status).toBe(200)
    expect((await listed(open))[0]?.url).toContain(sha(slowPdf))
  })
})

describe('several at once', () => {
  it('of one team: one stays, and the others leave nothing behind', async () => {
    const { open } = await playing()
    const texts = Array.from({ length: 12 }, (_, index) => `version ${index % 8}`)
    const answers = await Promise.all(
      texts.map((text, index) => handIn(index % 2 === 0 ? player : mate, open, { bytes: pdf(text) })),
    )
    expect(answers.map(({ status }) => status)).toEqual(texts.map(() => 200))
    const [entry, ...others] = await listed(open)
    expect(others).toEqual([])
    expect((await world.visitor().get(entry?.url ?? '')).text).toMatch(/^%PDF-1\.7\nversion \d$/)
  })

  it('of many teams with the same bytes are counted right', async () => {
    const { open } = await playing()
    const teams = await Promise.all(Array.from({ length: 8 }, () => open.team()))
    const bytes = pdf('the same everywhere')
    const answers = await Promise.all(teams.map((team) => handIn(team.player, open, { bytes })))
    expect(answers.map(({ status }) => status)).toEqual(teams.map(() => 200))
    expect((await storedFiles(world)).refs[sha(bytes)]).toBe(8)
  })

  it('with a decision on the team: anyone who is accepted at that moment has handed it in', async () => {
    const { open, participation } = await playing()
    let answer: ReturnType<typeof handIn> | undefined
    await world.db.transaction().execute(async (tx) => {
      await world.core.ledger.advance(tx, [open.game.id], ['teams'])
      answer = handIn(player, open)
      await untilQueryBlocked(world.db)
      await tx
        .updateTable('participation')
        .set({ status: 'Suspended' })
        .where('id', '=', participation.id)
        .execute()
    })
    expect(await answer).toMatchObject(refused('participation.notAccepted'))
  })

  it('with the deletion of the team leave nothing behind', async () => {
    const { open, team } = await playing()
    const [answer, deletion] = await Promise.all([
      handIn(player, open, { bytes: pdf('gone with it') }),
      admin.delete(`/api/admin/teams/${team.id}`),
    ])
    expect([200, 400]).toContain(answer.status)
    expect(deletion.status).toBe(200)
  })
})
