import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertFlag, insertGame, insertSolve } from '../../../../../tests/kit/factories.ts'
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

describe('an edit', () => {
  const everything = {
    title: 'Grown RSA',
    content: '# How to\n\nread',
    category: 'Crypto',
    flagTemplate: 'flag{[TEAM_HASH]}',
    hints: ['one', 'two'],
    fileName: 'given.zip',
    submissionLimit: 10_000,
    containerImage: 'registry.example/box:2',
    memoryLimit: 32,
    cpuCount: 1024,
    storageLimit: 0,
    exposePort: 65_535,
    networkMode: 'Custom',
    enableTrafficCapture: true,
    allowUserChange: true,
    checkByConnecting: false,
    level: 'Hard',
    tags: ['RSA', 'Padding oracle'],
    authors: ['Ada', 'فريق النوارس'],
    disableBloodBonus: true,
    originalScore: 500,
    minScoreRate: 1,
    difficulty: 0.5,
  }

  it('sets everything that it names', async () => {
    const { game, challenge } = await organizer.made({ type: 'DynamicContainer' })
    const deadlineUtc = Date.UTC(2030, 0, 1)
    const answer = await organizer.edit(game.id, challenge.id, {
      ...everything,
      deadlineUtc,
      isEnabled: true,
    })
    expect(answer.status).toBe(200)
    expect(answer.body).toStrictEqual({
      ...challenge,
      ...everything,
      deadlineUtc,
      isEnabled: true,
    })
    expect((await organizer.read(game.id, challenge.id)).body).toStrictEqual(answer.body)
  })

  it('keeps what is null or left out, and all of it when it names nothing', async () => {
    const { game, challenge } = await organizer.made({ type: 'DynamicContainer' })
    const { body: before } = await organizer.edit(game.id, challenge.id, everything)
    const nulls = Object.fromEntries(
      [...Object.keys(everything), 'isEnabled', 'deadlineUtc'].map((name) => [name, null]),
    )
    expect((await organizer.edit(game.id, challenge.id, {})).body).toStrictEqual(before)
    expect((await organizer.edit(game.id, challenge.id, nulls)).body).toStrictEqual(before)
  })

  it('takes level, tags, and authors away, and writes nothing of them then', async () => {
    const { game, challenge } = await organizer.made()
    const labels = { level: 'Easy', tags: [' RSA', 'rsa', 'AES'], authors: ['Ada'] }
    const { body } = await organizer.edit(game.id, challenge.id, labels)
    expect(body).toStrictEqual({ ...challenge, level: 'Easy', tags: ['RSA', 'AES'], authors: ['Ada'] })
    const [listed] = (await organizer.list(game.id)).body
    expect(listed).toMatchObject({ level: 'Easy', tags: ['RSA', 'AES'], authors: ['Ada'] })
    const none = { level: 'None', tags: [], authors: [] }
    expect((await organizer.edit(game.id, challenge.id, none)).body).toStrictEqual(challenge)
  })

  it.each([
    ['an unknown level', { level: 'Brutal' }, 'validation.choice'],
    ['too many tags', { tags: Array.from({ length: 17 }, (_, at) => `t${at}`) }, 'validation.tooMany'],
    ['a tag that is too long', { tags: ['x'.repeat(33)] }, 'validation.tooLong'],
    ['a blank tag', { tags: [' '] }, 'validation.required'],
    ['too many authors', { authors: Array.from({ length: 9 }, (_, at) => `a${at}`) }, 'validation.tooMany'],
    ['an author with a long name', { authors: ['x'.repeat(65)] }, 'validation.tooLong'],
    ['a tag with a comma', { tags: ['RSA', 'a,b'] }, 'validation.label'],
    ['an author with a comma', { authors: ['Ada、Bo'] }, 'validation.label'],
    ['an author of two lines', { authors: ['a\nb'] }, 'validation.text'],
  ])('is refused with %s', async (_what, body, code) => {
    const { game, challenge } = await organizer.made()
    const answer = await organizer.edit(game.id, challenge.id, body)
    expect(answer).toMatchObject({ status: 400, body: { code } })
    expect((await organizer.read(game.id, challenge.id)).body).toStrictEqual(challenge)
  })

  it('never changes the type or the id', async () => {
    const { game, challenge } = await organizer.made()
    const { body } = await organizer.edit(game.id, challenge.id, { type: 'DynamicContainer', id: 1 })
    expect(body).toMatchObject({ id: challenge.id, type: 'StaticAttachment' })
  })

  it('takes the template away when it is blank', async () => {
    const { game, challenge } = await organizer.made({ type: 'DynamicContainer' })
    await organizer.edit(game.id, challenge.id, { flagTemplate: 'flag{[GUID]}' })
    expect((await organizer.edit(game.id, challenge.id, { flagTemplate: '  ' })).body.flagTemplate).toBeNull()
  })

  it.each([0, 1, 999, '1970-01-01T00:00:00Z'])(
    'takes the deadline away when it is %s, within the first second of all',
    async (deadlineUtc) => {
      const { game, challenge } = await organizer.made()
      await organizer.edit(game.id, challenge.id, { deadlineUtc: 1_900_000_000_000 })
      expect((await organizer.edit(game.id, challenge.id, { deadlineUtc })).body.deadlineUtc).toBeNull()
    },
  )

  it.each([1_000, -1])('takes %s for a deadline like any other', async (deadlineUtc) => {
    const { game, challenge } = await organizer.made()
    expect((await organizer.edit(game.id, challenge.id, { deadlineUtc })).body.deadlineUtc).toBe(deadlineUtc)
  })

  it('trims the image', async () => {
    const { game, challenge } = await organizer.made({ type: 'StaticContainer' })
    const { body } = await organizer.edit(game.id, challenge.id, {
      containerImage: '  registry.example/box:1 ',
    })
    expect(body.containerImage).toBe('registry.example/box:1')
  })

  it('empties the hints when the list is empty', async () => {
    const { game, challenge } = await organizer.made()
    await organizer.edit(game.id, challenge.id, { hints: ['a'] })
    expect((await organizer.edit(game.id, challenge.id, { hints: [] })).body.hints).toEqual([])
  })

  it('turns the capture off where there is no container, whatever is stored', async () => {
    const { game, challenge } = await organizer.made()
    await world.db
      .updateTable('challenge')
      .set({ enable_traffic_capture: true })
      .where('id', '=', challenge.id)
      .execute()
    expect((await organizer.edit(game.id, challenge.id, { title: 'x' })).body.enableTrafficCapture).toBe(
      false,
    )
  })

  it.each(['StaticContainer', 'DynamicContainer'])(
    'may turn the capture on and off in a %s',
    async (type) => {
      const { game, challenge } = await organizer.made({ type })
      const capture = (enableTrafficCapture: boolean) =>
        organizer.edit(game.id, challenge.id, { enableTrafficCapture })
      expect((await capture(true)).body.enableTrafficCapture).toBe(true)
      expect((await organizer.edit(game.id, challenge.id, { title: 'x' })).body.enableTrafficCapture).toBe(
        true,
      )
      expect((await capture(false)).body.enableTrafficCapture).toBe(false)
    },
  )

  it.each([
    ['a title of nothing', { title: '' }],
    ['a template that is too long', { flagTemplate: `[GUID]${'x'.repeat(115)}` }],
    ['too many submissions', { submissionLimit: 10_001 }],
    ['a negative limit', { submissionLimit: -1 }],
    ['too little memory', { memoryLimit: 31 }],
    ['too much memory', { memoryLimit: 1_048_577 }],
    ['no processor', { cpuCount: 0 }],
    ['too many processors', { cpuCount: 1025 }],
    ['negative storage', { storageLimit: -1 }],
    ['port 0', { exposePort: 0 }],
    ['a port beyond all', { exposePort: 65_536 }],
    ['an unknown network', { networkMode: 'Closed' }],
    ['a negative rate', { minScoreRate: -0.01 }],
    ['a rate above one', { minScoreRate: 1.01 }],
    ['a negative score', { originalScore: -1 }],
    ['a hint that is no text', { hints: [1] }],
    ['hints that are no list', { hints: 'one' }],
    ['a word for true', { isEnabled: 'yes' }],
    ['a date that is none', { deadlineUtc: 'tomorrow' }],
  ])('is refused with %s, and then nothing changes', async (_what, wrong) => {
    const { game, challenge } = await organizer.made({ type: 'DynamicContainer' })
    expect((await organizer.edit(game.id, challenge.id, { content: 'changed', ...wrong })).status).toBe(400)
    expect((await organizer.read(game.id, challenge.id)).body).toStrictEqual(challenge)
  })

  it('says in the log whether it enabled or disabled the challenge', async () => {
    const { game, challenge } = await organizer.made({ type: 'DynamicContainer' })
    for (const isEnabled of [true, true, false]) await organizer.edit(game.id, challenge.id, { isEnabled })
    const { body } = await organizer.admin.get<{ msg: string }[]>('/api/admin/logs?count=1000')
    const what = `Challenge ${challenge.id} in game ${game.id}`
    expect(body.map(({ msg }) => msg).filter((msg) => msg.startsWith(what))).toEqual([
      `${what} disabled`,
      `${what} changed`,
      `${what} enabled`,
      `${what} created`,
    ])
  })
})

describe('an edit is checked in the order of the wire', () => {
  const weak = { flagTemplate: 'flag{weak}' }
  const blank = { fileName: ' \u3000' }
  const capture = { enableTrafficCapture: true }
  const enable = { isEnabled: true }

  it.each([
    ['no flag', 'StaticAttachment', { ...enable, ...capture, ...blank, ...weak }, 'challenge.noFlag'],
    ['no flag', 'StaticContainer', { ...enable, ...blank, ...weak }, 'challenge.noFlag'],
    ['no flag', 'DynamicAttachment', { ...enable, ...capture }, 'challenge.noFlag'],
    ['no container', 'DynamicAttachment', { ...capture, ...blank }, 'challenge.captureNeedsContainer'],
    ['a blank file name', 'DynamicContainer', { ...enable, ...blank, ...weak }, 'challenge.fileNameBlank'],
    ['a file name of dots', 'StaticAttachment', { fileName: ' .. ' }, 'challenge.fileNameBlank'],
    ['a weak template', 'DynamicContainer', { ...enable, ...capture, ...weak }, 'challenge.templateWeak'],
  ])('%s in a %s', async (_what, type, body, code) => {
    const { game, challenge } = await organizer.made({ type })
    expect(await organizer.edit(game.id, challenge.id, { title: 'changed', ...body })).toMatchObject({
      status: 400,
      body: { status: 400, code },
    })
    expect((await organizer.read(game.id, challenge.id)).body).toStrictEqual(challenge)
  })

  it('says how weak the template is', async () => {
    const { game, challenge } = await organizer.made({ type: 'DynamicContainer' })
    const { body } = await organizer.edit(game.id, challenge.id, { flagTemplate: 'flag{xxxx}' })
    expect(body.title).toContain('(4 of the 32 bits needed)')
  })

  it('does not judge the template of any other type', async () => {
    const { game, challenge } = await organizer.made({ type: 'StaticContainer' })
    expect((await organizer.edit(game.id, challenge.id, weak)).body.flagTemplate).toBe('flag{weak}')
  })

  it.each(['flag{[GUID]}', 'x[TEAM_HASH]', '[CLEET]flag{a very long sentence with enough chance}'])(
    'takes the template %s',
    async (flagTemplate) => {
      const { game, challenge } = await organizer.made({ type: 'DynamicContainer' })
      expect((await organizer.edit(game.id, challenge.id, { flagTemplate })).body.flagTemplate).toBe(
        flagTemplate,
      )
    },
  )

  it('lets a challenge be enabled that has a flag, and one that makes its own', async () => {
    const { game, challenge } = await organizer.made()
    await insertFlag(world.db, challenge)
    expect((await organizer.edit(game.id, challenge.id, enable)).body.isEnabled).toBe(true)
    const dynamic = await organizer.made({ type: 'DynamicContainer' })
    expect((await organizer.edit(dynamic.game.id, dynamic.challenge.id, enable)).body.isEnabled).toBe(true)
  })
})

describe('two organizers', () => {
  it('do not undo each other: an edit of an older state is refused', async () => {
    const { game, challenge } = await organizer.made()
    const first = (await organizer.read(game.id, challenge.id)).headers.get('etag')
    expect(first).toMatch(/^"[\w-]+"$/)
    const answer = await organizer.edit(game.id, challenge.id, { title: 'one' }, first)
    expect(answer.status).toBe(200)
    expect(await organizer.edit(game.id, challenge.id, { content: 'two' }, first)).toMatchObject({
      status: 412,
      body: { code: 'edit.conflict' },
    })
    expect((await organizer.remove(game.id, challenge.id, first)).status).toBe(412)
    const now = await organizer.read(game.id, challenge.id)
    expect(now.body).toMatchObject({ title: 'one', content: '' })
    expect(now.headers.get('etag')).toBe(answer.headers.get('etag'))
    expect(
      (await organizer.edit(game.id, challenge.id, { content: 'two' }, answer.headers.get('etag'))).status,
    ).toBe(200)
  })

  it('are not disturbed by what an edit cannot change', async () => {
    const open = await createOpenGame(world)
    const challenge = await open.challenge()
    const tag = (await organizer.read(open.game.id, challenge.id)).headers.get('etag')
    const { participation } = await open.team()
    await insertSolve(world.db, { participation, challenge })
    await open.changed()
    await organizer.addFlags(open.game.id, challenge.id, [{ flag: 'flag{another}' }])
    await organizer.attach(open.game.id, challenge.id, {
      attachmentType: 'Remote',
      remoteUrl: 'https://files.example/a.zip',
    })
    const { headers, body } = await organizer.read(open.game.id, challenge.id)
    expect(body).toMatchObject({ acceptedCount: 1, attachment: { type: 'Remote' } })
    expect(headers.get('etag')).toBe(tag)
    expect((await organizer.edit(open.game.id, challenge.id, { title: 'x' }, tag)).status).toBe(200)
  })

  it('who save the same state at once: one of them', async () => {
    const { game, challenge } = await organizer.made()
    const tag = (await organizer.read(game.id, challenge.id)).headers.get('etag')
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd'].map((title) => organizer.edit(game.id, challenge.id, { title }, tag)),
    )
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '412', '412', '412'])
  })

  it('create challenges with a version to go on from', async () => {
    const { id } = await insertGame(world.db)
    const { headers, body } = await organizer.create(id, { title: 'new' })
    expect((await organizer.edit(id, body.id, { title: 'x' }, headers.get('etag'))).status).toBe(200)
  })
})
