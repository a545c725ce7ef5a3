import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listenToNotices } from '../../../../../tests/kit/notice-listener.ts'
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

type Notice = { id: number; type: string; values: string[]; time: number }

const shown = async (open: OpenGame): Promise<[string, ...string[]][]> => {
  const { body } = await world.visitor().get<Notice[]>(`${open.path}/notices`)
  return body.toReversed().map(({ type, values }) => [type, ...values])
}

const hour = 3_600_000

describe('an edit while the game runs', () => {
  it('tells players of a challenge once, when it becomes enabled, by its new title', async () => {
    const open = await createOpenGame(world)
    const challenge = await open.challenge({ is_enabled: false, title: 'old' })
    const told = await listenToNotices(world, open.game)
    await organizer.edit(open.game.id, challenge.id, { isEnabled: true, title: 'new' })
    await organizer.edit(open.game.id, challenge.id, { isEnabled: true })
    await organizer.edit(open.game.id, challenge.id, { content: 'more' })
    expect(await shown(open)).toEqual([['NewChallenge', 'new']])
    expect(await told.heard()).toEqual([
      { id: expect.any(Number), type: 'NewChallenge', values: ['new'], time: expect.any(Number) },
    ])
    await organizer.edit(open.game.id, challenge.id, { isEnabled: false })
    expect(await told.heard()).toEqual([])
    await organizer.edit(open.game.id, challenge.id, { isEnabled: true })
    expect(await shown(open)).toEqual([
      ['NewChallenge', 'new'],
      ['NewChallenge', 'new'],
    ])
    told.close()
  })

  it('tells them of hints when the list is another one', async () => {
    const open = await createOpenGame(world)
    const challenge = await open.challenge({ title: 'RSA' })
    const told = await listenToNotices(world, open.game)
    const give = async (hints: string[] | null): Promise<number> => {
      await organizer.edit(open.game.id, challenge.id, { hints })
      return (await told.heard()).length
    }
    const lists = [[], null, ['a'], ['a'], ['a', 'b'], ['b', 'a'], ['b', 'a', 'a'], null]
    const counts = []
    for (const hints of lists) counts.push(await give(hints))
    expect(counts).toEqual([0, 0, 1, 0, 1, 1, 1, 0])
    expect(await shown(open)).toEqual(Array.from({ length: 4 }, () => ['NewHint', 'RSA']))
    told.close()
  })

  it('tells them of both, the challenge first', async () => {
    const open = await createOpenGame(world)
    const challenge = await open.challenge({ is_enabled: false, title: 'RSA' })
    await organizer.edit(open.game.id, challenge.id, { isEnabled: true, hints: ['a'] })
    expect(await shown(open)).toEqual([
      ['NewChallenge', 'RSA'],
      ['NewHint', 'RSA'],
    ])
  })

  it('tells them nothing of a challenge that is not enabled afterwards', async () => {
    const open = await createOpenGame(world)
    const hidden = await open.challenge({ is_enabled: false })
    await organizer.edit(open.game.id, hidden.id, { hints: ['a'] })
    const going = await open.challenge()
    await organizer.edit(open.game.id, going.id, { hints: ['a'], isEnabled: false })
    expect(await shown(open)).toEqual([])
  })

  it('that is refused tells them nothing', async () => {
    const open = await createOpenGame(world)
    const challenge = await open.challenge({ is_enabled: false, type: 'DynamicContainer' })
    await organizer.edit(open.game.id, challenge.id, { isEnabled: true, flagTemplate: 'flag{no}' })
    expect(await shown(open)).toEqual([])
  })
})

describe('an edit while the game does not run', () => {
  it.each([
    ['before the start', { start_at: hour, end_at: 2 * hour }],
    ['after the end', { start_at: -2 * hour, end_at: -hour }],
    ['after the end, in practice mode', { start_at: -2 * hour, end_at: -hour, practice_mode: true }],
  ])('tells players nothing, %s', async (_when, { start_at, end_at, ...given }) => {
    const now = world.clock.now()
    const open = await createOpenGame(world, {
      ...given,
      start_at: new Date(now + start_at),
      end_at: new Date(now + end_at),
    })
    const challenge = await open.challenge({ is_enabled: false })
    await organizer.edit(open.game.id, challenge.id, { isEnabled: true, hints: ['a'] })
    expect(
      await world.db.selectFrom('notice').select('id').where('game_id', '=', open.game.id).execute(),
    ).toEqual([])
  })
})

describe('notices and the board', () => {
  it('an edit that brings no notice leaves the version of the notices as it was', async () => {
    const open = await createOpenGame(world)
    const challenge = await open.challenge()
    const tag = async () => (await world.visitor().get(`${open.path}/notices`)).headers.get('etag')
    const before = await tag()
    await organizer.edit(open.game.id, challenge.id, { content: 'more' })
    expect(await tag()).toBe(before)
    await organizer.edit(open.game.id, challenge.id, { hints: ['a'] })
    expect(await tag()).not.toBe(before)
  })
})
