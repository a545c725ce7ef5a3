import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChallengeEditDetail } from '@pennant/contract/challenge'
import type { Division } from '@pennant/contract/division'
import { gamePermissions } from '@pennant/contract/enums'
import type { GameInfo } from '@pennant/contract/game'
import {
  foreignChallenges,
  foreignGame,
  foreignManifest,
  importPackage,
  packageOf,
  sha256,
  type PackageParts,
} from '../../../../../tests/kit/package.ts'
import { samplePng } from '../../../../../tests/kit/sample-image.ts'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'

let world: World
let admin: Person
beforeAll(async () => {
  world = await createWorld()
  admin = await world.person('Admin')
})
afterAll(() => world.close())

const taken = async (parts: PackageParts = {}): Promise<number> => {
  const { status, body, text } = await importPackage(admin, packageOf(parts))
  if (status !== 200) throw new Error(`not taken: ${status} ${text}`)
  return body
}

const gameOf = async (id: number): Promise<GameInfo> =>
  (await admin.get<GameInfo>(`/api/edit/games/${id}`)).body

const challengesOf = async (id: number): Promise<ChallengeEditDetail[]> => {
  const path = `/api/edit/games/${id}/challenges`
  const { body } = await admin.get<{ id: number }[]>(path)
  const all: ChallengeEditDetail[] = []
  for (const { id: cid } of body) all.push((await admin.get<ChallengeEditDetail>(`${path}/${cid}`)).body)
  return all
}

const divisionsOf = async (id: number): Promise<Division[]> =>
  (await admin.get<Division[]>(`/api/edit/games/${id}/divisions`)).body

describe('a package of another platform', () => {
  it('becomes a game that nobody sees yet', async () => {
    const id = await taken()
    const { title: _title, publicKey, ...game } = await gameOf(id)
    expect(game).toEqual({
      id,
      hidden: true,
      practiceMode: false,
      inviteCode: null,
      summary: foreignGame.summary,
      content: foreignGame.content,
      acceptWithoutReview: true,
      writeupRequired: true,
      writeupDeadline: Date.parse('2026-04-05T00:00:00Z'),
      writeupNote: 'As PDF',
      teamMemberCountLimit: 4,
      containerCountLimit: 3,
      start: Date.parse('2026-04-01T00:00:00Z'),
      end: Date.parse('2026-04-02T12:00:00Z'),
      bloodBonus: 100 * 1_048_576 + 50 * 1024 + 25,
      poster: null,
      signedTeamText: 'GZCTF_TEAM_{id}',
    })
    expect(Buffer.from(publicKey, 'base64')).toHaveLength(32)
    const { body } = await world.visitor().get<{ data: { id: number }[] }>('/api/game?count=50')
    expect(body.data.map((one) => one.id)).not.toContain(id)
  })

  it('brings its challenges, none of them enabled', async () => {
    const challenges = await challengesOf(await taken())
    expect(challenges).toMatchObject([
      {
        title: 'Far away',
        category: 'Crypto',
        type: 'StaticAttachment',
        attachment: { type: 'Remote', url: 'https://files.example/far.tar.gz', fileSize: null },
        flags: [{ flag: 'flag{far}', attachment: null }],
        hints: ['Look closer'],
        originalScore: 500,
        minScoreRate: 0.4,
        difficulty: 7.5,
        submissionLimit: 20,
        deadlineUtc: null,
        containerImage: null,
        memoryLimit: null,
        networkMode: null,
        fileName: null,
      },
      {
        title: 'At hand',
        attachment: { type: 'Local', url: `/assets/${sha256('evidence')}/evidence.bin`, fileSize: 8 },
        flags: [{ flag: 'flag{a}' }, { flag: 'flag{b}' }],
      },
      {
        title: 'Same box for all',
        type: 'StaticContainer',
        containerImage: 'registry.example/box:1',
        memoryLimit: 128,
        cpuCount: 5,
        storageLimit: 512,
        exposePort: 8080,
        networkMode: 'Isolated',
        enableTrafficCapture: true,
        submissionLimit: 0,
        deadlineUtc: Date.parse('2026-04-02T00:00:00Z'),
        flags: [{ flag: 'flag{box}' }],
      },
      {
        title: 'A box for each',
        type: 'DynamicContainer',
        flagTemplate: 'flag{[GUID]}',
        disableBloodBonus: true,
        hints: [],
        flags: [],
      },
    ])
    expect(challenges.map(({ isEnabled }) => isEnabled)).toEqual([false, false, false, false])
  })

  it('brings its divisions, with challenges by their new ids', async () => {
    const id = await taken()
    const [, atHand] = await challengesOf(id)
    const { JoinGame, ViewChallenge, SubmitFlags } = gamePermissions
    expect(await divisionsOf(id)).toMatchObject([
      {
        name: 'Students',
        inviteCode: 'stud_1',
        defaultPermissions: gamePermissions.All,
        challengeConfigs: [],
      },
      {
        name: 'Guests',
        inviteCode: null,
        defaultPermissions: JoinGame | ViewChallenge | SubmitFlags,
        challengeConfigs: [{ challengeId: atHand?.id, permissions: 0 }],
      },
    ])
  })

  it('brings its files, as they are and under the names they have there', async () => {
    await taken()
    const { status, text, headers } = await world.visitor().get(`/assets/${sha256('evidence')}/evidence.bin`)
    expect([status, text]).toEqual([200, 'evidence'])
    expect(headers.get('content-disposition')).toContain('evidence.bin')
  })

  it('gets keys of its own each time', async () => {
    const [one, other] = [await gameOf(await taken()), await gameOf(await taken())]
    expect(one.publicKey).not.toBe(other.publicKey)
    const salts = await Promise.all(
      [one, other].map(async ({ id }) => (await admin.get(`/api/edit/games/${id}/hashsalt`)).text),
    )
    expect(new Set(salts).size).toBe(2)
  })

  it('can be opened and played', async () => {
    const id = await taken()
    const [first] = await challengesOf(id)
    const path = `/api/edit/games/${id}`
    const { publicKey: _publicKey, ...game } = await gameOf(id)
    const now = world.clock.now()
    await admin.put(path, { ...game, hidden: false, start: now - 1000, end: now + 3_600_000, bloodBonus: 0 })
    await admin.put(`${path}/challenges/${first?.id}`, { isEnabled: true })
    const player = await world.person()
    const team = await player.post<{ id: number }>('/api/team', { name: 'imported' })
    const [division] = await divisionsOf(id)
    const joined = await player.post(`/api/game/${id}`, {
      teamId: team.body.id,
      divisionId: division?.id,
      inviteCode: 'stud_1',
    })
    expect(joined.status, joined.text).toBe(200)
    const { body: participations } = await admin.get<{ id: number }[]>(`/api/game/${id}/participations`)
    await admin.put(`/api/admin/participation/${participations[0]?.id}`, {
      status: 'Accepted',
      divisionId: division?.id,
    })
    const flag = await player.post<number>(`/api/game/${id}/challenges/${first?.id}`, { flag: 'flag{far}' })
    expect(flag.status, flag.text).toBe(200)
    await expect
      .poll(
        async () => (await player.get(`/api/game/${id}/challenges/${first?.id}/status/${flag.body}`)).body,
      )
      .toBe('Accepted')
  })
})

describe('the place and the plan of a challenge', () => {
  const bare = { category: 'Misc', type: 'StaticAttachment' }
  const given = (...challenges: object[]) =>
    taken({ challenges: challenges.map((one, at) => ({ id: at + 1, title: `C${at}`, ...bare, ...one })) })

  it('come with it, unless the time that was planned is over', async () => {
    const id = await given(
      { order: 3, enableAt: '2120-01-01T00:00:00+00:00' },
      { order: 1, enableAt: '2020-01-01T00:00:00+00:00' },
      { order: null, enableAt: null },
      { order: 2 },
    )
    expect((await challengesOf(id)).map(({ title, enableAtUtc }) => [title, enableAtUtc])).toEqual([
      ['C1', null],
      ['C3', null],
      ['C0', Date.UTC(2120, 0, 1)],
      ['C2', null],
    ])
  })
})

describe('what a package leaves out', () => {
  it('has the values of a new game and of new challenges', async () => {
    const { title, startTime, endTime } = foreignGame
    const id = await taken({
      manifest: { format: 'pennant-game' },
      game: { title, startTime, endTime },
      challenges: [
        { id: 3, title: 'Bare', category: 'Misc', type: 'StaticAttachment' },
        { id: 4, title: 'Boxed', category: 'Misc', type: 'DynamicContainer', container: null, flags: {} },
      ],
      files: [],
    })
    expect(await gameOf(id)).toMatchObject({
      summary: '',
      content: '',
      acceptWithoutReview: false,
      writeupRequired: false,
      writeupNote: '',
      teamMemberCountLimit: 0,
      containerCountLimit: 3,
      bloodBonus: 0,
    })
    expect(await divisionsOf(id)).toEqual([])
    const [bare, boxed] = await challengesOf(id)
    expect(bare).toMatchObject({ originalScore: 1000, minScoreRate: 0.25, difficulty: 5, flags: [] })
    expect(boxed).toMatchObject({
      containerImage: '',
      memoryLimit: 64,
      cpuCount: 1,
      storageLimit: 256,
      exposePort: 80,
      networkMode: 'Open',
      fileName: 'attachment',
    })
  })

  it('may be all of its challenges', async () => {
    expect(await challengesOf(await taken({ challenges: [], files: [] }))).toEqual([])
  })
})

describe('what other readers refuse', () => {
  it.each([
    ['no limit of containers', { containerCountLimit: 0 }],
    ['an end before the start', { endTime: '2026-03-01T00:00:00+00:00' }],
    ['a deadline before the end', { writeup: { required: true, deadline: '2020-01-01T00:00:00Z' } }],
    ['a code in another script', { inviteCode: 'Приглашение №1' }],
    ['no bonus', { bloodBonus: { first: 0, second: 0, third: 0 } }],
    ['members that nobody knows', { season: { name: 'spring' }, ['__proto__']: { title: '' } }],
    ['numbers as text', { teamMemberCountLimit: '4', containerCountLimit: ' 7 ' }],
  ])('is taken: %s', async (_says, change) => {
    const id = await taken({ game: { ...foreignGame, ...change } })
    expect(await gameOf(id)).toMatchObject({ title: foreignGame.title, hidden: true })
  })

  it('is taken: members in another case, and a mark before the text', async () => {
    const upper = Object.fromEntries(
      Object.entries(foreignGame).map(([name, value]) => [name.toUpperCase(), value]),
    )
    const id = await taken({ game: `\ufeff${JSON.stringify(upper)}`, manifest: { FORMAT: 'X-GAME' } })
    expect(await gameOf(id)).toMatchObject({ summary: foreignGame.summary, teamMemberCountLimit: 4 })
  })

  it.each([
    ['no image', { image: '' }],
    ['no storage', { storageLimit: 0 }],
    ['a network by its number', { networkMode: 32 }],
  ])('is taken: a container with %s', async (_says, change) => {
    const [, , boxed] = foreignChallenges
    const container = { ...(boxed?.['container'] as object), ...change }
    const id = await taken({ challenges: [{ ...boxed, container }], files: [] })
    expect((await challengesOf(id))[0]?.title).toBe('Same box for all')
  })

  it('is taken: a challenge that is worth nothing', async () => {
    const [far] = foreignChallenges
    const id = await taken({ challenges: [{ ...far, scoring: { original: 0 } }], files: [] })
    expect((await challengesOf(id))[0]?.originalScore).toBe(0)
  })
})

describe('the files of a package', () => {
  const withPoster = (poster: Uint8Array): PackageParts => ({
    game: { ...foreignGame, posterHash: sha256(poster).toUpperCase() },
    files: ['evidence', poster],
  })

  it('may hold a poster, which is served as what it is', async () => {
    const png = await samplePng()
    const id = await taken(withPoster(png))
    const { poster } = await gameOf(id)
    expect(poster).toBe(`/assets/${sha256(png)}/poster`)
    const { status, headers } = await world.visitor().get(poster ?? '')
    expect([status, headers.get('content-type')]).toEqual([200, 'image/png'])
  })

  it('are stored only where something refers to them', async () => {
    await taken({ files: ['evidence', 'nobody asked for this'] })
    expect((await world.visitor().get(`/assets/${sha256('nobody asked for this')}/a`)).status).toBe(404)
  })

  it('keep the name that they are stored under already', async () => {
    const bytes = new TextEncoder().encode('known before')
    await admin.upload('POST', '/api/assets', 'files', [{ name: 'known.bin', bytes }])
    const [, atHand] = foreignChallenges
    const attachment = { type: 'Local', hash: sha256(bytes), fileName: '../other name.bin', fileSize: 1 }
    const id = await taken({ challenges: [{ ...atHand, attachment }], files: [bytes] })
    expect((await challengesOf(id))[0]?.attachment).toMatchObject({
      url: `/assets/${sha256(bytes)}/other%20name.bin`,
      fileSize: bytes.length,
    })
    const row = await world.db
      .selectFrom('file')
      .select(['name', 'refs', 'unclaimed'])
      .where('hash', '=', sha256(bytes))
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ name: 'known.bin', refs: 2, unclaimed: 1 })
  })

  it('belong to flags, too, and are handed out with them', async () => {
    const teams = ['for one', 'for another']
    const challenge = {
      id: 9,
      title: 'Each their own',
      category: 'Reverse',
      type: 'DynamicAttachment',
      fileName: 'puzzle.bin',
      flags: {
        static: teams.map((text, at) => ({
          value: `flag{${at}}`,
          attachment: { type: 'Local', hash: sha256(text), fileName: `${at}.bin`, fileSize: text.length },
        })),
      },
    }
    const [imported] = await challengesOf(await taken({ challenges: [challenge], files: teams }))
    expect(imported).toMatchObject({
      type: 'DynamicAttachment',
      fileName: 'puzzle.bin',
      flags: teams.map((text, at) => ({
        flag: `flag{${at}}`,
        attachment: { url: `/assets/${sha256(text)}/${at}.bin` },
      })),
    })
  })
})

describe('the name of what teams are handed out', () => {
  it.each([
    { fileName: 'puzzle.bin' },
    { container: { image: 'unused', fileName: 'puzzle.bin' } },
    { fileName: 'puzzle.bin', container: { image: 'unused', fileName: 'other.bin' } },
  ])('is %j', async (named) => {
    const challenge = { id: 9, title: 'Named', category: 'Misc', type: 'DynamicAttachment', ...named }
    const [imported] = await challengesOf(await taken({ challenges: [challenge], files: [] }))
    expect(imported).toMatchObject({ fileName: 'puzzle.bin', containerImage: null, exposePort: null })
  })
})

describe('the form', () => {
  it.each([
    ['game.ZIP', 'application/zip'],
    ['a game.zip', 'application/x-zip-compressed'],
  ])('may call it %s and say that it is %s', async (name, type) => {
    expect((await importPackage(admin, packageOf(), { name, type })).status).toBe(200)
  })

  it('is written in the log', async () => {
    const id = await taken({ game: { ...foreignGame, title: 'Logged games' } })
    await expect
      .poll(async () => (await admin.get('/api/admin/logs?count=1000')).text)
      .toContain(`Game Logged games (${id}) imported`)
  })

  it('is for administrators', async () => {
    for (const [by, status] of [
      [await world.person('Monitor'), 403],
      [await world.person(), 403],
    ] as const)
      expect((await importPackage(by, packageOf())).status).toBe(status)
  })

  it('takes packages of many makers', async () => {
    for (const format of ['PENNANT-GAME', 'OTHER-GAME', 'x-GAME', 'Two-Words-Game'])
      expect(
        (await importPackage(admin, packageOf({ manifest: { ...foreignManifest, format } }))).status,
      ).toBe(200)
  })
})
