import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestClock } from '../../../../../tests/kit/clock.ts'
import { refusalsOf } from '../../../../../tests/kit/compatible-importer.ts'
import {
  insertAttachment,
  insertChallenge,
  insertDivision,
  insertFlag,
  insertGame,
} from '../../../../../tests/kit/factories.ts'
import { createOrganizer, type Organizer } from '../../../../../tests/kit/organizer.ts'
import { exactOf, exportPackage } from '../../../../../tests/kit/package.ts'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'

let world: World
let organizer: Organizer
let admin: Person
beforeAll(async () => {
  world = await createWorld({ clock: createTestClock(Date.parse('2026-11-21T10:15:30.500Z')) })
  organizer = await createOrganizer(world)
  admin = organizer.admin
})
afterAll(() => world.close())

const keyOf = (hash: string): string => `uploads/${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}`
const exported = (game: { id: number }) => exportPackage(admin, game.id, 'PENNANT-GAME')
const refused = (id: number) => admin.post<{ code: string }>(`/api/edit/games/${id}/export`)

const withFile = async (text: string, title = 'Attached') => {
  const { game, challenge } = await organizer.made({ title, type: 'StaticAttachment' })
  const hash = await organizer.upload(text, 'a file.bin')
  await organizer.attach(game.id, challenge.id, { attachmentType: 'Local', fileHash: hash })
  return { game, challenge, hash }
}

describe('what is exported', () => {
  it('has the name of the game and the time in it, in UTC', async () => {
    const game = await insertGame(world.db, { title: 'Größte „Spiele“ / 2026' })
    const { name, headers, manifest } = await exported(game)
    expect(name).toBe('Größte „Spiele“ _ 2026-export-20261121-101530.zip')
    expect(headers.get('content-type')).toBe('application/zip')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(manifest).toEqual({
      version: '1.0',
      format: 'PENNANT-GAME',
      exportedAt: '2026-11-21T10:15:30.500+00:00',
      exporterVersion: '1.0.0.0',
      exporter: 'Pennant',
      game: { id: game.id, title: game.title },
      statistics: { challengeCount: 0, divisionCount: 0, totalFlags: 0, totalFiles: 0, totalFileSize: 0 },
    })
  })

  it('is all that is set of the game', async () => {
    const at = (text: string): Date => new Date(text)
    const game = await insertGame(world.db, {
      title: 'Autumn Games',
      summary: 'short',
      content: 'long',
      invite_code: 'code',
      hidden: true,
      container_count_limit: 0,
      team_member_count_limit: 5,
      start_at: at('2026-10-01T08:00:00Z'),
      end_at: at('2026-10-02T08:00:00.250Z'),
      writeup_deadline: at('2026-10-03T00:00:00Z'),
      writeup_note: 'PDF',
      blood_bonus: 0,
    })
    expect((await exported(game)).game).toEqual({
      title: 'Autumn Games',
      summary: 'short',
      content: 'long',
      hidden: true,
      practiceMode: true,
      acceptWithoutReview: false,
      inviteCode: 'code',
      teamMemberCountLimit: 5,
      containerCountLimit: 0,
      startTime: '2026-10-01T08:00:00.000+00:00',
      endTime: '2026-10-02T08:00:00.250+00:00',
      writeup: { required: false, deadline: '2026-10-03T00:00:00.000+00:00', note: 'PDF' },
      bloodBonus: { first: 0, second: 0, third: 0 },
      posterHash: null,
      divisions: [],
    })
  })

  it('says of a hidden game that everybody with the link sees it, and of no other', async () => {
    const said = async (given: { hidden: boolean; unlisted: boolean }): Promise<unknown> => {
      const { game } = await exported(await insertGame(world.db, given))
      return game.unlisted
    }
    expect(await said({ hidden: true, unlisted: true })).toBe(true)
    expect(await said({ hidden: true, unlisted: false })).toBeUndefined()
    expect(await said({ hidden: false, unlisted: true })).toBeUndefined()
  })

  it('is every division, with permissions by their names', async () => {
    const game = await insertGame(world.db)
    const challenge = await insertChallenge(world.db, game)
    const { id } = await insertDivision(world.db, game, 'Guests')
    const set = { default_permissions: 2_147_483_643, invite_code: 'guest' }
    await world.db.updateTable('division').set(set).where('id', '=', id).execute()
    await world.db
      .insertInto('division_challenge')
      .values({ game_id: game.id, division_id: id, challenge_id: challenge.id, permissions: 256 | 512 })
      .execute()
    await insertDivision(world.db, game, 'Everybody')
    const { divisions } = (await exported(game)).game
    expect(divisions).toEqual([
      {
        name: 'Guests',
        inviteCode: 'guest',
        defaultPermissions: [
          'JoinGame',
          'RankOverall',
          'ViewChallenge',
          'SubmitFlags',
          'GetScore',
          'GetBlood',
          'AffectDynamicScore',
          String(2_147_483_643 - 7939),
        ],
        challengeConfig: [{ challengeId: challenge.id, permissions: ['ViewChallenge', 'SubmitFlags'] }],
      },
      { name: 'Everybody', inviteCode: null, defaultPermissions: ['All'], challengeConfig: [] },
    ])
  })

  it('is every kind of challenge, with its flags and their files', async () => {
    const game = await insertGame(world.db)
    const box = await insertChallenge(world.db, game, {
      type: 'StaticContainer',
      category: 'Web',
      container_image: null,
      memory_limit: null,
      network_mode: null,
    })
    await insertFlag(world.db, box, 'flag{box}')
    const own = await insertChallenge(world.db, game, {
      type: 'DynamicAttachment',
      file_name: 'puzzle.bin',
      flag_template: null,
    })
    const hash = await organizer.upload('for one team', 'one.bin')
    await organizer.addFlags(game.id, own.id, [
      { flag: 'flag{1}', attachmentType: 'Local', fileHash: hash },
      { flag: 'flag{2}', attachmentType: 'Remote', remoteUrl: 'https://files.example/a%20b/two.zip?x=1' },
      { flag: 'flag{2}' },
    ])
    const each = await insertChallenge(world.db, game, { flag_template: 'flag{[GUID]}', hints: ['a', 'b'] })
    await insertFlag(world.db, each, 'what teams never had')
    const { challenges, files, manifest } = await exported(game)
    expect(challenges).toMatchObject([
      {
        id: box.id,
        type: 'StaticContainer',
        enabled: true,
        flags: { template: null, static: [{ value: 'flag{box}', attachment: null }] },
        container: { image: '', memoryLimit: 64, cpuCount: 1, storageLimit: 256, networkMode: 'Open' },
        attachment: null,
        hints: null,
      },
      {
        id: own.id,
        type: 'DynamicAttachment',
        container: null,
        fileName: 'puzzle.bin',
        flags: {
          static: [
            {
              value: 'flag{1}',
              attachment: { type: 'Local', hash, fileName: 'one.bin', fileSize: 12, remoteUrl: null },
            },
            {
              value: 'flag{2}',
              attachment: {
                type: 'Remote',
                hash: null,
                fileName: 'two.zip',
                fileSize: null,
                remoteUrl: 'https://files.example/a%20b/two.zip?x=1',
              },
            },
            { value: 'flag{2}', attachment: null },
          ],
        },
      },
      { id: each.id, flags: { template: 'flag{[GUID]}', static: [] }, hints: ['a', 'b'] },
    ])
    expect(new Map([...files].map(([name, bytes]) => [name, bytes.toString()]))).toEqual(
      new Map([[hash, 'for one team']]),
    )
    expect(manifest.statistics).toEqual({
      challengeCount: 3,
      divisionCount: 0,
      totalFlags: 5,
      totalFiles: 1,
      totalFileSize: 12,
    })
  })

  it('names a link by what it ends with, or by its host', async () => {
    const game = await insertGame(world.db)
    const urls = {
      'https://files.example/': 'files.example',
      'https://files.example/folder/': 'folder',
      'https://files.example/%E5%95%8F.zip#top': '問.zip',
      'https://files.example/%FF': '%FF',
      'https://files.example/a%2F..%2Fb.zip': 'b.zip',
    }
    for (const remote_url of Object.keys(urls)) {
      const challenge = await insertChallenge(world.db, game, { type: 'StaticAttachment' })
      await insertAttachment(world.db, challenge, { remote_url })
    }
    const { challenges } = await exported(game)
    expect(challenges.map(({ attachment }) => attachment?.fileName)).toEqual(Object.values(urls))
  })

  it('holds a file once, however often it is referred to', async () => {
    const { game, hash } = await withFile('shared by two')
    const { body: other } = await organizer.create(game.id, { title: 'Other', type: 'StaticAttachment' })
    await organizer.attach(game.id, other.id, { attachmentType: 'Local', fileHash: hash })
    const { files, manifest, challenges } = await exported(game)
    expect([...files.keys()]).toEqual([hash])
    expect(challenges.map(({ attachment }) => attachment?.hash)).toEqual([hash, hash])
    expect(manifest.statistics.totalFiles).toBe(1)
  })

  it('is what other programs unpack', async () => {
    const { game } = await withFile('unpack me '.repeat(10_000))
    const { bytes } = await exported(game)
    const folder = await mkdtemp(join(tmpdir(), 'pennant-unpack-'))
    try {
      await writeFile(join(folder, 'game.zip'), bytes)
      const { stdout } = await promisify(execFile)('unzip', ['-t', join(folder, 'game.zip')])
      expect(stdout).toContain('No errors detected')
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })

  it('is written in the log', async () => {
    const game = await insertGame(world.db, { title: 'Logged export' })
    await exported(game)
    await expect
      .poll(async () => (await admin.get('/api/admin/logs?count=1000')).text)
      .toContain(`Game Logged export (${game.id}) exported`)
  })
})

describe('what the compatible platform imports', () => {
  it('is exported where nothing else is asked for', async () => {
    const { manifest } = await exportPackage(admin, (await insertGame(world.db)).id)
    expect(manifest).toMatchObject({ format: 'GZCTF-GAME', exporter: 'Pennant' })
  })

  it('has nothing in it that is refused there, and the exact values beside', async () => {
    const end = new Date('2026-10-01T08:00:00Z')
    const game = await insertGame(world.db, {
      container_count_limit: 0,
      start_at: new Date('2026-10-02T08:00:00Z'),
      end_at: end,
      writeup_required: true,
      writeup_deadline: end,
      invite_code: 'grüße an alle',
    })
    const { id } = await insertDivision(world.db, game)
    await world.db.updateTable('division').set({ invite_code: 'code 1!' }).where('id', '=', id).execute()
    await insertChallenge(world.db, game, { original_score: 0, container_image: null, storage_limit: 0 })
    const linked = await insertChallenge(world.db, game, { type: 'StaticAttachment' })
    await insertAttachment(world.db, linked, { remote_url: 'magnet:?xt=urn:btih:abc' })
    const flag_id = await insertFlag(world.db, linked)
    await insertAttachment(world.db, linked, { flag_id, remote_url: '/files/own.zip' })

    const compatible = await exportPackage(admin, game.id)
    expect(refusalsOf(compatible)).toEqual([])
    expect(compatible.game).toMatchObject({
      inviteCode: 'gr__e_an_alle',
      containerCountLimit: 2_147_483_647,
      endTime: '2026-10-02T08:00:01.000+00:00',
      writeup: { deadline: '2026-10-02T08:00:02.000+00:00' },
      divisions: [{ inviteCode: 'code_1_' }],
    })
    const exact = await exported(game)
    expect(refusalsOf(exact)).not.toEqual([])
    expect(exactOf(compatible.game)).toEqual(exact.game)
    expect(compatible.challenges.map(exactOf)).toEqual(exact.challenges)
  })

  it('has the same documents as the other format where nothing has to be changed', async () => {
    const game = await insertGame(world.db)
    await insertChallenge(world.db, game, { container_image: 'registry.example/box:1' })
    const compatible = await exportPackage(admin, game.id)
    const exact = await exported(game)
    expect([compatible.game, compatible.challenges]).toEqual([exact.game, exact.challenges])
  })

  it('is not asked for by another name', async () => {
    const game = await insertGame(world.db)
    const { status } = await admin.post(`/api/edit/games/${game.id}/export?format=OTHER-GAME`)
    expect(status).toBe(400)
  })
})

describe('files that are missing', () => {
  it('are left out where they are only the poster', async () => {
    const game = await insertGame(world.db, { poster_hash: 'a'.repeat(64) })
    const { game: document, files } = await exported(game)
    expect([document.posterHash, files.size]).toEqual([null, 0])
    expect((await admin.get('/api/admin/logs?count=1000')).text).toContain(
      `The poster of game ${game.title} (${game.id}) is not exported`,
    )
  })

  it('are told by the challenge that they belong to', async () => {
    const { game, hash } = await withFile('soon to be lost', 'Lost and found')
    await world.adapters.blobs.delete(keyOf(hash))
    const { status, body, text } = await refused(game.id)
    expect([status, body.code]).toEqual([500, 'transfer.fileLost'])
    expect(text).toContain('Lost and found')
  })

  it('are told where they are not what they were', async () => {
    const { game, hash } = await withFile('in good order', 'Bent')
    const { blobs } = world.adapters
    await blobs.delete(keyOf(hash))
    await blobs.put(keyOf(hash), Readable.from([Buffer.from('in bad order')]))
    const { status, body } = await refused(game.id)
    expect([status, body.code]).toEqual([500, 'transfer.fileLost'])
  })
})

describe('a game that is not there', () => {
  it('is not exported, nor one that is being deleted', async () => {
    const game = await insertGame(world.db)
    await world.db.insertInto('game_ledger').values({ game_id: game.id, gone: true }).execute()
    for (const id of [2_000_000_000, game.id]) {
      const { status, body } = await refused(id)
      expect([status, body.code]).toEqual([404, 'game.notFound'])
    }
  })

  it('is not told to anybody but administrators', async () => {
    const game = await insertGame(world.db)
    const path = `/api/edit/games/${game.id}/export`
    expect((await (await world.person('Monitor')).post(path)).status).toBe(403)
    expect((await world.visitor().post(path)).status).toBe(401)
  })

  it('is sent whole, whatever part is asked for: the next one would be another', async () => {
    const game = await insertGame(world.db)
    const { status, headers } = await admin.call('POST', `/api/edit/games/${game.id}/export`, {
      headers: { range: 'bytes=0-9', 'if-none-match': '*' },
    })
    expect([status, headers.get('accept-ranges'), headers.get('content-range')]).toEqual([200, null, null])
  })
})
