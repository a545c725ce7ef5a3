import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  entriesOf,
  foreignChallenges,
  foreignGame,
  foreignManifest,
  importPackage,
  packageOf,
  sha256,
  type PackageParts,
} from '../../../../../tests/kit/package.ts'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'
import { storedFiles } from '../../../../../tests/kit/writeup.ts'
import { zipOf, type RawEntry } from '../../../../../tests/kit/zip.ts'

let world: World
let admin: Person
beforeAll(async () => {
  world = await createWorld()
  admin = await world.person('Admin')
})
afterAll(() => world.close())

const mustBeEmpty = async (): Promise<void> => {
  const games = await world.db.selectFrom('game').select('id').execute()
  const leases = await world.db.selectFrom('file_lease').selectAll().execute()
  const received = await readdir(join(world.dataFolder, 'uploads-in-progress')).catch(() => [])
  expect({ games, leases, received, ...(await storedFiles(world)) }).toEqual({
    games: [],
    leases: [],
    received: [],
    refs: {},
    bytes: [],
  })
}
afterEach(mustBeEmpty)

type Refusal = { code: string; field?: string; title: string }

const refusalOf = async (bytes: Uint8Array<ArrayBuffer>, as?: { name?: string; type?: string }) => {
  const answer = await importPackage(admin, bytes, as)
  expect(answer.status, answer.text).toBe(400)
  return answer.body as unknown as Refusal
}
const refused = (parts: PackageParts) => refusalOf(packageOf(parts))

const [far, atHand, boxed, each] = foreignChallenges

describe('a form without a package', () => {
  it('is told what is missing', async () => {
    const form = new FormData()
    form.append('other', new Blob(['x']), 'game.zip')
    const { status, body } = await admin.call<Refusal>('POST', '/api/edit/games/import', { form })
    expect([status, body.code]).toEqual([400, 'transfer.missing'])
    expect((await refusalOf(new Uint8Array())).code).toBe('transfer.missing')
  })

  it.each([
    ['game.tar', 'application/zip'],
    ['game.zip.exe', 'application/zip'],
    ['game.zip', 'application/octet-stream'],
    ['game.zip', 'text/html'],
  ])('is told that %s, said to be %s, is none', async (name, type) => {
    expect((await refusalOf(packageOf(), { name, type })).code).toBe('transfer.notZip')
  })
})

describe('an archive that is no package', () => {
  const entry = (name: string, bytes: string): RawEntry => ({ name, bytes })
  const cases: Readonly<Record<string, [PackageParts, string]>> = {
    'without a manifest': [{ without: ['manifest.json'] }, 'transfer.entryMissing'],
    'without a game': [{ without: ['game.json'] }, 'transfer.entryMissing'],
    'without challenges, and without their folder': [
      { challenges: [], without: ['challenges/'] },
      'transfer.entryMissing',
    ],
    'with a manifest elsewhere': [
      { without: ['manifest.json'], entries: [entry('sub/manifest.json', '{}')] },
      'transfer.entryMissing',
    ],
    'of another format': [{ manifest: { ...foreignManifest, format: 'GAME' } }, 'transfer.notPackage'],
    'of no format': [{ manifest: {} }, 'transfer.notPackage'],
    'with a list for a manifest': [{ manifest: [] }, 'validation.type'],
    'with a manifest that is no JSON': [{ manifest: '{' }, 'transfer.notJson'],
    'with a game that is no JSON': [{ game: 'nonsense' }, 'transfer.notJson'],
    'with a challenge that is no JSON': [
      { entries: [entry('challenges/challenge-40.json', '{"id": 40,}')] },
      'transfer.notJson',
    ],
    'with text that is no UTF-8': [
      { entries: [{ name: 'game.json', bytes: Buffer.from('{"title": "\xff"}', 'latin1') }] },
      'transfer.notJson',
    ],
    'with a game that is nested without end': [{ game: '['.repeat(100_000) }, 'transfer.notJson'],
    'with a game of a million parts': [{ game: `[${'[],'.repeat(1_000_001)}[]]` }, 'transfer.notJson'],
    'with a file that is not what its name says': [
      { entries: [entry(`files/${sha256('one')}`, 'other')] },
      'transfer.hashWrong',
    ],
    'with a file that has no hash for its name': [
      { entries: [entry('files/readme.txt', 'hello')] },
      'transfer.hashWrong',
    ],
    'with a file in a folder': [
      { entries: [entry(`files/sub/${sha256('deep')}`, 'deep')] },
      'transfer.hashWrong',
    ],
    'without a file that is referred to': [{ files: [] }, 'transfer.fileMissing'],
    'without its poster': [
      { game: { ...foreignGame, posterHash: sha256('poster') } },
      'transfer.fileMissing',
    ],
    'with two challenges of one id': [
      { entries: [entry('challenges/copy.json', JSON.stringify(far))] },
      'transfer.entryTwice',
    ],
    'that leads out': [{ entries: [entry('../evil.json', '{}')] }, 'transfer.unreadable'],
  }
  it.each(Object.entries(cases))('is refused: %s', async (_says, [parts, code]) => {
    expect((await refused(parts)).code).toBe(code)
  })

  it('is refused: one that is encrypted, holds a link, an entry twice, or bytes that are broken', async () => {
    const entries = entriesOf()
    const evil: Readonly<Record<string, Uint8Array<ArrayBuffer>>> = {
      'transfer.unsupported': zipOf(entries.map((one) => ({ ...one, flags: 1 }))),
      'transfer.entryTwice': zipOf([...entries, ...entriesOf()]),
      'transfer.unreadable': zipOf(entries.map((one) => ({ ...one, crc: 7 }))),
      'transfer.tooMuch': zipOf([...entries, { name: 'bomb', bytes: new Uint8Array(300_000_000) }]),
      'validation.tooLong': zipOf([
        ...entries,
        { name: 'challenges/long.json', bytes: new Uint8Array(33_554_433) },
      ]),
    }
    for (const [code, bytes] of Object.entries(evil)) expect((await refusalOf(bytes)).code).toBe(code)
    const link = { attributes: (0o120_777 << 16) >>> 0 }
    const linked = zipOf([
      ...entriesOf({ files: [] }),
      { name: `files/${sha256('/etc')}`, bytes: '/etc', ...link },
    ])
    expect((await refusalOf(linked)).code).toBe('transfer.unsupported')
  })

  it('tells the first of several faults, in the order of the wire', async () => {
    const wrong = entry(`files/${sha256('one')}`, 'other')
    const game = { ...foreignGame, title: '' }
    expect((await refused({ manifest: {}, game: '{', entries: [wrong] })).code).toBe('transfer.notPackage')
    expect((await refused({ game: '{', entries: [wrong] })).code).toBe('transfer.notJson')
    expect((await refused({ game, entries: [wrong] })).code).toBe('transfer.hashWrong')
    expect((await refused({ game, files: [] })).code).toBe('validation.required')
  })
})

describe('a package with a game that could not be set like that', () => {
  const division = { name: 'A', inviteCode: null, defaultPermissions: [], challengeConfig: [] }
  const twice = [
    { challengeId: 40, permissions: [] },
    { challengeId: 40, permissions: ['All'] },
  ]
  const faults: Readonly<Record<string, [change: object, code: string]>> = {
    title: [{ title: ' ' }, 'validation.required'],
    summary: [{ summary: 7 }, 'validation.type'],
    content: [{ content: 'a\0b' }, 'validation.text'],
    unlisted: [{ unlisted: 'maybe' }, 'validation.type'],
    acceptWithoutReview: [{ acceptWithoutReview: 'yes' }, 'validation.type'],
    inviteCode: [{ inviteCode: 'x'.repeat(33) }, 'validation.tooLong'],
    teamMemberCountLimit: [{ teamMemberCountLimit: -1 }, 'validation.range'],
    containerCountLimit: [{ containerCountLimit: 1.5 }, 'validation.type'],
    startTime: [{ startTime: 'tomorrow' }, 'validation.date'],
    endTime: [{ endTime: '2026-02-30T00:00:00Z' }, 'validation.date'],
    'writeup.deadline': [{ writeup: { required: true, deadline: 7 } }, 'validation.date'],
    'bloodBonus.second': [{ bloodBonus: { first: 1, second: 1001, third: 1 } }, 'validation.range'],
    posterHash: [{ posterHash: 'abc' }, 'validation.type'],
    divisions: [{ divisions: {} }, 'validation.type'],
    'divisions[1].name': [
      { divisions: [division, { ...division, name: 'x'.repeat(32) }] },
      'validation.tooLong',
    ],
    'divisions[0].inviteCode': [{ divisions: [{ ...division, inviteCode: 'a\nb' }] }, 'validation.text'],
    'divisions[0].challengeConfig[0].challengeId': [
      { divisions: [{ ...division, challengeConfig: [{ challengeId: 0 }] }] },
      'validation.range',
    ],
    'divisions[0].challengeConfig': [
      { divisions: [{ ...division, challengeConfig: twice }] },
      'division.challengeTwice',
    ],
  }
  it.each(Object.entries(faults))('is refused with a word about %s', async (path, [change, code]) => {
    const { code: told, field, title } = await refused({ game: { ...foreignGame, ...change } })
    expect([told, field]).toEqual([code, `game.json: ${path}`])
    if (code.startsWith('validation.')) expect(title).toContain(`game.json: ${path}`)
  })
})

describe('a package with a challenge that could not be set like that', () => {
  type Challenge = Record<string, unknown>
  const some = (of: Challenge | undefined, change: object): Challenge => ({ ...of, ...change })
  const flags = (of: Challenge | undefined, change: object): Challenge =>
    some(of, { flags: { ...(of?.['flags'] as object), ...change } })
  const container = (change: object): Challenge =>
    some(boxed, { container: { ...(boxed?.['container'] as object), ...change } })
  const remote = (remoteUrl: unknown): Challenge => some(far, { attachment: { type: 'Remote', remoteUrl } })
  const own = { type: 'Remote', remoteUrl: 'https://files.example/a' }

  const faults: Readonly<Record<string, [challenge: Challenge, path: string, code: string]>> = {
    'no id': [some(far, { id: undefined }), 'id', 'validation.type'],
    'no title': [some(far, { title: '' }), 'title', 'validation.required'],
    'a title of two lines': [some(far, { title: 'a\nb' }), 'title', 'validation.text'],
    'a tag with a comma': [some(far, { tags: ['RSA', 'a，b'] }), 'tags[1]', 'validation.label'],
    'an author with a comma': [some(far, { authors: ['Ada, Bo'] }), 'authors[0]', 'validation.label'],
    'an author of two lines': [some(far, { authors: ['a\nb'] }), 'authors[0]', 'validation.text'],
    'an unknown category': [some(far, { category: 'Cooking' }), 'category', 'validation.choice'],
    'no type': [some(far, { type: null }), 'type', 'validation.choice'],
    'too many points': [some(far, { scoring: { original: 1e9 } }), 'scoring.original', 'validation.range'],
    'a rate above one': [some(far, { scoring: { minRate: 1.01 } }), 'scoring.minRate', 'validation.range'],
    'endless difficulty': [
      some(far, { scoring: { difficulty: '1e300' } }),
      'scoring.difficulty',
      'validation.range',
    ],
    'a limit below none': [
      some(far, { limits: { submission: -1 } }),
      'limits.submission',
      'validation.range',
    ],
    'no flag in a flag': [
      flags(far, { static: [{ value: 'flag{a}' }, { value: '' }] }),
      'flags.static[1].value',
      'validation.required',
    ],
    'a flag that nobody could type': [
      flags(far, { static: [{ value: 'x'.repeat(128) }] }),
      'flags.static[0].value',
      'validation.tooLong',
    ],
    'a template that is too long': [
      flags(each, { template: 'x'.repeat(121) }),
      'flags.template',
      'validation.tooLong',
    ],
    'a template that is easy to guess': [
      flags(each, { template: 'flag{a}' }),
      'flags.template',
      'transfer.templateWeak',
    ],
    'hints without words': [some(far, { hints: [1] }), 'hints[0]', 'validation.type'],
    'too many hints': [
      some(far, { hints: Array.from({ length: 65 }, () => 'x') }),
      'hints',
      'validation.tooMany',
    ],
    'a file without a hash': [
      some(far, { attachment: { type: 'Local' } }),
      'attachment.hash',
      'validation.type',
    ],
    'a link to a script': [remote('javascript:alert(1)'), 'attachment.remoteUrl', 'transfer.urlInvalid'],
    'a link without a host': [remote('https:///a'), 'attachment.remoteUrl', 'transfer.urlInvalid'],
    'no link': [remote(null), 'attachment.remoteUrl', 'validation.type'],
    'an attachment of its own, where each team gets one': [
      some(far, { type: 'DynamicAttachment', attachment: own }),
      'attachment',
      'transfer.attachmentPerTeam',
    ],
    'an attachment of a flag that leads nowhere': [
      flags(atHand, { static: [{ value: 'a', attachment: { type: 'Remote', remoteUrl: 'data:,x' } }] }),
      'flags.static[0].attachment.remoteUrl',
      'transfer.urlInvalid',
    ],
    'too little memory': [container({ memoryLimit: 31 }), 'container.memoryLimit', 'validation.range'],
    'half a port': [container({ exposePort: 80.5 }), 'container.exposePort', 'validation.type'],
    'a port beyond all': [container({ exposePort: 65_536 }), 'container.exposePort', 'validation.range'],
    'an unknown network': [
      container({ networkMode: 'Wireless' }),
      'container.networkMode',
      'validation.choice',
    ],
  }
  it.each(Object.entries(faults))('is refused: %s', async (_says, [challenge, path, code]) => {
    const entries = [{ name: 'challenges/the one.json', bytes: JSON.stringify(challenge) }]
    const { code: told, field, title } = await refused({ challenges: [], files: ['evidence'], entries })
    expect([told, field]).toEqual([code, `challenges/the one.json: ${path}`])
    expect(title).toContain(`challenges/the one.json: ${path}`)
  })

  it('is refused: more challenges than a game may have', async () => {
    const challenges = Array.from({ length: 2001 }, (_, id) => ({
      id: id + 1,
      title: 'x',
      category: 'Misc',
      type: 'StaticAttachment',
    }))
    expect(await refused({ challenges, files: [] })).toMatchObject({
      code: 'validation.tooMany',
      field: 'challenges/',
    })
  })
})
