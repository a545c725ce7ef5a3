import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gamePermissions } from '@pennant/contract/enums'
import type { GameJoinCheckInfo } from '@pennant/contract/participation'
import { insertParticipation, insertTeam } from '../../../../../tests/kit/factories.ts'
import { createOpenGame } from '../../../../../tests/kit/open-game.ts'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'

const { All, JoinGame } = gamePermissions

let world: World
let player: Person
beforeAll(async () => {
  world = await createWorld()
  player = await world.person()
})
afterAll(() => world.close())

const check = async (by: Person, gameId: number) => by.get<GameJoinCheckInfo>(`/api/game/${gameId}/check`)

describe('before joining', () => {
  it('one is told the teams that take part with a division, and the divisions that can be joined', async () => {
    const { game, division, changed } = await createOpenGame(world)
    const open = await division('Open', All)
    await division('Closed', All - JoinGame)
    const bare = await division('Bare', JoinGame)
    const joinable = [open.id, bare.id]
    expect((await check(player, game.id)).body).toStrictEqual({
      joinedTeams: [],
      joinableDivisions: joinable,
    })
    const [first, second, without] = [
      await insertTeam(world.db, [player]),
      await insertTeam(world.db, [player]),
      await insertTeam(world.db, [player]),
    ]
    const stranger = await insertTeam(world.db, [])
    await insertParticipation(world.db, game, second, { division: open, status: 'Suspended' })
    await insertParticipation(world.db, game, first, { division: bare })
    await insertParticipation(world.db, game, without)
    await insertParticipation(world.db, game, stranger, { division: open })
    await changed()
    expect((await check(player, game.id)).body).toStrictEqual({
      joinedTeams: [
        { id: first.id, division: bare.id },
        { id: second.id, division: open.id },
      ],
      joinableDivisions: joinable,
    })
  })

  it('anyone who has joined is told who else of the team has', async () => {
    const { game, team } = await createOpenGame(world)
    const { team: own, players } = await team({ size: 3, joined: 2 })
    const other = await createOpenGame(world)
    await other.team({ players: players.slice(2) })
    const [captain, mate, waiting] = players
    if (captain === undefined || mate === undefined || waiting === undefined) throw new Error('three')
    const { ownTeam } = (await check(captain, game.id)).body
    expect(ownTeam?.id).toBe(own.id)
    expect(ownTeam?.registeredMembers.toSorted()).toEqual([captain.id, mate.id].toSorted())
    expect((await check(waiting, game.id)).body).not.toHaveProperty('ownTeam')
  })

  it('one is told of no other game', async () => {
    const one = await createOpenGame(world)
    const other = await createOpenGame(world)
    const division = await other.division('Elsewhere', All)
    await insertParticipation(world.db, other.game, await insertTeam(world.db, [player]), { division })
    expect((await check(player, one.game.id)).body).toStrictEqual({ joinedTeams: [], joinableDivisions: [] })
  })

  it('one does not find a game that is not there or hidden', async () => {
    const { game, team } = await createOpenGame(world, { hidden: true })
    const inside = await team()
    for (const id of [game.id, 2_000_000_000])
      expect(await check(player, id)).toMatchObject({ status: 404, body: { code: 'game.notFound' } })
    expect((await check(inside.player, game.id)).status).toBe(200)
    expect((await check(await world.person('Monitor'), game.id)).status).toBe(200)
  })

  it('one has a session', async () => {
    const { game } = await createOpenGame(world)
    expect((await world.visitor().get(`/api/game/${game.id}/check`)).status).toBe(401)
  })
})
