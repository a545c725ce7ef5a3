import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { BasicWriteupInfo, WriteupInfoModel } from '@pennant/contract/writeup'
import type { NewGameRow } from '../../ports/tables/game.ts'
import { startUpload } from '../../../../../tests/kit/form.ts'
import { untilHeldUp } from '../../../../../tests/kit/held-up.ts'
import { createOpenGame, type OpenGame } from '../../../../../tests/kit/open-game.ts'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'

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

type Part = { bytes?: Uint8Array<ArrayBuffer>; name?: string; type?: string }

const pdf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(`%PDF-1.7\n${text}`)
const slowPdf = pdf('slow'.repeat(1000))
const sha = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

const partOf = ({ bytes = pdf('ours'), name = 'ours.pdf', type = 'application/pdf' }: Part) => ({
  bytes,
  name,
  type,
})
const handIn = (by: Person, { path }: Pick<OpenGame, 'path'>, part: Part = {}) =>
  by.upload('POST', `${path}/writeup`, 'file', [partOf(part)])
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

const beingReceived = () => readdir(join(world.dataFolder, 'uploads-in-progress')).catch(() => [])

/** How often each file is referred to, and the bytes that are there. */
const stored = async () => {
  const rows = await world.db.selectFrom('file').select(['hash', 'refs']).execute()
  const bytes: string[] = []
  for await (const { key } of world.app.services.blobs.list('uploads/')) bytes.push(key.slice(-64))
  return { refs: Object.fromEntries(rows.map(({ hash, refs }) => [hash, refs])), bytes: bytes.toSorted() }
}
const wanted = async () => {
  const rows = await world.db
    .selectFrom('participation')
    .select('writeup_hash')
    .where('writeup_hash', 'is not', null)
    .execute()
  const refs: Record<string, number> = {}
  for (const { writeup_hash: hash } of rows) if (hash !== null) refs[hash] = (refs[hash] ?? 0) + 1
  return { refs, bytes: Object.keys(refs).toSorted() }
}

// Whatever happened: every write-up is stored, everything stored is a write-up, and nothing lies about.
const mustBeTidy = async (): Promise<void> => {
  await expect
    .poll(async () => ({ received: await beingReceived(), ...(await stored()) }))
    .toEqual({ received: [], ...(await wanted()) })
}
afterEach(mustBeTidy)

const handInSlowly = ({ path }: OpenGame) =>
  startUpload(`${world.origin}${path}/writeup`, {
    cookie: player.cookie() ?? '',
    field: 'file',
    name: 'ours.pdf',
    type: 'application/pdf',
  })

/** The server has taken the first bytes, and waits for the rest. */
const begin = async (open: OpenGame) => {
  const slow = handInSlowly(open)
  await slow.send(slowPdf)
  await expect.poll(beingReceived).toHaveLength(1)
  return slow
}

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
    expect(await stored()).not.toHaveProperty(['refs', sha(pdf('one'))])
  })

  it('can be the same one again', async () => {
    const { open } = await playing()
    await handIn(player, open, { bytes: pdf('same') })
    expect((await handIn(mate, open, { bytes: pdf('same') })).status).toBe(200)
    expect((await stored()).refs[sha(pdf('same'))]).toBe(1)
  })

  it('of two teams may hold the same bytes: each keeps its name, and both keep the file', async () => {
    const { open } = await playing()
    const other = await open.team()
    await handIn(player, open, { bytes: pdf('copied') })
    world.clock.advance(2000)
    await handIn(other.player, open, { bytes: pdf('copied') })
    expect((await stored()).refs[sha(pdf('copied'))]).toBe(2)
    const [newest, oldest] = await listed(open)
    expect(newest?.url).toContain(`-${other.team.id}-`)
    expect(oldest?.url).not.toBe(newest?.url)
    await handIn(other.player, open, { bytes: pdf('another') })
    expect((await stored()).refs[sha(pdf('copied'))]).toBe(1)
    expect((await world.visitor().get(oldest?.url ?? '')).status).toBe(200)
  })

  it('is logged with who handed it in', async () => {
    const { open, team } = await playing()
    await handIn(player, open)
    const logs = await admin.get<{ msg: string; name: string }[]>('/api/admin/logs?count=5')
    expect(logs.body).toContainEqual(
      expect.objectContaining({
        msg: `Write-up of team ${team.name} (${team.id}) handed in for game ${open.game.id}`,
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

  it.each([
    ['a PDF', {}],
    ['no PDF', { name: 'x.bin', type: 'application/octet-stream' }],
  ])('must not have a byte more, be it %s', async (_what, part) => {
    const { open } = await playing()
    const bytes = new Uint8Array(most + 1)
    bytes.set(pdf(''))
    const answer = await handIn(player, open, { bytes, ...part })
    expect(answer).toMatchObject(refused('writeup.tooLarge'))
    expect(answer.text).toContain('20 MB')
    expect((await own(player, open)).submitted).toBe(false)
  })

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
    const slow = handInSlowly(open)
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
    const slow = await begin(open)
    slow.abandon()
    await mustBeTidy()
    expect((await own(player, open)).submitted).toBe(false)
  })

  it('is given up when the client hangs up after it', async () => {
    const { open } = await playing()
    const slow = await begin(open)
    await slow.send(new TextEncoder().encode('\r\n--between-the-parts\r\n'))
    await expect.poll(async () => Object.values((await stored()).refs)).toContain(1)
    slow.abandon()
    await mustBeTidy()
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

describe('while the bytes come', () => {
  it('the deadline may pass: it is too late then', async () => {
    const { open } = await playing({ writeup_deadline: new Date(world.clock.now() + 60_000) })
    const slow = await begin(open)
    world.clock.advance(61_000)
    expect(JSON.parse((await slow.finish()).text)).toMatchObject({ code: 'writeup.tooLate' })
  })

  it('the team may be suspended', async () => {
    const { open, participation } = await playing()
    const slow = await begin(open)
    const decision = { status: 'Suspended' }
    expect((await admin.put(`/api/admin/participation/${participation.id}`, decision)).status).toBe(200)
    expect(JSON.parse((await slow.finish()).text)).toMatchObject({ code: 'participation.notAccepted' })
  })

  it('the team may be deleted', async () => {
    const { open, team } = await playing()
    const slow = await begin(open)
    expect((await admin.delete(`/api/admin/teams/${team.id}`)).status).toBe(200)
    expect(JSON.parse((await slow.finish()).text)).toMatchObject({ code: 'participation.none' })
  })

  it('another write-up may arrive: the one that is complete last stays', async () => {
    const { open } = await playing()
    const slow = await begin(open)
    expect((await handIn(mate, open, { bytes: pdf('fast') })).status).toBe(200)
    expect((await slow.finish()).status).toBe(200)
    expect((await listed(open))[0]?.url).toContain(sha(slowPdf))
  })
})

describe('several at once', () => {
  it('of one team: one stays, and the others leave nothing behind', async () => {
    const { open } = await playing()
    const texts = Array.from({ length: 12 }, (_, index) => `version ${index % 8}`)
    const answers = await Promise.all(
      texts.map((text, index) => handIn(index % 2 === 0 ? player : mate, open, { bytes: pdf(text) })),
    )
    expect(answers.map(({ status }) => status)).toEqual(texts.map(() => 200))
    const [entry, ...others] = await listed(open)
    expect(others).toEqual([])
    expect((await world.visitor().get(entry?.url ?? '')).text).toMatch(/^%PDF-1\.7\nversion \d$/)
  })

  it('of many teams with the same bytes are counted right', async () => {
    const { open } = await playing()
    const teams = await Promise.all(Array.from({ length: 8 }, () => open.team()))
    const bytes = pdf('the same everywhere')
    const answers = await Promise.all(teams.map((team) => handIn(team.player, open, { bytes })))
    expect(answers.map(({ status }) => status)).toEqual(teams.map(() => 200))
    expect((await stored()).refs[sha(bytes)]).toBe(8)
  })

  it('with a decision on the team: whoever is accepted at that moment has handed it in', async () => {
    const { open, participation } = await playing()
    let answer: ReturnType<typeof handIn> | undefined
    await world.db.transaction().execute(async (tx) => {
      await world.app.modules.ledger.advance(tx, [open.game.id], ['teams'])
      answer = handIn(player, open)
      await untilHeldUp(world.db)
      await tx
        .updateTable('participation')
        .set({ status: 'Suspended' })
        .where('id', '=', participation.id)
        .execute()
    })
    expect(await answer).toMatchObject(refused('participation.notAccepted'))
  })

  it('with the deletion of the team leave nothing behind', async () => {
    const { open, team } = await playing()
    const [answer, deletion] = await Promise.all([
      handIn(player, open, { bytes: pdf('gone with it') }),
      admin.delete(`/api/admin/teams/${team.id}`),
    ])
    expect([200, 400]).toContain(answer.status)
    expect(deletion.status).toBe(200)
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
    expect((await stored()).refs[sha(pdf('shared'))]).toBe(1)
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
    const logs = await admin.get<{ msg: string; name: string }[]>('/api/admin/logs?count=5')
    expect(logs.body).toContainEqual(
      expect.objectContaining({ msg: `Write-ups of game ${open.game.id} deleted: 1`, name: admin.userName }),
    )
    expect(await admin.delete('/api/edit/games/2000000000/writeups')).toMatchObject(
      refused('game.notFound', 404),
    )
  })
})
