import type { BasicWriteupInfo, WriteupInfoModel } from '@pennant/contract/writeup'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { byBreadth } from '../../../../../tests/kit/breadth.ts'
import { createOpenGame, type OpenGame } from '../../../../../tests/kit/open-game.ts'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'
import {
  beginToHandIn,
  expectNoLeftovers,
  handIn,
  handInSlowly,
  partOf,
  pdf,
  sha,
  storedFiles,
} from '../../../../../tests/kit/writeup.ts'
import type { NewGameRow } from '../../ports/tables/game.ts'

const day = 86_400_000
const most = 20_971_520

let world: World
let admin: Person
let player: Person
let mate: Person
beforeAll(async () => {
  world = await createWorld()
  admin = await world.person('Admin')
  player = await world.person()
  mate = await world.person()
})
afterAll(() => world.close())

const own = async (by: Person, { path }: OpenGame) => (await by.get<BasicWriteupInfo>(`${path}/writeup`)).body
const listed = async ({ game }: OpenGame) =>
  (await admin.get<WriteupInfoModel>(`/api/admin/writeups/${game.id}`)).body.writeups

const playing = async (given: Partial<NewGameRow> = {}) => {
  const open = await createOpenGame(world, {
    writeup_required: true,
    writeup_note: 'In **two** pages',
    ...given,
  })
  const one = await open.team({ players: [player, mate] })
  return { open, ...one }
}

afterEach(() => expectNoLeftovers(world))

const refused = (code: string, status = 400) => ({ status, body: { code } })

describe('a write-up', () => {
  it('is handed in under a name of the server', async () => {
    const { open, team } = await playing()
    expect(await own(player, open)).toStrictEqual({
      submitted: false,
      name: '#',
      fileSize: 0,
      note: 'In **two** pages',
    })
    const bytes = pdf('first')
    expect(await handIn(player, open, { bytes })).toMatchObject({ status: 200, text: '' })
    const { name, ...rest } = await own(player, open)
    expect(rest).toStrictEqual({ submitted: true, fileSize: bytes.length, note: 'In **two** pages' })
    expect(name).toMatch(
      new RegExp(String.raw`^Writeup-${open.game.id}-${team.id}-\d{8}-\d\d\.\d\d\.\d\dZ\.pdf$`),
    )
    const [entry] = await listed(open)
    expect(entry?.url).toBe(`/assets/${sha(bytes)}/${name}`)
    const file = await world.visitor().get(entry?.url ?? '')
    expect(file).toMatchObject({ status: 200, text: '%PDF-1.7\nfirst' })
  })

  it('is that of the team: any member replaces it', async () => {
    const { open } = await playing()
    await handIn(player, open, { bytes: pdf('one') })
    world.clock.advance(1000)
    expect((await handIn(mate, open, { bytes: pdf('two') })).status).toBe(200)
    expect(await listed(open)).toHaveLength(1)
    expect((await listed(open))[0]?.url).toContain(sha(pdf('two')))
    expect((await own(player, open)).name).toBe((await own(mate, open)).name)
    expect(await storedFiles(world)).not.toHaveProperty(['refs', sha(pdf('one'))])
  })

  it('can be the same one again', async () => {
    const { open } = await playing()
    await handIn(player, open, { bytes: pdf('same') })
    expect((await handIn(mate, open, { bytes: pdf('same') })).status).toBe(200)
    expect((await storedFiles(world)).refs[sha(pdf('same'))]).toBe(1)
  })

  it('of two teams may hold the same bytes: each keeps its name, and both keep the file', async () => {
    const { open } = await playing()
    const other = await open.team()
    await handIn(player, open, { bytes: pdf('copied') })
    world.clock.advance(2000)
    await handIn(other.player, open, { bytes: pdf('copied') })
    expect((await storedFiles(world)).refs[sha(pdf('copied'))]).toBe(2)
    const [newest, oldest] = await listed(open)
    expect(newest?.url).toContain(`-${other.team.id}-`)
    expect(oldest?.url).not.toBe(newest?.url)
    await handIn(other.player, open, { bytes: pdf('another') })
    expect((await storedFiles(world)).refs[sha(pdf('copied'))]).toBe(1)
    expect((await world.visitor().get(oldest?.url ?? '')).status).toBe(200)
  })

  it('is logged with who handed it in', async () => {
    const { open, team } = await playing()
    await handIn(player, open)
    const logs = await admin.get<{ msg: string; name: string }[]>('/api/admin/logs?count=1000')
    expect(logs.body).toContainEqual(
      expect.objectContaining({
        msg: `Writeup of team ${team.name} (${team.id}) submitted for game ${open.game.id}`,
        name: player.userName,
      }),
    )
  })
})

describe('the file', () => {
  it.each([
    ['is empty', { bytes: new Uint8Array() }],
    ['is empty and no PDF', { bytes: new Uint8Array(), name: 'x.txt', type: 'text/plain' }],
  ])('must not be missing: %s', async (_what, part) => {
    const { open } = await playing()
    expect(await handIn(player, open, part)).toMatchObject(refused('writeup.missing'))
  })

  it.each([
    ['in no form', { body: {} }, 415],
    ['in another field', { form: 'other' }, 400],
    ['in an empty form', { form: null }, 400],
  ] as const)('must not be missing: %s', async (_what, how, status) => {
    const { open } = await playing()
    const form = new FormData()
    if ('form' in how && how.form !== null) form.append(how.form, new Blob([pdf('x')]), 'x.pdf')
    else form.append('text', 'x')
    const answer = await player.call('POST', `${open.path}/writeup`, 'form' in how ? { form } : how)
    expect(answer.status).toBe(status)
    if (status === 400) expect(answer).toMatchObject(refused('writeup.missing'))
  })

  it('may have just the size that is allowed', async () => {
    const { open } = await playing()
    const bytes = new Uint8Array(most)
    bytes.set(pdf(''))
    expect((await handIn(player, open, { bytes })).status).toBe(200)
    expect((await own(player, open)).fileSize).toBe(most)
  })

  const asPdf = ['a PDF', {}] as const
  const asOther = ['no PDF', { name: 'x.bin', type: 'application/octet-stream' }] as const
  it.each(byBreadth([asOther], [asPdf, asOther]))(
    'must not have a byte more, be it %s',
    async (_what, part) => {
      const { open } = await playing()
      const bytes = new Uint8Array(most + 1)
      bytes.set(pdf(''))
      const answer = await handIn(player, open, { bytes, ...part })
      expect(answer).toMatchObject(refused('writeup.tooLarge'))
      expect(answer.text).toContain('20 MB')
      expect((await own(player, open)).submitted).toBe(false)
    },
  )

  it.each([
    ['another media type', { type: 'application/octet-stream' }],
    ['a media type that only begins like that', { type: 'application/pdfx' }],
    ['another name', { name: 'ours.txt' }],
    ['a name in capitals', { name: 'ours.PDF' }],
    ['no ending', { name: 'pdf' }],
    ['a script in it', { bytes: new TextEncoder().encode('<script>alert(1)</script>') }],
    ['a signature that is cut off', { bytes: new TextEncoder().encode('%PDF') }],
    ['a signature in small letters', { bytes: new TextEncoder().encode('%pdf-1.7') }],
    ['its signature too late', { bytes: new TextEncoder().encode(`${' '.repeat(1020)}%PDF-1.7`) }],
  ])('is no PDF with %s', async (_what, part) => {
    const { open } = await playing()
    expect(await handIn(player, open, part)).toMatchObject(refused('writeup.notPdf'))
    expect((await own(player, open)).submitted).toBe(false)
  })

  it.each([0, 1, 1019])('is a PDF with the signature after %i bytes', async (offset) => {
    const { open } = await playing()
    const bytes = new TextEncoder().encode(`${' '.repeat(offset)}%PDF-1.7`)
    expect((await handIn(player, open, { bytes })).status).toBe(200)
    const [entry] = await listed(open)
    expect((await world.visitor().get(entry?.url ?? '')).text).toHaveLength(bytes.length)
  })

  it('may come in pieces as small as they can be', async () => {
    const { open } = await playing()
    const slow = handInSlowly(player, open)
    for (const byte of pdf('byte by byte')) await slow.send(new Uint8Array([byte]))
    expect((await slow.finish()).status).toBe(200)
    const [entry] = await listed(open)
    expect(entry?.url).toContain(sha(pdf('byte by byte')))
  })

  it('is the first of several', async () => {
    const { open } = await playing()
    const parts = [partOf({ bytes: pdf('first') }), partOf({ bytes: pdf('second') })]
    expect((await player.upload('POST', `${open.path}/writeup`, 'file', parts)).status).toBe(200)
    const [entry] = await listed(open)
    expect(entry?.url).toContain(sha(pdf('first')))
    const others = [partOf({ name: 'no.txt' }), partOf({ bytes: pdf('fine') })]
    expect(await player.upload('POST', `${open.path}/writeup`, 'file', others)).toMatchObject(
      refused('writeup.notPdf'),
    )
  })

  it.each([
    ['in the middle', ''],
    ['in its last line', '\r\n--b'],
    ['right after it', '\r\n--b\r\n'],
  ])('that breaks off %s is not kept', async (_where, tail) => {
    const { open } = await playing()
    const head = `--b\r\ncontent-disposition: form-data; name="file"; filename="o.pdf"\r\ncontent-type: application/pdf\r\n\r\n`
    const answer = await player.call('POST', `${open.path}/writeup`, {
      raw: { type: 'multipart/form-data; boundary=b', bytes: `${head}%PDF-1.7 broken${tail}` },
    })
    expect(answer.status).toBe(400)
    expect((await own(player, open)).submitted).toBe(false)
  })

  it('is not kept when the client hangs up in the middle of it', async () => {
    const { open } = await playing()
    const slow = await beginToHandIn(world, player, open)
    slow.abandon()
    await expectNoLeftovers(world)
    expect((await own(player, open)).submitted).toBe(false)
  })

  it('is given up when the client hangs up after it', async () => {
    const { open } = await playing()
    const slow = await beginToHandIn(world, player, open)
    await slow.send(new TextEncoder().encode('\r\n--between-the-parts\r\n'))
    await expect.poll(async () => Object.values((await storedFiles(world)).refs)).toContain(1)
    slow.abandon()
    await expectNoLeftovers(world)
    expect((await own(player, open)).submitted).toBe(false)
  })
})

describe('who may hand in', () => {
  it('is decided after the look at the form', async () => {
    const nowhere = { path: '/api/game/2000000000' }
    expect(await handIn(player, nowhere, { bytes: new Uint8Array() })).toMatchObject(
      refused('writeup.missing'),
    )
    expect(await handIn(player, nowhere, { name: 'x.txt' })).toMatchObject(refused('writeup.notPdf'))
    const bytes = new Uint8Array(most + 1)
    bytes.set(pdf(''))
    expect(await handIn(player, nowhere, { bytes })).toMatchObject(refused('writeup.tooLarge'))
    expect(await handIn(player, nowhere)).toMatchObject(refused('game.notFound', 404))
  })

  it.each([
    ['has not joined', { joined: 1 }, 'participation.none'],
    ['waits', { status: 'Pending' }, 'participation.notAccepted'],
    ['was rejected', { status: 'Rejected' }, 'participation.notAccepted'],
    ['was suspended', { status: 'Suspended' }, 'participation.notAccepted'],
  ] as const)('is nobody who %s', async (_who, options, code) => {
    const open = await createOpenGame(world, { writeup_required: true })
    await open.team({ players: [player, mate], ...options })
    expect(await handIn(mate, open)).toMatchObject(refused(code))
    expect(await mate.get(`${open.path}/writeup`)).toMatchObject(refused(code))
  })

  it('is nobody before the game begins', async () => {
    const start_at = new Date(world.clock.now() + day)
    const { open } = await playing({ start_at })
    expect(await handIn(player, open)).toMatchObject(refused('game.notStarted'))
    expect(await player.get(`${open.path}/writeup`)).toMatchObject(refused('game.notStarted'))
  })

  it.each([true, false])('is everybody after its end, with practice mode %s', async (practice_mode) => {
    const { open } = await playing({ end_at: new Date(world.clock.now() - 1000), practice_mode })
    expect((await handIn(player, open)).status).toBe(200)
    expect((await own(player, open)).submitted).toBe(true)
  })

  it('is nobody where none are asked for', async () => {
    const { open } = await playing({
      writeup_required: false,
      writeup_deadline: new Date(world.clock.now() - 1000),
    })
    expect(await handIn(player, open)).toMatchObject(refused('writeup.notWanted'))
    expect((await player.get(`${open.path}/writeup`)).status).toBe(200)
  })

  it('is nobody after the deadline', async () => {
    const { open } = await playing({ writeup_deadline: new Date(world.clock.now() - 1) })
    expect(await handIn(player, open)).toMatchObject(refused('writeup.tooLate'))
    const late = await playing({ writeup_deadline: new Date(world.clock.now() + 60_000) })
    expect((await handIn(player, late.open)).status).toBe(200)
  })

  it('is nobody without a session', async () => {
    const { open } = await playing()
    expect((await world.visitor().get(`${open.path}/writeup`)).status).toBe(401)
    const form = new FormData()
    form.append('file', new Blob([pdf('x')], { type: 'application/pdf' }), 'x.pdf')
    expect((await world.visitor().call('POST', `${open.path}/writeup`, { form })).status).toBe(401)
  })
})

describe('deleting all write-ups of a game', () => {
  it('gives back every file, and leaves those of other games', async () => {
    const { open } = await playing()
    const another = await open.team()
    const elsewhere = await createOpenGame(world, { writeup_required: true })
    await elsewhere.team({ players: [mate] })
    await handIn(player, open, { bytes: pdf('shared') })
    await handIn(another.player, open, { bytes: pdf('shared') })
    await handIn(mate, elsewhere, { bytes: pdf('shared') })
    const path = `/api/edit/games/${open.game.id}/writeups`
    expect(await admin.delete(path)).toMatchObject({ status: 200, text: '' })
    expect(await listed(open)).toEqual([])
    expect((await own(player, open)).submitted).toBe(false)
    expect((await storedFiles(world)).refs[sha(pdf('shared'))]).toBe(1)
    expect((await listed(elsewhere)).length).toBe(1)
    expect((await admin.delete(path)).status).toBe(200)
  })

  it('is logged, is for administrators, and needs a game', async () => {
    const { open } = await playing()
    await handIn(player, open, { bytes: pdf('to go') })
    const path = `/api/edit/games/${open.game.id}/writeups`
    expect((await world.visitor().delete(path)).status).toBe(401)
    expect((await player.delete(path)).status).toBe(403)
    expect((await (await world.person('Monitor')).delete(path)).status).toBe(403)
    expect(await listed(open)).toHaveLength(1)
    await admin.delete(path)
    const logs = await admin.get<{ msg: string; name: string }[]>('/api/admin/logs?count=1000')
    expect(logs.body).toContainEqual(
      expect.objectContaining({ msg: `Writeups of game ${open.game.id} deleted: 1`, name: admin.userName }),
    )
    expect(await admin.delete('/api/edit/games/2000000000/writeups')).toMatchObject(
      refused('game.notFound', 404),
    )
  })
})
