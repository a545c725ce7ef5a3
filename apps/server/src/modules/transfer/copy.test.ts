import type { ChallengeEditDetail } from '@pennant/contract/challenge'
import type { Division } from '@pennant/contract/division'
import type { GameInfo } from '@pennant/contract/game'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  insertAttachment,
  insertChallenge,
  insertDivision,
  insertFlag,
  insertGame,
  insertSolve,
} from '../../../../../tests/kit/factories.ts'
import { createOpenGame } from '../../../../../tests/kit/open-game.ts'
import { createOrganizer, type Organizer } from '../../../../../tests/kit/organizer.ts'
import { exportPackage, sha256 } from '../../../../../tests/kit/package.ts'
import { samplePng } from '../../../../../tests/kit/sample-image.ts'
import { createWorld, type World } from '../../../../../tests/kit/world.ts'

let world: World
let organizer: Organizer
beforeAll(async () => {
  world = await createWorld()
  organizer = await createOrganizer(world)
})
afterAll(() => world.close())

const unknown = 2_000_000_000
const day = 86_400_000
const start = Date.UTC(2040, 0, 1)
const options = { title: 'Again', start, end: start + day }

const copy = (id: number, body: unknown = options, by = organizer.admin) =>
  by.post<number>(`/api/edit/games/${id}/copy`, body)
const copied = async (id: number, body: unknown = options): Promise<number> => {
  const answer = await copy(id, body)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}
const gameOf = async (id: number) => (await organizer.admin.get<GameInfo>(`/api/edit/games/${id}`)).body
const divisionsOf = async (id: number) =>
  (await organizer.admin.get<Division[]>(`/api/edit/games/${id}/divisions`)).body
const challengesOf = async (id: number): Promise<ChallengeEditDetail[]> => {
  const found: ChallengeEditDetail[] = []
  for (const one of (await organizer.list(id)).body) found.push((await organizer.read(id, one.id)).body)
  return found
}

const referencesOf = async (hash: string): Promise<number | undefined> =>
  (await world.db.selectFrom('file').select('refs').where('hash', '=', hash).executeTakeFirst())?.refs

const attachFile = async (challenge: { id: number }, text: string, flag_id: number | null): Promise<void> => {
  const file_hash = await organizer.upload(text, 'given.bin')
  await insertAttachment(world.db, challenge, {
    flag_id,
    file_hash,
    file_name: 'given.bin',
    file_size: text.length,
  })
}

const full = async () => {
  const { db } = world
  const from = start - 10 * day
  const open = await createOpenGame(world, {
    summary: 'short',
    content: 'long',
    practice_mode: true,
    accept_without_review: true,
    invite_code: 'old-code',
    team_member_count_limit: 4,
    container_count_limit: 2,
    start_at: new Date(from),
    end_at: new Date(from + 3 * day),
    writeup_required: true,
    writeup_deadline: new Date(from + 4 * day),
    writeup_note: 'as PDF',
  })
  const { game } = open
  const filed = await insertChallenge(db, game, {
    title: 'Filed',
    type: 'StaticAttachment',
    content: 'Read',
    hints: ['one', 'two'],
    position: 2,
    deadline_at: new Date(from + day),
    submission_limit: 9,
    original_score: 321,
    min_score_rate: 0.5,
    difficulty: 3,
    disable_blood_bonus: true,
    level: 'Medium',
    tags: ['Log files'],
    authors: ['Ada'],
  })
  for (const flag of ['flag{a}', 'flag{b}']) await insertFlag(db, filed, flag)
  await attachFile(filed, 'evidence', null)
  const boxed = await insertChallenge(db, game, {
    title: 'Boxed',
    type: 'DynamicContainer',
    is_enabled: false,
    position: 1,
    enable_at: new Date(from + 2 * day),
    flag_template: 'flag{[GUID]}',
    file_name: 'own.bin',
    container_image: 'registry.example/box:1',
    memory_limit: 128,
    cpu_count: 3,
    storage_limit: 512,
    expose_port: 8080,
    network_mode: 'Isolated',
    enable_traffic_capture: true,
    allow_user_change: true,
    check_by_connecting: false,
  })
  await insertAttachment(db, boxed)
  const each = await insertChallenge(db, game, { title: 'Each', type: 'DynamicAttachment' })
  for (const flag of ['flag{c}', 'flag{d}'])
    await attachFile(each, 'same bytes', await insertFlag(db, each, flag))
  const division = await insertDivision(db, game, 'Guests')
  await insertDivision(db, game, 'All')
  await db
    .updateTable('division')
    .set({ invite_code: 'division-code', default_permissions: 7943 })
    .where('id', '=', division.id)
    .execute()
  await db
    .insertInto('division_challenge')
    .values({ game_id: game.id, division_id: division.id, challenge_id: each.id, permissions: 256 })
    .execute()
  await organizer.admin.upload('PUT', `/api/edit/games/${game.id}/poster`, 'file', [
    { name: 'poster.png', bytes: await samplePng() },
  ])
  return { open, game, filed, boxed, each }
}

const essenceOf = ({ id: _id, flags, attachment, ...rest }: ChallengeEditDetail) => ({
  ...rest,
  attachment: attachment === null ? null : { ...attachment, id: 0 },
  flags: flags.map(({ flag, attachment: own }) => ({ flag, own: own === null ? null : { ...own, id: 0 } })),
})

describe('a copy of a game', () => {
  it('is hidden, and set as the other is, with its times moved and codes and keys of its own', async () => {
    const { game } = await full()
    const [before, after] = [await gameOf(game.id), await gameOf(await copied(game.id))]
    expect(after).toEqual({
      ...before,
      id: after.id,
      title: 'Again',
      hidden: true,
      start,
      end: start + day,
      writeupDeadline: before.writeupDeadline + 10 * day,
      inviteCode: expect.stringMatching(/^[\w-]{16}$/),
      publicKey: after.publicKey,
    })
    expect(after.publicKey).not.toBe(before.publicKey)
    expect(after.poster).toMatch(/^\/assets\//)
    const salts = await Promise.all(
      [before, after].map(
        async ({ id }) => (await organizer.admin.get(`/api/edit/games/${id}/hashsalt`)).text,
      ),
    )
    expect(new Set(salts).size).toBe(2)
  })

  it('has the same challenges in the same order, enabled or not as they are, with their times moved', async () => {
    const { game } = await full()
    const id = await copied(game.id)
    const moved = (at: number | null | undefined) => (at == null ? null : at + 10 * day)
    const [before, after] = [await challengesOf(game.id), await challengesOf(id)]
    expect(after.map(({ title }) => title)).toEqual(['Boxed', 'Filed', 'Each'])
    expect(after.map(essenceOf)).toEqual(
      before.map(essenceOf).map((one) => ({
        ...one,
        deadlineUtc: moved(one.deadlineUtc),
        enableAtUtc: moved(one.enableAtUtc),
      })),
    )
    expect(after.map(({ enableAtUtc }) => enableAtUtc)).toEqual([start + 2 * day, null, null])
    expect(after.map(({ isEnabled }) => isEnabled)).toEqual([false, true, true])
  })

  it('has the same divisions, with challenges by their new ids and codes that nobody knows', async () => {
    const { game } = await full()
    const id = await copied(game.id)
    const each = (await challengesOf(id)).find(({ title }) => title === 'Each')
    expect(await divisionsOf(id)).toMatchObject([
      {
        id: expect.any(Number),
        name: 'Guests',
        inviteCode: expect.stringMatching(/^[\w-]{16}$/),
        defaultPermissions: 7943,
        challengeConfigs: [{ challengeId: each?.id, permissions: 256 }],
      },
      { name: 'All', inviteCode: null, challengeConfigs: [] },
    ])
  })

  it('counts its own references of the files, which stay until neither game is there', async () => {
    const { game, filed } = await full()
    const bytes = `only here ${game.id}`
    await organizer.attach(game.id, filed.id, {
      attachmentType: 'Local',
      fileHash: await organizer.upload(bytes),
    })
    const shared = sha256('same bytes')
    const before = (await referencesOf(shared)) ?? 0
    const id = await copied(game.id)
    expect(await referencesOf(sha256(bytes))).toBe(2)
    expect(await referencesOf(shared)).toBe(before + 2)
    const path = `/assets/${sha256(bytes)}/file.bin`
    expect((await organizer.admin.delete(`/api/edit/games/${game.id}`)).status).toBe(200)
    await expect.poll(() => referencesOf(sha256(bytes))).toBe(1)
    expect((await world.visitor().get(path)).text).toBe(bytes)
    expect((await organizer.admin.delete(`/api/edit/games/${id}`)).status).toBe(200)
    await expect.poll(async () => (await world.visitor().get(path)).status).toBe(404)
  })

  it('leaves an upload that waits for somebody else to wait', async () => {
    const game = await insertGame(world.db)
    const challenge = await insertChallenge(world.db, game, { type: 'StaticAttachment' })
    const bytes = `waits ${game.id}`
    const fileHash = await organizer.upload(bytes)
    await organizer.attach(game.id, challenge.id, { attachmentType: 'Local', fileHash })
    await organizer.upload(bytes)
    await copied(game.id)
    const { refs, unclaimed } = await world.db
      .selectFrom('file')
      .select(['refs', 'unclaimed'])
      .where('hash', '=', fileHash)
      .executeTakeFirstOrThrow()
    expect([refs, unclaimed]).toEqual([3, 1])
  })

  it('has none of those who play, and nothing that has happened', async () => {
    const { open, filed } = await full()
    const { participation } = await open.team()
    await insertSolve(world.db, { participation, challenge: filed })
    await organizer.admin.post(`/api/edit/games/${open.game.id}/notices`, { content: 'hello' })
    const id = await copied(open.game.id)
    for (const table of [
      'participation',
      'submission',
      'first_solve',
      'notice',
      'game_event',
      'game_instance',
    ] as const)
      expect(await world.db.selectFrom(table).select('game_id').where('game_id', '=', id).execute()).toEqual(
        [],
      )
  })

  it('packs the same as the other', async () => {
    const { game } = await full()
    const one = await exportPackage(organizer.admin, game.id)
    const other = await exportPackage(organizer.admin, await copied(game.id))
    expect(other.manifest.statistics).toEqual(one.manifest.statistics)
    expect([...other.files.keys()].toSorted()).toEqual([...one.files.keys()].toSorted())
  })

  it('forgets what would have been planned for a time that is over, and keeps within all time', async () => {
    const { game } = await full()
    const early = await copied(game.id, { ...options, start: Date.UTC(2001, 0, 1) })
    expect((await challengesOf(early)).map(({ enableAtUtc }) => enableAtUtc)).toEqual([null, null, null])
    const last = 253_402_300_799_999
    const late = await copied(game.id, { ...options, start: last, end: last })
    expect((await gameOf(late)).writeupDeadline).toBe(last)
    expect((await challengesOf(late)).map(({ deadlineUtc }) => deadlineUtc)).toEqual([null, last, null])
  })

  it('is in the journal with who made it', async () => {
    const game = await insertGame(world.db)
    const id = await copied(game.id)
    const { body } = await organizer.admin.get<object[]>('/api/admin/logs?count=1000')
    expect(body).toContainEqual(
      expect.objectContaining({
        msg: `Game Again (${id}) copied from ${game.title} (${game.id})`,
        name: organizer.admin.userName,
        status: 'Success',
      }),
    )
  })
})

describe('copying', () => {
  it('needs a game, a title and times, and an administrator', async () => {
    const game = await insertGame(world.db)
    expect(await copy(unknown)).toMatchObject({ status: 404, body: { code: 'game.notFound' } })
    for (const body of [{}, { ...options, title: ' ' }, { title: 'x', start }, { ...options, end: 'late' }])
      expect((await copy(game.id, body)).status).toBe(400)
    expect((await copy(game.id, options, await world.person('Monitor'))).status).toBe(403)
    expect((await world.visitor().post(`/api/edit/games/${game.id}/copy`, options)).status).toBe(401)
  })

  it('makes nothing where a file is lost', async () => {
    const game = await insertGame(world.db)
    const challenge = await insertChallenge(world.db, game, { type: 'StaticAttachment', title: 'Lost' })
    await insertAttachment(world.db, challenge, { file_hash: sha256(`lost ${game.id}`) })
    const count = async () => (await world.db.selectFrom('game').select('id').execute()).length
    const before = await count()
    const answer = await copy(game.id)
    expect(answer).toMatchObject({ body: { code: 'transfer.fileLost' } })
    expect(answer.text).toContain('Lost')
    expect(await count()).toBe(before)
  })

  it('many times at once, while attachments change, keeps every reference', async () => {
    const game = await insertGame(world.db)
    const challenge = await insertChallenge(world.db, game, { type: 'StaticAttachment' })
    const hashes: string[] = []
    const attach = async (text: string) => {
      const fileHash = await organizer.upload(text)
      hashes.push(fileHash)
      return organizer.attach(game.id, challenge.id, { attachmentType: 'Local', fileHash })
    }
    await attach(`first ${game.id}`)
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, () => copy(game.id)),
      attach(`second ${game.id}`),
      attach(`third ${game.id}`),
    ])
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    for (const hash of hashes) {
      const rows = await world.db
        .selectFrom('attachment')
        .select('id')
        .where('file_hash', '=', hash)
        .execute()
      expect((await referencesOf(hash)) ?? 0).toBe(rows.length)
    }
  })
})
