import { generateKeyPairSync, sign } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TeamInfo } from '@pennant/contract/team'
import { signedTeamText } from '@pennant/rules/team/team-token'
import { samplePng } from '../../../../../tests/kit/sample-image.ts'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const createTeam = async (captain: Person, name = 'Otters'): Promise<TeamInfo> => {
  const answer = await captain.post<TeamInfo>('/api/team', { name, bio: 'we swim' })
  expect(answer.status).toBe(200)
  return answer.body
}

const join = async (captain: Person, team: TeamInfo, person: Person): Promise<void> => {
  const code = await captain.get<string>(`/api/team/${team.id}/invite`)
  expect((await person.post('/api/team/accept', code.body)).status).toBe(200)
}

describe('creating and reading teams', () => {
  it('answers the whole team with its captain as the only member', async () => {
    const captain = await world.person()
    const team = await createTeam(captain)
    expect(team).toStrictEqual({
      id: expect.any(Number),
      name: 'Otters',
      bio: 'we swim',
      avatar: null,
      locked: false,
      members: [{ id: captain.id, userName: captain.userName, bio: '', avatar: null, captain: true }],
    })
    expect((await world.visitor().get(`/api/team/${team.id}`)).body).toStrictEqual(team)
    expect((await captain.get('/api/team')).body).toStrictEqual([team])
  })

  it('writes an unset bio as null', async () => {
    const captain = await world.person()
    expect((await captain.post<TeamInfo>('/api/team', { name: 'x' })).body.bio).toBeNull()
  })

  it('may have exactly the name of another team', async () => {
    for (const captain of [await world.person(), await world.person()])
      expect((await captain.post('/api/team', { name: 'Twin Hulls' })).status).toBe(200)
  })

  it('knows no team of another id', async () => {
    expect((await world.visitor().get('/api/team/2000000000')).status).toBe(404)
    expect((await world.visitor().get('/api/team/99999999999')).status).toBe(404)
    expect((await world.visitor().get('/api/team/abc')).status).toBe(404)
  })

  it('lets nobody lead more than three, however many ask at once', async () => {
    const captain = await world.person()
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => captain.post('/api/team', { name: `crowd ${at}` })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(5)
    expect((await captain.get<TeamInfo[]>('/api/team')).body).toHaveLength(3)
  })

  it('needs a login to create and to list', async () => {
    expect((await world.visitor().post('/api/team', { name: 'x' })).status).toBe(401)
    expect((await world.visitor().get('/api/team')).status).toBe(401)
  })

  it('takes a name of twenty characters and refuses one more', async () => {
    const captain = await world.person()
    expect((await captain.post('/api/team', { name: 'a'.repeat(20) })).status).toBe(200)
    expect((await captain.post('/api/team', { name: 'a'.repeat(21) })).status).toBe(400)
    expect((await captain.post('/api/team', { name: 'a', bio: 'b'.repeat(73) })).status).toBe(400)
    expect((await captain.post('/api/team', { name: '  ' })).status).toBe(400)
  })
})

describe('changing a team', () => {
  it('keeps the name when it is empty and always replaces the bio', async () => {
    const captain = await world.person()
    const team = await createTeam(captain)
    const changed = await captain.put<TeamInfo>(`/api/team/${team.id}`, { name: '' })
    expect(changed.body).toMatchObject({ name: 'Otters', bio: null })
    expect(
      (await captain.put<TeamInfo>(`/api/team/${team.id}`, { name: 'Seals', bio: 'b' })).body,
    ).toMatchObject({
      name: 'Seals',
      bio: 'b',
    })
  })

  it('is for the captain alone, administrators included', async () => {
    const captain = await world.person()
    const team = await createTeam(captain)
    const admin = await world.person('Admin')
    const calls: [string, string, unknown?][] = [
      ['PUT', `/api/team/${team.id}`, { name: 'mine' }],
      ['DELETE', `/api/team/${team.id}`],
      ['PUT', `/api/team/${team.id}/transfer`, { newCaptainId: admin.id }],
      ['GET', `/api/team/${team.id}/invite`],
      ['PUT', `/api/team/${team.id}/invite`],
      ['POST', `/api/team/${team.id}/kick/${captain.id}`],
    ]
    for (const [method, path, body] of calls)
      expect([method, path, (await admin.call(method, path, { body })).status]).toEqual([method, path, 403])
  })

  it('tells missing teams apart as the wire does', async () => {
    const person = await world.person()
    const missing = '/api/team/2000000000'
    const expected: [string, string, number, unknown?][] = [
      ['PUT', missing, 400, { name: 'x' }],
      ['DELETE', missing, 404],
      ['PUT', `${missing}/transfer`, 400, { newCaptainId: person.id }],
      ['GET', `${missing}/invite`, 400],
      ['PUT', `${missing}/invite`, 400],
      ['POST', `${missing}/kick/${person.id}`, 400],
      ['POST', `${missing}/leave`, 404],
    ]
    for (const [method, path, status, body] of expected)
      expect([method, path, (await person.call(method, path, { body })).status]).toEqual([
        method,
        path,
        status,
      ])
    expect(
      (await person.upload('PUT', `${missing}/avatar`, 'file', [{ name: 'a.png', bytes: await samplePng() }]))
        .status,
    ).toBe(404)
  })

  it('deletes a team and answers with an empty body', async () => {
    const captain = await world.person()
    const team = await createTeam(captain)
    const answer = await captain.delete(`/api/team/${team.id}`)
    expect([answer.status, answer.text]).toEqual([200, ''])
    expect((await captain.get(`/api/team/${team.id}`)).status).toBe(404)
  })

  it('stores an avatar and serves it by the address of the team', async () => {
    const captain = await world.person()
    const team = await createTeam(captain)
    const answer = await captain.upload<string>('PUT', `/api/team/${team.id}/avatar`, 'file', [
      { name: 'a.png', bytes: await samplePng() },
    ])
    expect(answer.status).toBe(200)
    expect(answer.body).toMatch(/^\/assets\/[0-9a-f]{64}\/avatar\.webp$/)
    const { avatar } = (await captain.get<TeamInfo>(`/api/team/${team.id}`)).body
    expect(avatar).toBe(answer.body.replace('.webp', ''))
    expect((await world.visitor().get(avatar ?? '')).headers.get('content-type')).toBe('image/webp')
  })
})

describe('an invite code shown before anyone has an account', () => {
  it('tells what the team looks like to everyone, and nothing once it is replaced', async () => {
    const captain = await world.person()
    const team = await createTeam(captain)
    const { body: code } = await captain.get<string>(`/api/team/${team.id}/invite`)
    const shown = await world.visitor().post('/api/team/invitation', code)
    expect(shown).toMatchObject({ status: 200, body: team })
    await captain.put(`/api/team/${team.id}/invite`)
    expect(await world.visitor().post('/api/team/invitation', code)).toMatchObject({
      status: 400,
      body: { code: 'team.inviteWrong' },
    })
  })

  it('does not tell a wrong code from a team that does not exist', async () => {
    const team = await createTeam(await world.person())
    const of = async (id: number) => {
      const { status, body } = await world
        .visitor()
        .post<Record<string, unknown>>('/api/team/invitation', `x:${id}:${'0'.repeat(32)}`)
      return { status, body: { ...body, requestId: null } }
    }
    expect(await of(team.id)).toEqual(await of(2_000_000_000))
    const half = await world.visitor().post('/api/team/invitation', 'Otters')
    expect(half).toMatchObject({ status: 400, body: { code: 'team.inviteMalformed' } })
  })
})

describe('invite codes', () => {
  it('are made of name, id and token, also when the name holds colons', async () => {
    const captain = await world.person()
    const team = await createTeam(captain, 'a:1:b')
    const { body: code } = await captain.get<string>(`/api/team/${team.id}/invite`)
    expect(code).toMatch(new RegExp(`^a:1:b:${team.id}:[0-9a-f]{32}$`))
    const guest = await world.person()
    const accepted = await guest.post('/api/team/accept', code)
    expect([accepted.status, accepted.text]).toEqual([200, ''])
    expect((await guest.post('/api/team/accept', code)).status).toBe(400)
  })

  it('do not depend on the name in them', async () => {
    const captain = await world.person()
    const team = await createTeam(captain)
    const { body: code } = await captain.get<string>(`/api/team/${team.id}/invite`)
    const guest = await world.person()
    expect((await guest.post('/api/team/accept', code.replace('Otters', 'whatever'))).status).toBe(200)
  })

  it('stop working when they are replaced', async () => {
    const captain = await world.person()
    const team = await createTeam(captain)
    const { body: old } = await captain.get<string>(`/api/team/${team.id}/invite`)
    const { body: fresh } = await captain.put<string>(`/api/team/${team.id}/invite`)
    expect(fresh).not.toBe(old)
    const guest = await world.person()
    expect((await guest.post('/api/team/accept', old)).status).toBe(400)
    expect((await guest.post('/api/team/accept', fresh)).status).toBe(200)
  })

  it.each([
    '',
    'nonsense',
    ':1:short',
    `x:99999999999:${'a'.repeat(32)}`,
    `x:2000000000:${'a'.repeat(32)}`,
    `x:1:${'A'.repeat(32)}`,
  ])('refuse %j', async (code) => {
    const guest = await world.person()
    expect((await guest.post('/api/team/accept', code)).status).toBe(400)
  })

  it('let one of many parallel acceptances by one person through', async () => {
    const captain = await world.person()
    const team = await createTeam(captain)
    const { body: code } = await captain.get<string>(`/api/team/${team.id}/invite`)
    const guest = await world.person()
    const answers = await Promise.all(Array.from({ length: 6 }, () => guest.post('/api/team/accept', code)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 400, 400, 400, 400, 400,
    ])
  })
})

describe('members', () => {
  it('can be removed by the captain, who cannot be removed', async () => {
    const captain = await world.person()
    const team = await createTeam(captain)
    const member = await world.person()
    await join(captain, team, member)
    const kicked = await captain.post<TeamInfo>(`/api/team/${team.id}/kick/${member.id}`)
    expect(kicked.status).toBe(200)
    expect(kicked.body.members?.map(({ id }) => id)).toEqual([captain.id])
    expect((await captain.post(`/api/team/${team.id}/kick/${member.id}`)).status).toBe(400)
    expect((await captain.post(`/api/team/${team.id}/kick/${captain.id}`)).status).toBe(400)
  })

  it('leave by themselves, but the captain stays', async () => {
    const captain = await world.person()
    const team = await createTeam(captain)
    const member = await world.person()
    await join(captain, team, member)
    expect((await captain.post(`/api/team/${team.id}/leave`)).status).toBe(400)
    const left = await member.post(`/api/team/${team.id}/leave`)
    expect([left.status, left.text]).toEqual([200, ''])
    expect((await member.post(`/api/team/${team.id}/leave`)).status).toBe(400)
  })

  it('take over when the captain hands the team to them', async () => {
    const captain = await world.person()
    const team = await createTeam(captain)
    const member = await world.person()
    const stranger = await world.person()
    await join(captain, team, member)
    const transfer = (newCaptainId: string) =>
      captain.put<TeamInfo>(`/api/team/${team.id}/transfer`, { newCaptainId })
    expect((await transfer(stranger.id)).status).toBe(400)
    expect((await transfer('00000000-0000-0000-0000-000000000000')).status).toBe(400)
    const done = await transfer(member.id)
    expect(done.status).toBe(200)
    expect(done.body.members?.find(({ captain: leads }) => leads)?.id).toBe(member.id)
    expect((await transfer(captain.id)).status).toBe(403)
  })

  it('cannot take over a fourth team', async () => {
    const member = await world.person()
    for (const name of ['a', 'b', 'c']) await createTeam(member, name)
    const captain = await world.person()
    const team = await createTeam(captain)
    await join(captain, team, member)
    expect((await captain.put(`/api/team/${team.id}/transfer`, { newCaptainId: member.id })).status).toBe(400)
  })
})

describe('team tokens', () => {
  const pair = generateKeyPairSync('ed25519')
  const key = pair.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64')
  const tokenOf = (teamId: number): string =>
    `${teamId}:${sign(null, Buffer.from(signedTeamText(teamId)), pair.privateKey).toString('base64')}`

  it('are verified for anybody', async () => {
    const answer = await world.visitor().post('/api/team/verify', { teamToken: tokenOf(7), publicKey: key })
    expect([answer.status, answer.text]).toEqual([200, ''])
  })

  it('are refused with 401 in status and body when the signature is not for this team or key', async () => {
    const forged = tokenOf(7).replace('7:', '8:')
    const answer = await world.visitor().post('/api/team/verify', { teamToken: forged, publicKey: key })
    expect(answer.status).toBe(401)
    expect(answer.body).toMatchObject({ status: 401 })
    const otherKey = Buffer.alloc(32, 1).toString('base64')
    expect(
      (await world.visitor().post('/api/team/verify', { teamToken: tokenOf(7), publicKey: otherKey })).status,
    ).toBe(401)
  })

  it.each([
    ['7', key],
    ['seven:abcd', key],
    ['7:', key],
    ['7:not base64!', key],
    [tokenOf(7), 'c2hvcnQ='],
    [tokenOf(7), '???'],
  ])('are malformed as %j with key %j', async (teamToken, publicKey) => {
    expect((await world.visitor().post('/api/team/verify', { teamToken, publicKey })).status).toBe(400)
  })
})

describe('administrators', () => {
  it('list, find, change and delete teams', async () => {
    const admin = await world.person('Admin')
    const captain = await world.person()
    const team = await createTeam(captain, 'Needle')
    const page = await admin.get<{ data: TeamInfo[]; length: number; total: number }>(
      '/api/admin/teams?count=2&skip=1',
    )
    expect(page.body.length).toBe(2)
    expect(page.body.total).toBeGreaterThan(2)
    expect(page.body.data.map(({ id }) => id)).toEqual(
      page.body.data.map(({ id }) => id).toSorted((a, b) => a - b),
    )
    expect((await admin.get<{ length: number }>('/api/admin/teams?count=0')).body.length).toBe(0)

    for (const hint of ['nEEdl', String(team.id)]) {
      const found = await admin.post<{ data: TeamInfo[]; total: number; length: number }>(
        `/api/admin/teams/search?hint=${hint}`,
      )
      expect(found.body.data.map(({ id }) => id)).toContain(team.id)
      expect(found.body.total).toBe(found.body.length)
    }
    expect((await admin.post('/api/admin/teams/search?hint=')).status).toBe(400)
    expect((await admin.post('/api/admin/teams/search')).status).toBe(400)

    const changed = await admin.put(`/api/admin/teams/${team.id}`, { name: '', bio: '', locked: true })
    expect([changed.status, changed.text]).toEqual([200, ''])
    expect((await admin.get<TeamInfo>(`/api/team/${team.id}`)).body).toMatchObject({
      name: 'Needle',
      bio: 'we swim',
      locked: true,
    })
    expect((await admin.put('/api/admin/teams/2000000000', {})).status).toBe(400)
    expect((await admin.delete(`/api/admin/teams/${team.id}`)).status).toBe(200)
    expect((await admin.delete(`/api/admin/teams/${team.id}`)).status).toBe(404)
  })

  it.each(['count=501', 'count=-1', 'count=x', 'skip=-1'])(
    'are told when %s makes no sense',
    async (query) => {
      const admin = await world.person('Admin')
      expect((await admin.get(`/api/admin/teams?${query}`)).status).toBe(400)
    },
  )

  it('opens a lock on the spot when no game needs it', async () => {
    const admin = await world.person('Admin')
    const captain = await world.person()
    const team = await createTeam(captain)
    await admin.put(`/api/admin/teams/${team.id}`, { locked: true })
    const member = await world.person()
    await join(captain, team, member)
    expect((await member.post(`/api/team/${team.id}/leave`)).status).toBe(200)
    expect((await captain.get<TeamInfo>(`/api/team/${team.id}`)).body.locked).toBe(false)
  })
})
