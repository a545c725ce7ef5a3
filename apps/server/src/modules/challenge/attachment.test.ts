import { createHash } from 'node:crypto'
import type { ChallengeDetail } from '@pennant/contract/challenge'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOpenGame } from '../../../../../tests/kit/open-game.ts'
import { createOrganizer, type Organizer } from '../../../../../tests/kit/organizer.ts'
import { createWorld, type World } from '../../../../../tests/kit/world.ts'

let world: World
let organizer: Organizer
beforeAll(async () => {
  world = await createWorld()
  organizer = await createOrganizer(world)
})
afterAll(() => world.close())

const nothing = 2_000_000_000
let made = 0
const upload = (text = `content ${++made}`, name?: string): Promise<string> => organizer.upload(text, name)
const local = (fileHash: string) => ({ attachmentType: 'Local', fileHash })
const remote = (remoteUrl: string) => ({ attachmentType: 'Remote', remoteUrl })

const attachmentOf = async (gameId: number, id: number) => (await organizer.read(gameId, id)).body.attachment
const countsOf = (hash: string) =>
  world.db.selectFrom('file').select(['refs', 'unclaimed']).where('hash', '=', hash).executeTakeFirst()
const refsOf = async (hash: string): Promise<number> => (await countsOf(hash))?.refs ?? 0
const isServed = async (hash: string): Promise<boolean> =>
  (await world.visitor().get(`/assets/${hash}/x`)).status === 200

describe('the attachment of a challenge', () => {
  it('is a file that was uploaded, under the name of the upload', async () => {
    const { game, challenge } = await organizer.made()
    const hash = await upload('twelve bytes', 'Übung 1 #2?.zip')
    const answer = await organizer.attach(game.id, challenge.id, local(hash))
    expect(answer).toMatchObject({ status: 200, text: '' })
    const attachment = await attachmentOf(game.id, challenge.id)
    expect(attachment).toStrictEqual({
      id: expect.any(Number),
      type: 'Local',
      url: `/assets/${hash}/%C3%9Cbung%201%20%232_.zip`,
      fileSize: 12,
    })
    const file = await world.visitor().get(attachment?.url ?? '')
    expect(file).toMatchObject({ status: 200, text: 'twelve bytes' })
    expect(createHash('sha256').update(file.text).digest('hex')).toBe(hash)
  })

  it('keeps its name when somebody uploads the same bytes under another', async () => {
    const { game, challenge } = await organizer.made()
    const hash = await upload('the same bytes', 'first.zip')
    await organizer.attach(game.id, challenge.id, local(hash))
    await upload('the same bytes', 'second.zip')
    expect((await attachmentOf(game.id, challenge.id))?.url).toBe(`/assets/${hash}/first.zip`)
  })

  it('is a link to elsewhere', async () => {
    const { game, challenge } = await organizer.made()
    const url = 'https://files.example/a%20b.zip?x=1#y'
    expect((await organizer.attach(game.id, challenge.id, remote(`  ${url} `))).status).toBe(200)
    expect(await attachmentOf(game.id, challenge.id)).toStrictEqual({
      id: expect.any(Number),
      type: 'Remote',
      url,
      fileSize: null,
    })
  })

  it.each([
    'http://a',
    'HTTPS://user:secret@files.example:8443/x',
    'ftp://files.example/pub/a.iso',
    'http://[::1]/',
    'magnet:?xt=urn:btih:c12fe1c06bba254a9dc9f519b335aa7c1367a88a&dn=disk.img',
    'sftp://files.example/a.iso',
    'files.example/a.zip',
    '/files/a b.zip',
    '//files.example/a.zip',
  ])('may be at %s', async (url) => {
    const { game, challenge } = await organizer.made()
    await organizer.attach(game.id, challenge.id, remote(url))
    expect((await attachmentOf(game.id, challenge.id))?.url).toBe(url)
  })

  it.each([
    '',
    '   ',
    'javascript:alert(1)',
    'JavaScript\u00a0:alert(1)',
    'java script:alert(1)',
    'java\u200bscript:alert(1)',
    'vbscript:msgbox(1)',
    'data:text/html,<script>alert(1)</script>',
    'DATA:text/html,x',
    'file:///etc/passwd',
    'http:files.example',
    'http:///files.example',
    'http://',
    'http:// files.example',
    'https://exa mple/',
    'https://files.example:99999/',
    'https:\\\\files.example',
  ])('cannot be at “%s”', async (url) => {
    const { game, challenge } = await organizer.made()
    await organizer.attach(game.id, challenge.id, remote('https://files.example/kept'))
    expect(await organizer.attach(game.id, challenge.id, remote(url))).toMatchObject({
      status: 400,
      body: { status: 400, code: 'challenge.urlInvalid' },
    })
    expect((await attachmentOf(game.id, challenge.id))?.url).toBe('https://files.example/kept')
  })

  it.each([
    ['nobody has uploaded', local('ab'.repeat(32))],
    ['is no hash', local('../../etc/passwd')],
    ['is not said', { attachmentType: 'Local' }],
    ['is null', { attachmentType: 'Local', fileHash: null, remoteUrl: 'https://files.example/a' }],
  ])('cannot be a file that %s', async (_what, body) => {
    const { game, challenge } = await organizer.made()
    const hash = await upload()
    await organizer.attach(game.id, challenge.id, local(hash))
    expect(await organizer.attach(game.id, challenge.id, body)).toMatchObject({
      status: 400,
      body: { status: 400, code: 'challenge.fileUnknown' },
    })
    expect((await attachmentOf(game.id, challenge.id))?.url).toContain(hash)
    expect(await countsOf(hash)).toEqual({ refs: 1, unclaimed: 0 })
  })

  it('takes a hash in capitals', async () => {
    const { game, challenge } = await organizer.made()
    const hash = await upload()
    await organizer.attach(game.id, challenge.id, local(hash.toUpperCase()))
    expect((await attachmentOf(game.id, challenge.id))?.url).toContain(hash)
  })

  it('goes when it is set to None, or to nothing at all', async () => {
    const { game, challenge } = await organizer.made()
    for (const none of [
      { attachmentType: 'None' },
      {},
      { attachmentType: 0, fileHash: 'x', remoteUrl: 'y' },
    ]) {
      await organizer.attach(game.id, challenge.id, remote('https://files.example/a'))
      expect((await organizer.attach(game.id, challenge.id, none)).status).toBe(200)
      expect(await attachmentOf(game.id, challenge.id)).toBeNull()
    }
    expect((await organizer.attach(game.id, challenge.id, {})).status).toBe(200)
  })

  it('reaches those who play at once', async () => {
    const open = await createOpenGame(world)
    const challenge = await open.challenge()
    const { player } = await open.team()
    const url = async () => {
      const { body } = await player.get<ChallengeDetail>(`${open.path}/challenges/${challenge.id}`)
      return body.context.url
    }
    expect(await url()).toBeNull()
    await organizer.attach(open.game.id, challenge.id, remote('https://files.example/a'))
    expect(await url()).toBe('https://files.example/a')
    await organizer.attach(open.game.id, challenge.id, {})
    expect(await url()).toBeNull()
  })

  it('is refused where every team gets its own', async () => {
    const { game, challenge } = await organizer.made({ type: 'DynamicAttachment' })
    const hash = await upload()
    for (const body of [local(hash), { attachmentType: 'None' }, remote('nonsense')])
      expect(await organizer.attach(game.id, challenge.id, body)).toMatchObject({
        status: 400,
        body: { status: 400, code: 'challenge.attachmentPerTeam' },
      })
    expect(await countsOf(hash)).toEqual({ refs: 1, unclaimed: 1 })
  })

  it('needs a challenge of the game', async () => {
    const { game, challenge } = await organizer.made()
    const other = await organizer.made()
    const body = remote('https://files.example/a')
    expect(await organizer.attach(game.id, nothing, body)).toMatchObject({
      status: 404,
      body: { code: 'challenge.notFound' },
    })
    expect((await organizer.attach(other.game.id, challenge.id, body)).status).toBe(404)
    expect(await organizer.attach(nothing, challenge.id, body)).toMatchObject({
      status: 404,
      body: { code: 'game.notFound' },
    })
    const monitor = await world.person('Monitor')
    const path = `${organizer.pathOf(game.id, challenge.id)}/attachment`
    expect((await monitor.post(path, body)).status).toBe(403)
    expect((await world.visitor().post(path, body)).status).toBe(401)
    expect(await attachmentOf(game.id, challenge.id)).toBeNull()
  })
})

describe('the references of an attached file', () => {
  it('are one for an upload that is attached, and none when the attachment goes', async () => {
    const { game, challenge } = await organizer.made()
    const hash = await upload()
    expect(await countsOf(hash)).toEqual({ refs: 1, unclaimed: 1 })
    await organizer.attach(game.id, challenge.id, local(hash))
    expect(await countsOf(hash)).toEqual({ refs: 1, unclaimed: 0 })
    await organizer.attach(game.id, challenge.id, {})
    expect(await countsOf(hash)).toBeUndefined()
    expect(await isServed(hash)).toBe(false)
  })

  it('move to the next file when the attachment is replaced', async () => {
    const { game, challenge } = await organizer.made()
    const [first, second] = [await upload(), await upload()]
    await organizer.attach(game.id, challenge.id, local(first))
    await organizer.attach(game.id, challenge.id, local(second))
    expect([await isServed(first), await isServed(second)]).toEqual([false, true])
    await organizer.attach(game.id, challenge.id, remote('https://files.example/a'))
    expect(await isServed(second)).toBe(false)
  })

  it('stay as they are when the same file is attached again, uploaded again or not', async () => {
    const { game, challenge } = await organizer.made()
    const hash = await upload('again')
    await organizer.attach(game.id, challenge.id, local(hash))
    await organizer.attach(game.id, challenge.id, local(hash))
    expect(await countsOf(hash)).toEqual({ refs: 1, unclaimed: 0 })
    await upload('again')
    await organizer.attach(game.id, challenge.id, local(hash))
    expect(await countsOf(hash)).toEqual({ refs: 1, unclaimed: 0 })
    expect(await isServed(hash)).toBe(true)
  })

  it('are one for each challenge, whether the file was uploaded once or for each', async () => {
    for (const uploads of [1, 2]) {
      const [one, two] = [await organizer.made(), await organizer.made()]
      const text = `shared ${uploads}`
      for (let count = 0; count < uploads; count++) await upload(text)
      const hash = await upload(`other ${uploads}`)
      const shared = createHash('sha256').update(text).digest('hex')
      for (const { game, challenge } of [one, two])
        await organizer.attach(game.id, challenge.id, local(shared))
      expect(await countsOf(shared)).toEqual({ refs: 2, unclaimed: 0 })
      await organizer.attach(one.game.id, one.challenge.id, local(hash))
      expect([await refsOf(shared), await isServed(shared)]).toEqual([1, true])
      await organizer.remove(two.game.id, two.challenge.id)
      expect(await isServed(shared)).toBe(false)
      expect(await isServed(hash)).toBe(true)
    }
  })

  it('are not taken from anyone else who uses the file', async () => {
    const { game, challenge } = await organizer.made()
    const hash = await upload()
    await world.db.updateTable('file').set({ unclaimed: 0 }).where('hash', '=', hash).execute()
    await organizer.attach(game.id, challenge.id, local(hash))
    expect(await refsOf(hash)).toBe(2)
    await organizer.attach(game.id, challenge.id, {})
    expect([await refsOf(hash), await isServed(hash)]).toEqual([1, true])
  })

  it('of flags are counted one by one, also where many share one file', async () => {
    const { game, challenge } = await organizer.made({ type: 'DynamicAttachment' })
    const [shared, own] = [await upload(), await upload()]
    const sent = [
      ...Array.from({ length: 30 }, (_, at) => ({ flag: `flag{${at}}`, ...local(shared) })),
      { flag: 'flag{own}', ...local(own) },
      { flag: 'flag{none}' },
    ]
    expect((await organizer.addFlags(game.id, challenge.id, sent)).status).toBe(200)
    expect([await refsOf(shared), await refsOf(own)]).toEqual([30, 1])
    const { body } = await organizer.read(game.id, challenge.id)
    expect(body.flags.map(({ attachment }) => attachment?.url?.split('/')[2] ?? null)).toEqual([
      ...Array.from({ length: 30 }, () => shared),
      own,
      null,
    ])
    await organizer.removeFlag(game.id, challenge.id, body.flags[0]?.id ?? 0)
    await organizer.removeFlag(game.id, challenge.id, body.flags[30]?.id ?? 0)
    expect([await refsOf(shared), await isServed(own)]).toEqual([29, false])
    await organizer.remove(game.id, challenge.id)
    expect(await isServed(shared)).toBe(false)
    expect(
      await world.db.selectFrom('attachment').select('id').where('challenge_id', '=', challenge.id).execute(),
    ).toEqual([])
  })

  it('are as before when one of many flags is refused', async () => {
    const { game, challenge } = await organizer.made({ type: 'DynamicAttachment' })
    const hash = await upload()
    for (const [wrong, code] of [
      [local('cd'.repeat(32)), 'challenge.fileUnknown'],
      [remote('data:,nowhere'), 'challenge.urlInvalid'],
    ] as const) {
      const sent = [
        { flag: 'flag{a}', ...local(hash) },
        { flag: 'flag{b}', ...wrong },
      ]
      expect(await organizer.addFlags(game.id, challenge.id, sent)).toMatchObject({
        status: 400,
        body: { code },
      })
      expect(await countsOf(hash)).toEqual({ refs: 1, unclaimed: 1 })
    }
    expect((await organizer.read(game.id, challenge.id)).body.flags).toEqual([])
  })

  it('come out right when many attach and remove the same file at once', async () => {
    const hash = await upload()
    const places = []
    for (let count = 0; count < 5; count++) places.push(await organizer.made())
    const work = places.flatMap(({ game, challenge }) => [
      organizer.attach(game.id, challenge.id, local(hash)),
      organizer.attach(game.id, challenge.id, local(hash)),
    ])
    await Promise.all(work)
    expect(await countsOf(hash)).toEqual({ refs: 5, unclaimed: 0 })
    await Promise.all(
      places.flatMap(({ game, challenge }) => [
        organizer.attach(game.id, challenge.id, {}),
        organizer.remove(game.id, challenge.id),
      ]),
    )
    expect(await countsOf(hash)).toBeUndefined()
  })

  it('left behind by a process that was killed are found by the sweep', async () => {
    const { game, challenge } = await organizer.made()
    const hash = await upload()
    await organizer.attach(game.id, challenge.id, local(hash))
    const { files } = world.core
    await world.db.transaction().execute(async (tx) => {
      await tx.deleteFrom('attachment').where('challenge_id', '=', challenge.id).execute()
      await files.exchange(tx, { claimed: [], dropped: [hash] })
    })
    expect([await refsOf(hash), await isServed(hash)]).toEqual([0, false])
    expect((await organizer.attach(game.id, challenge.id, local(hash))).status).toBe(400)
    await files.sweep()
    expect(await countsOf(hash)).toBeUndefined()
    expect(
      await world.adapters.blobs.stat(`uploads/${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}`),
    ).toBeNull()
  })

  it('of thousands are gone at once, and their bytes with the sweep', async () => {
    const { game, challenge } = await organizer.made({ type: 'DynamicAttachment' })
    const hashes: string[] = []
    for (let count = 0; count < 40; count++) hashes.push(await upload())
    await organizer.addFlags(
      game.id,
      challenge.id,
      hashes.map((hash) => ({ flag: `flag{${hash}}`, ...local(hash) })),
    )
    expect((await organizer.remove(game.id, challenge.id)).status).toBe(200)
    for (const hash of hashes) expect(await isServed(hash)).toBe(false)
    await world.core.files.sweep()
    for (const hash of hashes) expect(await countsOf(hash)).toBeUndefined()
  })
})

describe('an upload that is given up', () => {
  it('leaves what is attached as it is', async () => {
    const { game, challenge } = await organizer.made()
    const hash = await upload('given up')
    await organizer.attach(game.id, challenge.id, local(hash))
    await upload('given up')
    expect(await countsOf(hash)).toEqual({ refs: 2, unclaimed: 1 })
    expect((await organizer.admin.delete(`/api/assets/${hash}`)).status).toBe(200)
    expect(await countsOf(hash)).toEqual({ refs: 1, unclaimed: 0 })
    expect(await isServed(hash)).toBe(true)
  })
})
