import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startUpload } from '../../../../../tests/kit/form.ts'
import {
  entriesOf,
  foreignChallenges,
  foreignGame,
  importPackage,
  packageOf,
  sha256,
  type PackageParts,
} from '../../../../../tests/kit/package.ts'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'
import { storedFiles } from '../../../../../tests/kit/writeup.ts'
import { zipOf } from '../../../../../tests/kit/zip.ts'

let world: World
let admin: Person
beforeEach(async () => {
  world = await createWorld()
  admin = await world.person('Admin')
})
afterEach(() => world.close())

const day = 86_400_000
const received = (): Promise<string[]> =>
  readdir(join(world.dataFolder, 'uploads-in-progress')).catch(() => [])
const leases = () => world.db.selectFrom('file_lease').selectAll().execute()
const games = async (): Promise<number[]> =>
  (await world.db.selectFrom('game').select('id').orderBy('id').execute()).map(({ id }) => id)

const mustBeEmpty = async (): Promise<void> => {
  expect({
    games: await games(),
    leases: await leases(),
    received: await received(),
    ...(await storedFiles(world)),
  }).toEqual({ games: [], leases: [], received: [], refs: {}, bytes: [] })
}

const withFiles = (texts: readonly string[]): PackageParts => {
  const [, atHand] = foreignChallenges
  const challenges = [...texts, ...texts.slice(0, 1)].map((text, at) => ({
    ...atHand,
    id: at + 1,
    attachment: { type: 'Local', hash: sha256(text), fileName: `${at}.bin`, fileSize: text.length },
  }))
  const game = { ...foreignGame, posterHash: sha256(texts[0] ?? '') }
  return { game, challenges, files: texts }
}

describe('an import that fails', () => {
  it('leaves nothing when the game cannot be written', async () => {
    await sql`
      create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'no room for divisions'; end $$
    `.execute(world.db)
    await sql`create trigger refuse before insert on division for each row execute function refuse()`.execute(
      world.db,
    )
    expect((await importPackage(admin, packageOf(withFiles(['a', 'b'])))).status).toBe(500)
    await mustBeEmpty()
    await sql`drop trigger refuse on division`.execute(world.db)
    expect((await importPackage(admin, packageOf(withFiles(['a', 'b'])))).status).toBe(200)
  })

  it('leaves nothing when some of the files cannot be stored', async () => {
    const texts = Array.from({ length: 20 }, (_, at) => `text ${at}`)
    const [last = ''] = texts
      .map((text) => sha256(text))
      .toSorted()
      .slice(-1)
    const inTheWay = join(world.dataFolder, 'files', 'uploads', last.slice(0, 2))
    await mkdir(join(inTheWay, '..'), { recursive: true })
    await writeFile(inTheWay, '')
    expect((await importPackage(admin, packageOf(withFiles(texts)))).status).toBeGreaterThanOrEqual(500)
    await rm(inTheWay)
    await mustBeEmpty()
  })

  it('leaves nothing when the organizer hangs up', async () => {
    const bytes = packageOf(withFiles(['a', 'b']))
    const upload = startUpload(`${world.origin}/api/edit/games/import`, {
      cookie: admin.cookie() ?? '',
      field: 'file',
      name: 'game.zip',
      type: 'application/zip',
    })
    await upload.send(bytes.slice(0, 400))
    await expect.poll(received).toHaveLength(1)
    upload.abandon()
    await expect.poll(received).toEqual([])
    await mustBeEmpty()
  })

  it('takes nothing from others who have stored the same bytes', async () => {
    const bytes = new TextEncoder().encode('shared')
    await admin.upload('POST', '/api/assets', 'files', [{ name: 'shared', bytes }])
    const wrong = { ...withFiles(['shared']), game: { ...foreignGame, divisions: [{ name: 'a\0' }] } }
    expect((await importPackage(admin, packageOf(wrong))).status).toBe(400)
    await sql`alter table division add constraint never check (name <> 'Guests')`.execute(world.db)
    expect((await importPackage(admin, packageOf(withFiles(['shared'])))).status).toBe(500)
    expect(await storedFiles(world)).toEqual({
      refs: { [sha256(bytes)]: 1 },
      bytes: [sha256(bytes)],
    })
  })
})

describe('an import whose process is killed', () => {
  const killed = async (text: string): Promise<string> => {
    const bytes = Buffer.from(text)
    const file = { hash: sha256(bytes), name: 'a.bin', size: bytes.length }
    await world.core.files.keepLeased(randomUUID(), file, () => Readable.from([bytes]))
    return file.hash
  }

  it('leaves nothing after the sweep', async () => {
    const hash = await killed('left behind')
    await world.core.files.sweep()
    expect((await storedFiles(world)).refs).toEqual({ [hash]: 1 })
    world.clock.advance(day + 1)
    await world.core.files.sweep()
    await mustBeEmpty()
  })

  it('takes nothing along that somebody else refers to', async () => {
    const { body: id } = await importPackage(admin, packageOf(withFiles(['in use'])))
    const hash = await killed('in use')
    expect((await storedFiles(world)).refs).toEqual({ [hash]: 4 })
    world.clock.advance(day + 1)
    await world.core.files.sweep()
    expect((await storedFiles(world)).refs).toEqual({ [hash]: 3 })
    expect(await leases()).toEqual([])
    await admin.delete(`/api/edit/games/${id}`)
    await mustBeEmpty()
  })

  it('gives nothing up twice, should the work have ended all the same', async () => {
    await importPackage(admin, packageOf(withFiles(['settled'])))
    await world.core.files.giveUp(randomUUID())
    world.clock.advance(day + 1)
    await world.core.files.sweep()
    expect((await storedFiles(world)).refs).toEqual({ [sha256('settled')]: 3 })
  })
})

describe('many imports at once', () => {
  it('are as many games, with files that are counted right until the last one goes', async () => {
    const others = await Promise.all(['Ada', 'Grace', 'Radia'].map((name) => world.person('Admin', name)))
    const texts = ['a', 'b', 'c', 'd', 'e', 'f']
    const bytes = packageOf(withFiles(texts))
    const answers = await Promise.all([admin, ...others, ...others].map((by) => importPackage(by, bytes)))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    const ids = answers.map(({ body }) => body).toSorted((a, b) => a - b)
    expect(await games()).toEqual(ids)
    const many = Object.fromEntries(texts.map((text, at) => [sha256(text), at === 0 ? 21 : 7]))
    expect((await storedFiles(world)).refs).toEqual(many)
    expect([await leases(), await received()]).toEqual([[], []])
    const gone = await Promise.all(ids.map((id) => admin.delete(`/api/edit/games/${id}`)))
    expect(gone.map(({ status }) => status)).toEqual(ids.map(() => 200))
    await mustBeEmpty()
  })

  it('go on beside games that come and go with the same files, in two processes', async () => {
    const storage = { CONNECTION_STRINGS__STORAGE: `disk://path=${join(world.dataFolder, 'files')}` }
    const second = await world.another({ settings: storage })
    try {
      const elsewhere: Person = { ...admin, ...second.visitor() }
      elsewhere.setCookie(admin.cookie() ?? '')
      const bytes = packageOf(withFiles(['coming and going', 'and again']))
      const comeAndGo = async (by: Person, other: Person): Promise<void> => {
        for (let round = 0; round < 5; round++) {
          const { status, body } = await importPackage(by, bytes)
          expect(status).toBe(200)
          const text = await other.get(`/assets/${sha256('coming and going')}/a`)
          expect([text.status, text.text]).toEqual([200, 'coming and going'])
          expect((await other.delete(`/api/edit/games/${body}`)).status).toBe(200)
        }
      }
      await Promise.all([comeAndGo(admin, elsewhere), comeAndGo(elsewhere, admin), comeAndGo(admin, admin)])
    } finally {
      await second.close()
    }
    await mustBeEmpty()
  })
})

describe('a package of 200 MB', () => {
  it('goes to the disk as it comes, and nowhere else', async () => {
    const noise = randomBytes(200_000_000)
    const [, atHand] = foreignChallenges
    const attachment = { type: 'Local', hash: sha256(noise), fileName: 'noise.bin', fileSize: noise.length }
    const entries = entriesOf({ challenges: [{ ...atHand, attachment }], files: [] })
    const bytes = zipOf([...entries, { name: `files/${sha256(noise)}`, bytes: noise, stored: true }])
    const upload = startUpload(`${world.origin}/api/edit/games/import`, {
      cookie: admin.cookie() ?? '',
      field: 'file',
      name: 'game.zip',
      type: 'application/zip',
      length: bytes.length,
    })
    const onDisk = async (): Promise<number> => {
      const [name] = await received()
      return name === undefined ? 0 : (await stat(join(world.dataFolder, 'uploads-in-progress', name))).size
    }
    let ahead = 0
    const piece = 1_000_000
    for (let sent = 0; sent < bytes.length; sent += piece) {
      await upload.send(bytes.subarray(sent, sent + piece))
      ahead = Math.max(ahead, Math.min(sent + piece, bytes.length) - (await onDisk()))
    }
    const { status, text } = await upload.finish()
    expect(status, text).toBe(200)
    expect(ahead).toBeLessThan(30_000_000)
    expect((await storedFiles(world)).bytes).toEqual([sha256(noise)])
    expect(await received()).toEqual([])
  })
})
