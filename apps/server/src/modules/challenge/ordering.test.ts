import type { GameDetail } from '@pennant/contract/scoreboard'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertChallenge, insertGame } from '../../../../../tests/kit/factories.ts'
import { createOpenGame, type OpenGame } from '../../../../../tests/kit/open-game.ts'
import { createOrganizer, type Organizer } from '../../../../../tests/kit/organizer.ts'
import { createWorld, type World } from '../../../../../tests/kit/world.ts'

let world: World
let organizer: Organizer
beforeAll(async () => {
  world = await createWorld()
  organizer = await createOrganizer(world)
})
afterAll(() => world.close())

const order = (game: { id: number }, body: unknown) => organizer.admin.put(organizer.pathOf(game.id), body)

const filled = async () => {
  const open = await createOpenGame(world)
  const made = new Map<string, number>()
  for (const title of ['Cod', 'Ale', 'Bun'])
    made.set(title, (await open.challenge({ title, category: 'Web' })).id)
  made.set('Oar', (await open.challenge({ title: 'Oar', category: 'Misc' })).id)
  const ids = (...titles: string[]): number[] => titles.map((title) => made.get(title) ?? 0)
  return { open, ids }
}

const listed = async ({ game }: OpenGame): Promise<string[]> =>
  (await organizer.list(game.id)).body.map(({ title }) => title)

const shown = async (open: OpenGame, path: string, by = organizer.admin): Promise<[string, string[]][]> => {
  const { body } = await by.get<Pick<GameDetail, 'challenges'>>(`${open.path}/${path}`)
  return Object.entries(body.challenges).map(([category, infos]) => [
    category,
    infos.map(({ title }) => title),
  ])
}

describe('the challenges of a game', () => {
  it('come as they were put, to organizers, on the board and to players, with those not named last', async () => {
    const { open, ids } = await filled()
    const { player } = await open.team()
    expect(await listed(open)).toEqual(['Cod', 'Ale', 'Bun', 'Oar'])
    expect(await shown(open, 'scoreboard')).toEqual([
      ['Misc', ['Oar']],
      ['Web', ['Ale', 'Bun', 'Cod']],
    ])
    expect(await order(open.game, ids('Oar', 'Bun', 'Cod'))).toMatchObject({ status: 200, text: '' })
    expect(await listed(open)).toEqual(['Oar', 'Bun', 'Cod', 'Ale'])
    const inOrder = [
      ['Misc', ['Oar']],
      ['Web', ['Bun', 'Cod', 'Ale']],
    ]
    expect(await shown(open, 'scoreboard')).toEqual(inOrder)
    expect(await shown(open, 'details', player)).toEqual(inOrder)
    await open.challenge({ title: 'Aft', category: 'Web' })
    expect(await listed(open)).toEqual(['Oar', 'Bun', 'Cod', 'Ale', 'Aft'])
    expect(await shown(open, 'scoreboard')).toEqual([
      ['Misc', ['Oar']],
      ['Web', ['Bun', 'Cod', 'Aft', 'Ale']],
    ])
  })

  it('come as if nobody had ever put them in an order once none is named', async () => {
    const { open, ids } = await filled()
    await order(open.game, ids('Oar', 'Bun', 'Bun', 'Cod'))
    await order(open.game, [])
    expect(await listed(open)).toEqual(['Cod', 'Ale', 'Bun', 'Oar'])
    expect(await shown(open, 'scoreboard')).toEqual([
      ['Misc', ['Oar']],
      ['Web', ['Ale', 'Bun', 'Cod']],
    ])
  })

  it('stay as they were when one is not of the game', async () => {
    const { open, ids } = await filled()
    await order(open.game, ids('Bun'))
    const foreign = await insertChallenge(world.db, await insertGame(world.db))
    for (const id of [foreign.id, 2_000_000_000, 0])
      expect(await order(open.game, [...ids('Cod', 'Ale'), id])).toMatchObject({
        status: 404,
        body: { code: 'challenge.notFound' },
      })
    expect(await listed(open)).toEqual(['Bun', 'Cod', 'Ale', 'Oar'])
  })

  it('are a new version of the board, of which everybody hears', async () => {
    const { open, ids } = await filled()
    const version = async () => (await world.core.games.must(open.game.id)).boardVersion
    const before = await version()
    const heard: number[] = []
    const stop = world.core.signals.on('board.changed', (gameId) => void heard.push(gameId))
    await order(open.game, ids('Bun', 'Ale'))
    expect(await version()).toBeGreaterThan(before)
    expect(heard).toEqual([open.game.id])
    stop()
  })

  it('are as one of several organizers has put them', async () => {
    const { open, ids } = await filled()
    const orders = [
      ['Oar', 'Bun', 'Cod', 'Ale'],
      ['Ale', 'Cod', 'Bun', 'Oar'],
      ['Bun', 'Ale', 'Oar', 'Cod'],
    ]
    const answers = await Promise.all(orders.map((titles) => order(open.game, ids(...titles))))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(orders).toContainEqual(await listed(open))
  })

  it('are put in order by administrators, in a game that is there', async () => {
    const { open, ids } = await filled()
    const path = organizer.pathOf(open.game.id)
    expect((await world.visitor().put(path, ids('Bun'))).status).toBe(401)
    expect((await (await world.person('Monitor')).put(path, ids('Bun'))).status).toBe(403)
    expect(await order({ id: 2_000_000_000 }, [])).toMatchObject({
      status: 404,
      body: { code: 'game.notFound' },
    })
    expect((await order(open.game, ['Bun'])).status).toBe(400)
    expect(await listed(open)).toEqual(['Cod', 'Ale', 'Bun', 'Oar'])
  })
})
