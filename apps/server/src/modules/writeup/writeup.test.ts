import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WriteupInfoModel } from '@pennant/contract/writeup'
import {
  insertDivision,
  insertGame,
  insertParticipation,
  insertTeam,
  insertWriteup,
} from '../../../../../tests/kit/factories.ts'
import { unpackTar } from '../../../../../tests/kit/tar.ts'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'

let world: World
let admin: Person
beforeAll(async () => {
  world = await createWorld()
  admin = await world.person('Admin')
})
afterAll(() => world.close())

const at = (hour: number): Date => new Date(Date.UTC(2026, 4, 1, hour))

const list = (gameId: number | string) => admin.get<WriteupInfoModel>(`/api/admin/writeups/${gameId}`)

const participating = async (
  game: { id: number },
  options: Parameters<typeof insertParticipation>[3] = {},
) => {
  const team = await insertTeam(world.db, [], { bio: 'we write' })
  return { team, participation: await insertParticipation(world.db, game, team, options) }
}

const download = async (gameId: number) => {
  const response = await fetch(`${world.origin}/api/admin/writeups/${gameId}/all`, {
    headers: { cookie: `pennant_session=${admin.cookie()}` },
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  const entries: Record<string, string> = {}
  const folder = /filename="(.+)\.tar\.gz"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? ''
  if (response.status === 200) {
    for (const file of await unpackTar(bytes)) {
      expect(file.name.startsWith(`${folder}/`)).toBe(true)
      const name = file.name.slice(folder.length + 1)
      expect(entries).not.toHaveProperty([name])
      entries[name] = file.bytes.toString()
    }
  }
  return { status: response.status, headers: response.headers, bytes, entries }
}

describe('the write-ups of a game', () => {
  it('are listed newest first, with their teams, their links and the divisions of the game', async () => {
    const game = await insertGame(world.db)
    const division = await insertDivision(world.db, game, 'Experts')
    const empty = await insertDivision(world.db, game, 'Nobody')
    const first = await participating(game, { division })
    const second = await participating(game, { status: 'Suspended' })
    await participating(game)
    const older = await insertWriteup(world, first.participation, {
      bytes: Buffer.from('%PDF-one'),
      at: at(9),
    })
    const newer = await insertWriteup(world, second.participation, {
      bytes: Buffer.from('%PDF-two'),
      at: at(10),
    })
    const answer = await list(game.id)
    expect(answer.status).toBe(200)
    expect(answer.body).toStrictEqual({
      divisions: { [division.id]: 'Experts', [empty.id]: 'Nobody' },
      writeups: [
        {
          id: second.participation.id,
          team: { id: second.team.id, name: second.team.name, bio: 'we write', avatar: null, locked: false },
          url: `/assets/${newer.hash}/${newer.name}`,
          uploadTimeUtc: at(10).getTime(),
          divisionId: null,
        },
        {
          id: first.participation.id,
          team: { id: first.team.id, name: first.team.name, bio: 'we write', avatar: null, locked: false },
          url: `/assets/${older.hash}/${older.name}`,
          uploadTimeUtc: at(9).getTime(),
          divisionId: division.id,
        },
      ],
    })
  })

  it('of one moment stand in the same order every time', async () => {
    const game = await insertGame(world.db)
    const ids = []
    for (let count = 0; count < 5; count++) {
      const { participation } = await participating(game)
      await insertWriteup(world, participation, { bytes: Buffer.from(`same ${count}`), at: at(1) })
      ids.unshift(participation.id)
    }
    expect((await list(game.id)).body.writeups.map(({ id }) => id)).toEqual(ids)
  })

  it('have links that serve them, whatever they are called', async () => {
    const game = await insertGame(world.db)
    const { participation } = await participating(game)
    const name = 'Write-up 100% ütf #1?.pdf'
    await insertWriteup(world, participation, { bytes: Buffer.from('%PDF-odd'), name })
    const { url = '' } = (await list(game.id)).body.writeups[0] ?? {}
    const file = await world.visitor().get(url)
    expect(file).toMatchObject({ status: 200, text: '%PDF-odd' })
    expect(file.headers.get('content-disposition')).toContain(`filename*=UTF-8''${encodeURIComponent(name)}`)
  })

  it('carry the avatar of the team', async () => {
    const game = await insertGame(world.db)
    const { participation, team } = await participating(game)
    const avatar_hash = 'ab'.repeat(32)
    await world.db.updateTable('team').set({ avatar_hash }).where('id', '=', team.id).execute()
    await insertWriteup(world, participation, { bytes: Buffer.from('%PDF-a') })
    expect((await list(game.id)).body.writeups[0]?.team.avatar).toBe(`/assets/${avatar_hash}/avatar`)
  })

  it('may be none', async () => {
    const game = await insertGame(world.db)
    expect((await list(game.id)).body).toStrictEqual({ divisions: {}, writeups: [] })
  })
})

describe('the archive of all write-ups', () => {
  it('holds them in one folder that is called like itself', async () => {
    const game = await insertGame(world.db)
    for (const name of ['Writeup-1-2-20260501-09.00.00Z.pdf', 'Writeup-1-3-20260501-10.00.00Z.pdf']) {
      const { participation } = await participating(game)
      await insertWriteup(world, participation, { bytes: Buffer.from(`bytes of ${name}`), name })
    }
    expect((await download(game.id)).entries).toStrictEqual({
      'Writeup-1-2-20260501-09.00.00Z.pdf': 'bytes of Writeup-1-2-20260501-09.00.00Z.pdf',
      'Writeup-1-3-20260501-10.00.00Z.pdf': 'bytes of Writeup-1-3-20260501-10.00.00Z.pdf',
    })
  })

  it('holds the same bytes once for every team that handed them in, under the name of each', async () => {
    const game = await insertGame(world.db)
    for (const name of ['one.pdf', 'two.pdf']) {
      const { participation } = await participating(game)
      await insertWriteup(world, participation, { bytes: Buffer.from('copied'), name })
    }
    expect((await download(game.id)).entries).toStrictEqual({
      'one.pdf': 'copied',
      'two.pdf': 'copied',
    })
  })

  it('keeps files apart that have the same name, and none outside of it', async () => {
    const game = await insertGame(world.db)
    const one = await participating(game)
    const two = await participating(game)
    await insertWriteup(world, one.participation, { bytes: Buffer.from('1'), name: '../../x.pdf', at: at(1) })
    await insertWriteup(world, two.participation, { bytes: Buffer.from('2'), name: '../../x.pdf', at: at(2) })
    expect((await download(game.id)).entries).toStrictEqual({
      'x.pdf': '2',
      [`${one.participation.id}-x.pdf`]: '1',
    })
  })

  it('leaves out a file that has been deleted, and says so in the log', async () => {
    const game = await insertGame(world.db)
    const one = await participating(game)
    const two = await participating(game)
    const { hash } = await insertWriteup(world, one.participation, {
      bytes: Buffer.from('gone'),
      name: 'gone.pdf',
    })
    await insertWriteup(world, two.participation, { bytes: Buffer.from('here'), name: 'here.pdf' })
    expect((await admin.delete(`/api/assets/${hash}`)).status).toBe(200)
    expect((await download(game.id)).entries).toStrictEqual({ 'here.pdf': 'here' })
    const logs = await admin.get<{ msg: string }[]>('/api/admin/logs?level=Warning&count=1000')
    expect(logs.body.map(({ msg }) => msg)).toContainEqual(expect.stringContaining('gone.pdf'))
    expect((await list(game.id)).body.writeups).toHaveLength(2)
  })

  it('leaves out a file whose bytes have gone from the storage', async () => {
    const game = await insertGame(world.db)
    const { participation } = await participating(game)
    const { hash } = await insertWriteup(world, participation, {
      bytes: Buffer.from('lost'),
      name: 'lost.pdf',
    })
    await world.adapters.blobs.delete(`uploads/${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}`)
    expect(await download(game.id)).toMatchObject({ status: 200, entries: {} })
  })

  it('is empty when there are none', async () => {
    const game = await insertGame(world.db)
    expect(await download(game.id)).toMatchObject({ status: 200, entries: {} })
  })

  it('is a gzip that is not compressed again, not kept, and saved under the title of the game', async () => {
    const game = await insertGame(world.db, { title: 'Été "2026"/final: 第1 + 50%' })
    const { headers, bytes } = await download(game.id)
    expect(headers.get('content-type')).toBe('application/gzip')
    expect(headers.get('content-encoding')).toBeNull()
    expect(headers.get('cache-control')).toBe('no-store')
    expect(bytes.subarray(0, 2)).toEqual(Buffer.from([0x1f, 0x8b]))
    const disposition = headers.get('content-disposition') ?? ''
    const stamp = String.raw`\d{8}-\d{2}\.\d{2}\.\d{2}Z`
    const extended = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1] ?? ''
    expect(decodeURIComponent(extended)).toMatch(
      new RegExp(String.raw`^Writeups-Été _2026__final_ 第1 \+ 50%-${stamp}\.tar\.gz$`),
    )
    const plain = /filename="([^"]*)"/.exec(disposition)?.[1] ?? ''
    expect(plain).toMatch(new RegExp(String.raw`^Writeups-_t_ _2026__final_ _1 \+ 50%-${stamp}\.tar\.gz$`))
  })

  it('is named after the time of the server', async () => {
    const game = await insertGame(world.db, { title: 'T' })
    const { headers } = await download(game.id)
    const [, date = '', time = ''] =
      /Writeups-T-(\d{8})-([\d.]{8})Z/.exec(headers.get('content-disposition') ?? '') ?? []
    const iso = `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}T${time.replaceAll('.', ':')}Z`
    expect(Math.abs(Date.parse(iso) - world.clock.now())).toBeLessThan(60_000)
  })

  it('answers HEAD with the same headers and nothing else', async () => {
    const game = await insertGame(world.db)
    const answer = await admin.call('HEAD', `/api/admin/writeups/${game.id}/all`)
    expect(answer).toMatchObject({ status: 200, text: '' })
    expect(answer.headers.get('content-type')).toBe('application/gzip')
  })

  it('holds bytes that compress badly and are larger than any buffer, whole', async () => {
    const game = await insertGame(world.db)
    const { participation } = await participating(game)
    const bytes = Buffer.alloc(6 * 1024 * 1024)
    for (let offset = 0, state = 1; offset < bytes.length; offset += 4) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
      bytes.writeInt32LE(state, offset)
    }
    await insertWriteup(world, participation, { bytes, name: 'big.pdf' })
    const { bytes: archive } = await download(game.id)
    for (const file of await unpackTar(archive)) expect(file.bytes.equals(bytes)).toBe(true)
  })
})

describe.each([
  ['the list', ''],
  ['the archive', '/all'],
])('%s', (_what, end) => {
  it('of a game that is not there is an error of the wire', async () => {
    for (const id of ['2000000000', '-1'])
      expect(await admin.get(`/api/admin/writeups/${id}${end}`)).toMatchObject({
        status: 404,
        body: { status: 404, title: 'Game not found', code: 'game.notFound' },
      })
    expect((await admin.get(`/api/admin/writeups/abc${end}`)).status).toBe(404)
  })

  it('is for administrators', async () => {
    const { id } = await insertGame(world.db)
    const path = `/api/admin/writeups/${id}${end}`
    expect((await world.visitor().get(path)).status).toBe(401)
    expect((await (await world.person('Monitor')).get(path)).status).toBe(403)
  })
})
