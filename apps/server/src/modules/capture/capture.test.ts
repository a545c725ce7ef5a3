import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { request } from 'node:http'
import { Readable } from 'node:stream'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { downloadAs } from '../../../../../tests/kit/download.ts'
import { skipReason } from '../../../../../tests/kit/skip-reason.ts'
import { createOpenGame, type OpenGame, type OpenTeam } from '../../../../../tests/kit/open-game.ts'
import { unpackTar } from '../../../../../tests/kit/tar.ts'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'
import type { ChallengeRow } from '../../ports/tables/challenge.ts'

let world: World
let monitor: Person
let open: OpenGame
let challenge: ChallengeRow
let ours: OpenTeam
beforeAll(async () => {
  world = await createWorld()
  monitor = await world.person('Monitor')
})
afterAll(() => world.close())
beforeEach(async () => {
  open = await createOpenGame(world)
  challenge = await open.challenge({ type: 'DynamicContainer', enable_traffic_capture: true, title: 'Pwn' })
  ours = await open.team()
})

const at = (...parts: (string | number)[]): string =>
  ['/api/game/captures', ...parts.map((part) => encodeURIComponent(part))].join('/')
const keyOf = (
  name: string,
  team: OpenTeam | { participation: { id: number } } = ours,
  of = challenge.id,
): string => `capture/${of}/${team.participation.id}/${name}`
const store = async (key: string, content: string): Promise<Buffer> => {
  const bytes = gzipSync(content)
  await world.adapters.blobs.put(key, Readable.from([bytes]), bytes.length)
  return bytes
}
const stored = async (of = challenge.id): Promise<string[]> => {
  const keys: string[] = []
  for await (const { key } of world.adapters.blobs.list(`capture/${of}/`)) keys.push(key)
  return keys
}
const names = async (): Promise<string[]> =>
  (await monitor.get<{ fileName: string }[]>(at(challenge.id, ours.participation.id))).body.map(
    ({ fileName }) => fileName,
  )

describe('the captures of a game', () => {
  it('are listed by the challenges that capture, with how many teams there are', async () => {
    const quiet = await open.challenge({ enable_traffic_capture: true, is_enabled: false, category: 'Web' })
    await open.challenge({ enable_traffic_capture: false })
    const theirs = await open.team()
    await store(keyOf('aaaaaaaaaaaa-1.pcap.gz'), 'a')
    await store(keyOf('aaaaaaaaaaaa-2.pcap.gz'), 'b')
    await store(keyOf('bbbbbbbbbbbb-1.pcap.gz', theirs), 'c')
    const { status, body } = await monitor.get(`/api/game/games/${open.game.id}/captures`)
    expect([status, body]).toEqual([
      200,
      [
        {
          id: challenge.id,
          title: 'Pwn',
          category: 'Misc',
          type: 'DynamicContainer',
          isEnabled: true,
          count: 2,
        },
        {
          id: quiet.id,
          title: quiet.title,
          category: 'Web',
          type: 'StaticAttachment',
          isEnabled: false,
          count: 0,
        },
      ],
    ])
    expect((await monitor.get('/api/game/games/2147483647/captures')).body).toEqual([])
  })

  it('are listed by the teams of a challenge, with how many files there are', async () => {
    const division = await open.division('Students')
    const theirs = await open.team({ division, name: 'Them' })
    await world.db
      .updateTable('team')
      .set({ avatar_hash: 'a'.repeat(64) })
      .where('id', '=', theirs.team.id)
      .execute()
    await store(keyOf('aaaaaaaaaaaa-1.pcap.gz'), 'a')
    await store(keyOf('aaaaaaaaaaaa-2.pcap.gz'), 'b')
    await store(keyOf('bbbbbbbbbbbb-1.pcap.gz', theirs), 'c')
    const gone = { participation: { id: 2_000_000_000 } }
    await store(keyOf('cccccccccccc-1.pcap.gz', gone), 'd')
    const { body } = await monitor.get(at(challenge.id))
    expect(body).toEqual([
      {
        id: ours.participation.id,
        teamId: ours.team.id,
        name: ours.team.name,
        division: null,
        avatar: null,
        count: 2,
      },
      {
        id: theirs.participation.id,
        teamId: theirs.team.id,
        name: 'Them',
        division: 'Students',
        avatar: `/assets/${'a'.repeat(64)}/avatar`,
        count: 1,
      },
      { id: 2_000_000_000, teamId: 0, name: null, division: null, avatar: null, count: 1 },
    ])
    expect(await monitor.get(at(2_147_483_647))).toMatchObject({
      status: 404,
      body: { code: 'capture.notFound', status: 404 },
    })
  })

  it('are listed by the files of a team, the newest first', async () => {
    await store(keyOf('aaaaaaaaaaaa-1.pcap.gz'), 'a')
    await new Promise((resolve) => setTimeout(resolve, 20))
    const newer = await store(keyOf('aaaaaaaaaaaa-0.pcap.gz'), 'bb')
    await store(keyOf('notes.txt'), 'something else')
    const { body } = await monitor.get(at(challenge.id, ours.participation.id))
    expect(body).toEqual([
      { fileName: 'aaaaaaaaaaaa-0.pcap.gz', size: newer.length, updateTime: expect.any(Number) },
      { fileName: 'aaaaaaaaaaaa-1.pcap.gz', size: expect.any(Number), updateTime: expect.any(Number) },
    ])
    expect((await monitor.get(at(challenge.id, 2_000_000_001))).body).toEqual([])
  })

  it('outlive the challenge', async () => {
    const bytes = await store(keyOf('aaaaaaaaaaaa-1.pcap.gz'), 'a')
    const admin = await world.person('Admin')
    const deleted = await admin.delete(`/api/edit/games/${open.game.id}/challenges/${challenge.id}`)
    expect(deleted.status).toBe(200)
    expect((await monitor.get(`/api/game/games/${open.game.id}/captures`)).body).toEqual([])
    const file = await downloadAs(monitor, at(challenge.id, ours.participation.id, 'aaaaaaaaaaaa-1.pcap.gz'))
    expect(file.bytes.equals(bytes)).toBe(true)
  })
})

describe('a capture', () => {
  const name = 'aaaaaaaaaaaa-1.pcap.gz'
  const path = (): string => at(challenge.id, ours.participation.id, name)

  it('is downloaded as it is', async () => {
    const bytes = await store(keyOf(name), 'packets')
    const file = await downloadAs(monitor, path())
    expect([file.status, file.bytes.equals(bytes), file.name]).toEqual([200, true, name])
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': expect.stringMatching(/^attachment; /),
      'content-length': String(bytes.length),
      'cache-control': 'no-store',
      'accept-ranges': 'bytes',
    })
    expect(file.headers.get('content-encoding')).toBeNull()
  })

  it('is downloaded in parts, too', async () => {
    const bytes = await store(keyOf(name), 'packets')
    const part = await downloadAs(monitor, path(), { range: 'bytes=5-' })
    expect([part.status, part.bytes.equals(bytes.subarray(5))]).toEqual([206, true])
    expect(part.headers.get('content-range')).toBe(`bytes 5-${bytes.length - 1}/${bytes.length}`)
  })

  it('is deleted', async () => {
    await store(keyOf(name), 'a')
    await store(keyOf('aaaaaaaaaaaa-2.pcap.gz'), 'b')
    expect((await monitor.delete(path())).status).toBe(200)
    expect(await stored()).toEqual([keyOf('aaaaaaaaaaaa-2.pcap.gz')])
    for (const gone of [await monitor.get(path()), await monitor.delete(path())])
      expect(gone).toMatchObject({ status: 404, body: { code: 'capture.notFound' } })
  })

  // Sent as written: a browser would normalize the path first.
  const asked = (method: string, written: string): Promise<number> =>
    new Promise((resolve, reject) => {
      const headers = { cookie: `pennant_session=${monitor.cookie()}` }
      request(world.origin, { method, path: written, headers }, (response) => {
        response.resume().once('end', () => resolve(response.statusCode ?? 0))
      })
        .once('error', reject)
        .end()
    })

  it.each([
    '..',
    '.',
    '%2e%2e',
    '..%2f..',
    '..%5c..',
    `../${name}`,
    `..%2f${name}`,
    `x/../${name}`,
    `${name}%2f..`,
    `${name}%00`,
    `${name}%20`,
    `${name}%2f`,
    name.toUpperCase(),
    'aaaaaaaaaaaa-1.pcap',
    'aaaaaaaaaaaa-1',
    'notes.txt',
    '*',
    '%25',
  ])('is not found under the name %s, and nothing is deleted', async (written) => {
    await store(keyOf(name), 'a')
    await store(keyOf('notes.txt'), 'of the operator')
    const before = await stored()
    const below = at(challenge.id, ours.participation.id)
    expect([await asked('GET', `${below}/${written}`), await asked('DELETE', `${below}/${written}`)]).toEqual(
      [404, 404],
    )
    expect(await stored()).toEqual(before)
  })

  it('of another team is not found', async () => {
    const theirs = await open.team()
    await store(keyOf(name, theirs), 'a')
    expect((await monitor.get(path())).status).toBe(404)
    expect((await monitor.delete(path())).status).toBe(404)
    expect(await stored()).toHaveLength(1)
  })
})

describe('all captures of a team', () => {
  const path = (): string => at(challenge.id, ours.participation.id, 'all')
  const unpacked = async (archive: Buffer): Promise<Record<string, string>> =>
    Object.fromEntries(
      (await unpackTar(archive)).map(({ name, bytes }) => [name, gunzipSync(bytes).toString()]),
    )

  it('are downloaded in one archive', async () => {
    await store(keyOf('aaaaaaaaaaaa-1.pcap.gz'), 'a')
    await store(keyOf('aaaaaaaaaaaa-2.pcap.gz'), 'b')
    await store(keyOf('bbbbbbbbbbbb-1.pcap.gz', await open.team()), 'c')
    const archive = await downloadAs(monitor, path())
    const folder = archive.name.replace('.tar.gz', '')
    expect(archive.status).toBe(200)
    expect(archive.name).toMatch(
      new RegExp(
        `^Capture-${challenge.id}-${ours.participation.id}-\\d{8}-\\d\\d\\.\\d\\d\\.\\d\\dZ\\.tar\\.gz$`,
      ),
    )
    expect(archive.headers.get('content-type')).toBe('application/gzip')
    expect(await unpacked(archive.bytes)).toEqual({
      [`${folder}/aaaaaaaaaaaa-1.pcap.gz`]: 'a',
      [`${folder}/aaaaaaaaaaaa-2.pcap.gz`]: 'b',
    })
  })

  it('are an empty archive where there are none', async () => {
    expect(await unpacked((await downloadAs(monitor, path())).bytes)).toEqual({})
  })

  it('are deleted, and only they', async () => {
    await store(keyOf('aaaaaaaaaaaa-1.pcap.gz'), 'a')
    await store(keyOf('aaaaaaaaaaaa-2.pcap.gz'), 'b')
    const theirs = keyOf('bbbbbbbbbbbb-1.pcap.gz', await open.team())
    await store(theirs, 'c')
    expect(await monitor.delete(path())).toMatchObject({ status: 200, text: '' })
    expect(await stored()).toEqual([theirs])
    expect((await monitor.delete(path())).status).toBe(200)
  })

  it('are refused, and said to be so, when they cannot be deleted', async ({ skip }) => {
    await store(keyOf('aaaaaaaaaaaa-1.pcap.gz'), 'a')
    const folder = join(
      world.dataFolder,
      'files/capture',
      String(challenge.id),
      String(ours.participation.id),
    )
    const { status } = spawnSync('chattr', ['+i', folder])
    const reason = skipReason(status === 0, 'this account or file system cannot lock a folder')
    if (reason !== null) return skip(reason)
    try {
      for (const asked of [path(), at(challenge.id, ours.participation.id, 'aaaaaaaaaaaa-1.pcap.gz')])
        expect(await monitor.delete(asked)).toMatchObject({
          status: 400,
          body: { code: 'capture.notDeletable' },
        })
    } finally {
      spawnSync('chattr', ['-i', folder])
    }
    expect(await names()).toEqual(['aaaaaaaaaaaa-1.pcap.gz'])
  })
})
