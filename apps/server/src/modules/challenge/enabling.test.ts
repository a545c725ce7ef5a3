import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertContainer, insertInstance, insertSolve } from '../../../../../tests/kit/factories.ts'
import { createOpenGame } from '../../../../../tests/kit/open-game.ts'
import { createOrganizer, type Organizer } from '../../../../../tests/kit/organizer.ts'
import { patient } from '../../../../../tests/kit/patient.ts'
import { createWorld, type World } from '../../../../../tests/kit/world.ts'

let world: World
let organizer: Organizer
beforeAll(async () => {
  world = await createWorld()
  organizer = await createOrganizer(world)
})
afterAll(() => world.close())

describe('enabling', () => {
  it('gives every participation an instance that has none, whatever its status', async () => {
    const open = await createOpenGame(world)
    const challenge = await open.challenge({ is_enabled: false })
    const statuses = ['Pending', 'Accepted', 'Rejected', 'Suspended'] as const
    const ids = []
    for (const status of statuses) ids.push((await open.team({ status })).participation.id)
    const has = await open.team()
    await insertInstance(world.db, { participation: has.participation, challenge }, { flag: 'kept' })
    const stranger = await createOpenGame(world)
    await stranger.team()
    await organizer.edit(open.game.id, challenge.id, { isEnabled: true })
    const rows = await world.db
      .selectFrom('game_instance')
      .select(['participation_id', 'flag'])
      .where('challenge_id', '=', challenge.id)
      .orderBy('participation_id')
      .execute()
    expect(rows).toEqual([
      ...ids.map((participation_id) => ({ participation_id, flag: null })),
      { participation_id: has.participation.id, flag: 'kept' },
    ])
  })

  it('gives them one also when it was enabled already', async () => {
    const open = await createOpenGame(world)
    const challenge = await open.challenge()
    const { participation } = await open.team()
    await world.db.deleteFrom('game_instance').where('participation_id', '=', participation.id).execute()
    await organizer.edit(open.game.id, challenge.id, { isEnabled: true })
    const rows = await world.db
      .selectFrom('game_instance')
      .select('challenge_id')
      .where('participation_id', '=', participation.id)
      .execute()
    expect(rows).toEqual([{ challenge_id: challenge.id }])
  })
})

describe('disabling', () => {
  const stopTimes = async (column: 'challenge_id' | 'test_challenge_id', id: number): Promise<number[]> => {
    const rows = await world.db
      .selectFrom('container')
      .select('expect_stop_at')
      .where(column, '=', id)
      .execute()
    return rows.map(({ expect_stop_at }) => expect_stop_at.getTime())
  }

  it.each(['StaticContainer', 'DynamicContainer'] as const)(
    'stops the containers of teams in a %s at once, and leaves that of the organizers',
    async (type) => {
      const open = await createOpenGame(world)
      const challenge = await open.challenge({ type })
      const other = await open.challenge({ type })
      const later = new Date(world.clock.now() + 3_600_000)
      for (let count = 0; count < 2; count++) {
        const { participation } = await open.team()
        await insertContainer(world.db, { participation, challenge }, { expect_stop_at: later })
        await insertContainer(world.db, { participation, challenge: other }, { expect_stop_at: later })
      }
      await insertContainer(world.db, { test: challenge }, { expect_stop_at: later })
      await organizer.edit(open.game.id, challenge.id, { isEnabled: false })
      await expect.poll(() => stopTimes('challenge_id', challenge.id), patient).toEqual([])
      expect(await stopTimes('test_challenge_id', challenge.id)).toEqual([later.getTime()])
      expect(await stopTimes('challenge_id', other.id)).toEqual([later.getTime(), later.getTime()])
    },
  )

  it('takes the challenge from the board and from the players, and enabling gives it back with its solves', async () => {
    const open = await createOpenGame(world)
    const challenge = await open.challenge({ original_score: 700 })
    const { participation } = await open.team()
    await insertSolve(world.db, { participation, challenge })
    await open.changed()
    const shown = async () => {
      const game = await world.core.games.must(open.game.id)
      return [game.board.challenges().length, game.board.itemOf(participation.id)?.score]
    }
    expect(await shown()).toEqual([1, 735])
    await organizer.edit(open.game.id, challenge.id, { isEnabled: false })
    expect(await shown()).toEqual([0, 0])
    await organizer.edit(open.game.id, challenge.id, { isEnabled: true })
    expect(await shown()).toEqual([1, 735])
  })
})
