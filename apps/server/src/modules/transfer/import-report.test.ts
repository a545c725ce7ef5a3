import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChallengeEditDetail } from '@pennant/contract/challenge'
import { languages } from '@pennant/contract/enums'
import type { GameInfo } from '@pennant/contract/game'
import type { ImportReport } from '@pennant/contract/transfer'
import {
  foreignChallenges,
  foreignGame,
  importPackage,
  importWithReport,
  packageOf,
  type PackageParts,
} from '../../../../../tests/kit/package.ts'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'

let world: World
let admin: Person
beforeAll(async () => {
  world = await createWorld()
  admin = await world.person('Admin')
})
afterAll(() => world.close())

const [far, atHand, boxed] = foreignChallenges
const family = '👨‍👩‍👧'

const reportOn = async (parts: PackageParts): Promise<ImportReport> => {
  const { status, body, text } = await importWithReport(admin, packageOf(parts))
  expect(status, text).toBe(200)
  return body
}
const gameOf = async (id: number) => (await admin.get<GameInfo>(`/api/edit/games/${id}`)).body
const challengeOf = async (id: number): Promise<ChallengeEditDetail> => {
  const [{ id: only } = { id: 0 }] = (await admin.get<{ id: number }[]>(`/api/edit/games/${id}/challenges`))
    .body
  return (await admin.get<ChallengeEditDetail>(`/api/edit/games/${id}/challenges/${only}`)).body
}

describe('a package with two challenges of one title', () => {
  it('is imported, and the report names the second', async () => {
    const twin = { ...far, id: 90, title: ' FAR away' }
    const { changes } = await reportOn({ challenges: [far, atHand, twin] })
    expect(changes).toEqual([
      {
        where: 'challenges/challenge-90.json: title',
        challenge: ' FAR away',
        code: 'import.titleTwice',
        params: {},
        title: 'Another challenge of the package has the same title',
      },
    ])
  })
})

describe('a package with texts that are too long here', () => {
  it('is imported with all of them shortened, and each is reported with its place', async () => {
    const { id, changes, more } = await reportOn({
      game: {
        ...foreignGame,
        title: 'T'.repeat(129),
        summary: 's'.repeat(4097),
        content: 'c'.repeat(1_048_577),
        writeup: { required: true, deadline: '2026-04-05T00:00:00Z', note: 'n'.repeat(1_048_577) },
      },
      challenges: [
        {
          ...boxed,
          title: 'P'.repeat(300),
          content: 'p'.repeat(1_048_577),
          hints: ['short', 'h'.repeat(5000)],
          container: {
            ...(boxed?.['container'] as object),
            allowUserChange: false,
            fileName: `${'f'.repeat(300)}.tar`,
          },
        },
      ],
      files: [],
    })
    const short = `${'P'.repeat(127)}…`
    const at = (entry: string, path: string, challenge: string | null, from: number, to: number) => ({
      where: `${entry}: ${path}`,
      challenge,
      code: 'import.shortened',
      params: { from, to },
      title: `Shortened from ${from.toLocaleString('en-US')} to ${to.toLocaleString('en-US')} characters`,
    })
    const one = 'challenges/challenge-42.json'
    expect(more).toBe(0)
    expect(changes.toSorted((a, b) => (a.where < b.where ? -1 : 1))).toEqual([
      at(one, 'container.fileName', short, 304, 255),
      at(one, 'content', short, 1_048_577, 1_048_576),
      at(one, 'hints[1]', short, 5000, 4096),
      at(one, 'title', short, 300, 128),
      at('game.json', 'content', null, 1_048_577, 1_048_576),
      at('game.json', 'summary', null, 4097, 4096),
      at('game.json', 'title', null, 129, 128),
      at('game.json', 'writeup.note', null, 1_048_577, 1_048_576),
    ])
    expect(await gameOf(id)).toMatchObject({
      title: `${'T'.repeat(127)}…`,
      summary: `${'s'.repeat(4095)}…`,
      hidden: true,
    })
    expect(await challengeOf(id)).toMatchObject({
      title: short,
      hints: ['short', `${'h'.repeat(4095)}…`],
      fileName: `${'f'.repeat(251)}.tar`,
    })
  })

  it('keeps characters whole, and can be saved and exported again', async () => {
    const { id, changes } = await reportOn({
      game: { ...foreignGame, title: `a${family.repeat(30)}` },
      challenges: [{ ...far, title: `e${'\u0301'.repeat(400)}` }],
      files: [],
    })
    expect(changes.map(({ params }) => params)).toEqual([
      { from: 241, to: 122 },
      { from: 401, to: 128 },
    ])
    const game = await gameOf(id)
    expect(game.title).toBe(`a${family.repeat(15)}…`)
    expect((await challengeOf(id)).title).toBe(`e${'\u0301'.repeat(126)}…`)
    expect((await admin.put(`/api/edit/games/${id}`, game)).status).toBe(200)
  })

  it('loses what means something else in part: an image, and a link', async () => {
    const remoteUrl = `https://files.example/${'a'.repeat(2048)}`
    const one = await reportOn({
      challenges: [
        {
          ...boxed,
          container: { ...(boxed?.['container'] as object), allowUserChange: false, image: 'i'.repeat(513) },
        },
      ],
      files: [],
    })
    expect(one.changes).toMatchObject([
      {
        where: 'challenges/challenge-42.json: container.image',
        code: 'import.leftOut',
        params: { from: 513, max: 512 },
        title: 'Left out: 513 characters, but the limit is 512',
      },
    ])
    expect((await challengeOf(one.id)).containerImage).toBe('')
    const other = await reportOn({
      challenges: [{ ...far, attachment: { type: 'Remote', remoteUrl, fileName: 'a' } }],
      files: [],
    })
    expect(other.changes).toMatchObject([{ code: 'import.leftOut', params: { from: 2070, max: 2048 } }])
    expect((await challengeOf(other.id)).attachment).toBeNull()
  })

  it('reports shortened names of files, also of those that belong to flags', async () => {
    const fileName = `${'n'.repeat(400)}.bin`
    const attachment = { ...(atHand?.['attachment'] as object), fileName }
    const { id, changes } = await reportOn({
      challenges: [
        {
          ...atHand,
          type: 'DynamicAttachment',
          attachment: null,
          flags: { static: [{ value: 'f', attachment }] },
        },
      ],
    })
    expect(changes).toMatchObject([
      {
        where: 'challenges/challenge-41.json: flags.static[0].attachment.fileName',
        params: { from: 404, to: 255 },
      },
    ])
    const [flag] = (await challengeOf(id)).flags
    expect(flag?.attachment?.url).toContain(`/${'n'.repeat(251)}.bin`)
  })

  it('says how many changes come after the first five hundred', async () => {
    const challenges = Array.from({ length: 12 }, (_, at) => ({
      ...far,
      id: at + 1,
      title: `Far away ${at}`,
      hints: Array.from({ length: 64 }, () => 'h'.repeat(4097)),
    }))
    const { changes, more } = await reportOn({ challenges, files: [] })
    expect([changes.length, more]).toEqual([500, 268])
  })
})

describe('a package with a challenge that runs containers', () => {
  const withContainer = (more: object) => ({
    challenges: [{ ...boxed, container: { ...(boxed?.['container'] as object), ...more } }],
    files: [],
  })
  const place = {
    where: 'challenges/challenge-42.json: container.allowUserChange',
    challenge: boxed?.['title'],
  }

  it('lets programs change user where it says nothing of it, as elsewhere, and that is reported', async () => {
    const { id, changes } = await reportOn(withContainer({}))
    expect(changes).toEqual([
      {
        ...place,
        code: 'import.userChange',
        params: {},
        title: expect.stringMatching(/^Programs can switch users/),
      },
    ])
    expect(await challengeOf(id)).toMatchObject({ allowUserChange: true, checkByConnecting: true })
  })

  it.each([true, false])('is taken at its word where it says so: %s', async (allowUserChange) => {
    const { id, changes } = await reportOn(withContainer({ allowUserChange, checkByConnecting: false }))
    expect(changes).toEqual([])
    expect(await challengeOf(id)).toMatchObject({ allowUserChange, checkByConnecting: false })
  })

  it('keeps a tenth of a core, and the report says that its instances get more', async () => {
    for (const cpu of [{ cpuCount: 1 }, { cpuCount: null }]) {
      const { id, changes } = await reportOn(withContainer({ allowUserChange: false, ...cpu }))
      expect(changes).toMatchObject([
        {
          where: 'challenges/challenge-42.json: container.cpuCount',
          code: 'import.cpuRaised',
          params: { from: 0.1, to: 0.5 },
        },
      ])
      expect((await challengeOf(id)).cpuCount).toBe(1)
    }
  })
})

describe('the report of an import', () => {
  it('is empty where nothing was changed', async () => {
    const { id, changes, more } = await reportOn({ challenges: [far, atHand] })
    expect({ id, changes, more }).toEqual({ id: expect.any(Number), changes: [], more: 0 })
  })

  it.each(languages)('speaks %s', async (language) => {
    const bytes = packageOf({ game: { ...foreignGame, title: 'x'.repeat(200) } })
    const { body } = await importWithReport(admin, bytes, { 'accept-language': language })
    const [change] = body.changes
    expect(change?.title).toMatch(/200.*128/)
    if (!language.startsWith('en')) expect(change?.title).not.toContain('Shortened')
  })

  it('is no part of the answer that compatible clients expect, but of the log', async () => {
    const title = `Logged ${'x'.repeat(200)}`
    const { status, body } = await importPackage(admin, packageOf({ game: { ...foreignGame, title } }))
    expect([status, body]).toEqual([200, expect.any(Number)])
    const short = (await gameOf(body)).title
    await expect
      .poll(async () => (await admin.get('/api/admin/logs?count=1000')).text)
      .toContain(
        `Game ${short} (${body}) imported with changes. game.json: title: Shortened from 207 to 128 characters`,
      )
  })

  it('names twenty changes in the log, and counts the others', async () => {
    const hints = Array.from({ length: 23 }, () => 'h'.repeat(4097))
    const title = 'Many hints'
    await reportOn({ game: { ...foreignGame, title }, challenges: [{ ...far, hints }], files: [] })
    await expect
      .poll(async () => (await admin.get('/api/admin/logs?count=1000')).text)
      .toMatch(/Many hints \(\d+\) imported with changes\..*hints\[19\][^"]*characters; 3 more"/)
  })

  it('is for administrators, and refusals are the same', async () => {
    for (const by of [await world.person('Monitor'), await world.person()])
      expect((await importWithReport(by, packageOf())).status).toBe(403)
    const before = (await world.db.selectFrom('game').select('id').execute()).length
    const { status, text } = await importWithReport(
      admin,
      packageOf({ game: { ...foreignGame, title: ' ' } }),
    )
    expect([status, JSON.parse(text)]).toMatchObject([400, { code: 'validation.required' }])
    expect(await world.db.selectFrom('game').select('id').execute()).toHaveLength(before)
  })
})
