import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { untilQueryBlocked } from '../../kit/blocked-query.ts'
import { insertGame, insertParticipation, insertTeam } from '../../kit/factories.ts'
import { joinRaw } from '../../kit/hub-client.ts'
import { patient } from '../../kit/patient.ts'
import { createWorld, type Person, type World } from '../../kit/world.ts'

let world: World
let admin: Person
beforeAll(async () => {
  world = await createWorld()
  admin = await world.person('Admin')
})
afterAll(() => world.close())

const codeOf = async (captain: Person, teamId: number): Promise<string> => {
  const { status, body } = await captain.get<string>(`/api/team/${teamId}/invite`)
  expect(status).toBe(200)
  return body
}

const gathered = async () => {
  const [captain, member, other] = [await world.person(), await world.person(), await world.person()]
  const team = await insertTeam(world.db, [captain, member, other])
  return { captain, member, other, team, code: await codeOf(captain, team.id) }
}

const enters = async (person: Person, code: string): Promise<boolean> => {
  const { status, body } = await person.post('/api/team/accept', code)
  if (status !== 200)
    expect({ status, body }).toMatchObject({ status: 400, body: { code: 'team.inviteWrong' } })
  return status === 200
}

const targetOf = (record: unknown): unknown =>
  typeof record === 'object' && record !== null && 'target' in record ? record.target : null

type Gathered = Awaited<ReturnType<typeof gathered>>

const goings: [string, (at: Gathered) => Promise<unknown>][] = [
  [
    'the captain removed',
    ({ captain, team, member }) => captain.post(`/api/team/${team.id}/kick/${member.id}`),
  ],
  ['left by themselves', ({ member, team }) => member.post(`/api/team/${team.id}/leave`)],
]

describe.each(goings)('somebody whom or who %s', (_way, go) => {
  it('does not come back with the old code, and the captain reads a new one', async () => {
    const at = await gathered()
    expect(await go(at)).toMatchObject({ status: 200 })
    expect(await enters(at.member, at.code)).toBe(false)
    const fresh = await codeOf(at.captain, at.team.id)
    expect(fresh).not.toBe(at.code)
    expect(await enters(at.member, fresh)).toBe(true)
  })
})

describe('somebody whom the captain removes', () => {
  it('does not come back with an acceptance that waits for the removal', async () => {
    const { captain, member, team, code } = await gathered()
    let kicked: Promise<{ status: number }> | undefined
    let back: Promise<{ status: number }> | undefined
    await world.db.transaction().execute(async (tx) => {
      await tx.selectFrom('team').select('id').where('id', '=', team.id).forNoKeyUpdate().execute()
      kicked = captain.post(`/api/team/${team.id}/kick/${member.id}`)
      await untilQueryBlocked(world.db)
      back = member.post('/api/team/accept', code)
    })
    expect((await kicked)?.status).toBe(200)
    expect((await back)?.status).toBe(400)
    const { body } = await captain.get<{ members: { id: string }[] }>(`/api/team/${team.id}`)
    expect(body.members.map(({ id }) => id)).not.toContain(member.id)
  })

  it('keeps the code as it is when the removal is refused', async () => {
    const { captain, team, code } = await gathered()
    expect((await captain.post(`/api/team/${team.id}/kick/${admin.id}`)).status).toBe(400)
    expect(await codeOf(captain, team.id)).toBe(code)
  })

  it('hears the game, as anybody may, but no longer the team', async () => {
    const { captain, member, team } = await gathered()
    const game = await insertGame(world.db)
    const { id } = await insertParticipation(world.db, game, team, { members: [captain, member] })
    const { hear, socket } = await joinRaw(world.origin, `/hub/user?game=${game.id}`, {
      headers: { cookie: `pennant_session=${member.cookie()}` },
    })
    const next = async (): Promise<string> => {
      world.app.hubs.toTeam(game.id, id, 'ReceivedTeam', {})
      world.app.hubs.toPlayers(game.id, 'ReceivedAll', {})
      const heard: unknown[] = []
      while (heard.at(-1) !== 'ReceivedAll') {
        const record = await hear()
        if (record === null) throw new Error('the connection has ended')
        heard.push(targetOf(record))
      }
      return heard.join()
    }
    expect(await next()).toBe('ReceivedTeam,ReceivedAll')
    expect((await captain.post(`/api/team/${team.id}/kick/${member.id}`)).status).toBe(200)
    await expect.poll(next, patient).toBe('ReceivedAll')
    socket.terminate()
  })
})

describe('a former captain', () => {
  it('no longer lets anybody in', async () => {
    const { captain, member, team, code } = await gathered()
    const handed = await captain.put(`/api/team/${team.id}/transfer`, { newCaptainId: member.id })
    expect(handed.status).toBe(200)
    expect(await enters(await world.person(), code)).toBe(false)
    expect(await enters(await world.person(), await codeOf(member, team.id))).toBe(true)
  })
})

describe('somebody whom administrators put out', () => {
  it.each([
    ['by deleting the account', (id: string) => admin.delete(`/api/admin/users/${id}`)],
    ['by a ban', (id: string) => admin.put(`/api/admin/users/${id}`, { role: 'Banned' })],
  ])('%s does not come back under another name', async (_way, putOut) => {
    const { captain, member, team, code } = await gathered()
    const elsewhere = await gathered()
    expect((await putOut(member.id)).status).toBe(200)
    expect(await enters(await world.person(), code)).toBe(false)
    expect(await codeOf(captain, team.id)).not.toBe(code)
    expect(await codeOf(elsewhere.captain, elsewhere.team.id)).toBe(elsewhere.code)
  })

  it('keeps the codes of the teams when only something else about the account changes', async () => {
    const { captain, member, team, code } = await gathered()
    expect((await admin.put(`/api/admin/users/${member.id}`, { bio: 'new' })).status).toBe(200)
    expect(await codeOf(captain, team.id)).toBe(code)
  })
})
