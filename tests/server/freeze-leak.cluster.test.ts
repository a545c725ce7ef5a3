import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GameInfo } from '@pennant/contract/game'
import { listen } from '../kit/listen.ts'
import { createOpenGame } from '../kit/open-game.ts'
import { patient } from '../kit/patient.ts'
import { createWorld, type World } from '../kit/world.ts'
import {
  changedIn,
  createFrozenGame,
  hearVersions,
  live,
  record,
  type Staff,
  staffOf,
} from './frozen-game.ts'

let world: World
let other: World
let staff: Staff
beforeAll(async () => {
  world = await createWorld()
  staff = await staffOf(world)
  other = await world.another()
})
afterAll(async () => {
  await other.close()
  await world.close()
})

const createGame = async () => {
  await expect.poll(() => other.adapters.bus.isCurrent, patient).toBe(true)
  return createFrozenGame(world, staff)
}

describe('twenty solves at another process after the freeze', () => {
  it('change no answer to anybody who may not watch', async () => {
    const game = await createGame()
    const before = await record(other, game, { publicOnly: true })
    await game.twentySolves()
    const changed = changedIn(before, await record(other, game, { publicOnly: true }))
    expect([...changed].filter((key) => !live.has(key))).toEqual([])
    expect(changed).toContain('scoreboard.live monitor')
  })

  it('are heard by nobody but monitors and the own team', async () => {
    const game = await createGame()
    const { id } = game.open.game
    const { solver } = game.cast
    const anyone = await listen(other, `/hub/user?game=${id}`)
    const own = await listen(other, `/hub/user?game=${id}`, solver.player)
    const monitor = await listen(other, `/hub/monitor?game=${id}`, staff.monitor)
    await hearVersions(world, game, [anyone, own])
    await game.twentySolves()
    await game.solve(solver, game.challenges.last)
    await expect.poll(() => monitor.of('ReceivedSubmissions'), patient).toHaveLength(21)
    await expect.poll(() => monitor.of('ReceivedLiveVersion').length, patient).toBeGreaterThan(0)
    await staff.admin.post(`/api/edit/games/${id}/notices`, { content: 'Sentinel' })
    for (const { of } of [anyone, own])
      await expect.poll(() => of('ReceivedGameNotice'), patient).toHaveLength(1)
    const toTeam = { gameId: id, challengeId: game.challenges.last.id, what: 'Solved' }
    expect(anyone.heard).toHaveLength(1)
    expect(own.heard.slice(0, -1)).toEqual([['ReceivedTeamChange', expect.objectContaining(toTeam)]])
    for (const { stop } of [anyone, own, monitor]) await stop()
  })
})

describe('a process that has just started', () => {
  it('hides nothing yet beside another, since it cannot know who else serves', async () => {
    const { game } = await createOpenGame(world)
    const path = `/api/edit/games/${game.id}`
    const late = await world.another()
    const { body } = await staff.admin.get<GameInfo>(path)
    const here = late.visitor({ cookie: `pennant_session=${staff.admin.cookie()}` })
    const answer = await here.put<{ code: string }>(path, { ...body, freezeAt: world.clock.now() })
    await late.close()
    expect([answer.status, answer.body.code]).toEqual([409, 'game.olderProgram'])
  })
})
