import { limits } from '@pennant/contract/limit'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertContainer, insertFlag, insertInstance } from '../../../../../tests/kit/factories.ts'
import { createOpenGame } from '../../../../../tests/kit/open-game.ts'
import { createOrganizer, type Organizer } from '../../../../../tests/kit/organizer.ts'
import { patient } from '../../../../../tests/kit/patient.ts'
import { createWorld, type World } from '../../../../../tests/kit/world.ts'

let world: World
let organizer: Organizer
beforeAll(async () => {
  world = await createWorld()
  organizer = await createOrganizer(world)
})
afterAll(() => world.close())

const nothing = 2_000_000_000

const flagsOf = async (gameId: number, id: number): Promise<string[]> =>
  (await organizer.read(gameId, id)).body.flags.map(({ flag }) => flag)
const enabled = async (gameId: number, id: number): Promise<boolean> =>
  (await organizer.read(gameId, id)).body.isEnabled
const rowsOf = (challengeId: number) =>
  world.db.selectFrom('flag').select(['id', 'flag']).where('challenge_id', '=', challengeId).execute()

describe('adding flags', () => {
  it('appends them in their order, to the letter, and answers nothing', async () => {
    const { game, challenge } = await organizer.made()
    const flags = ['flag{b}', ' flag{a} ', 'FLAG{a}', 'flag{ä}\nsecond line', 'flag{a}']
    const answer = await organizer.addFlags(
      game.id,
      challenge.id,
      flags.map((flag) => ({ flag })),
    )
    expect(answer).toMatchObject({ status: 200, text: '' })
    await organizer.addFlags(game.id, challenge.id, [{ flag: 'flag{c}' }])
    expect(await flagsOf(game.id, challenge.id)).toEqual([...flags, 'flag{c}'])
  })

  it('takes the same text twice', async () => {
    const { game, challenge } = await organizer.made()
    await organizer.addFlags(game.id, challenge.id, [{ flag: 'flag{a}' }, { flag: 'flag{a}' }])
    await organizer.addFlags(game.id, challenge.id, [{ flag: 'flag{a}' }])
    expect(await flagsOf(game.id, challenge.id)).toEqual(['flag{a}', 'flag{a}', 'flag{a}'])
  })

  it('takes thousands at once, each with its own attachment, and none of another', async () => {
    const { game, challenge } = await organizer.made({ type: 'DynamicAttachment' })
    const sent = Array.from({ length: 5000 }, (_, at) => ({
      flag: `flag{${at}}`,
      ...(at % 2 === 0 ? {} : { attachmentType: 'Remote', remoteUrl: `https://files.example/${at}.zip` }),
    }))
    expect((await organizer.addFlags(game.id, challenge.id, sent)).status).toBe(200)
    const { body } = await organizer.read(game.id, challenge.id)
    expect(body.flags.map(({ flag, attachment }) => ({ flag, url: attachment?.url ?? null }))).toEqual(
      sent.map(({ flag, remoteUrl = null }) => ({ flag, url: remoteUrl })),
    )
    expect(body.attachment).toBeNull()
    const endless = Array.from({ length: limits.flagsAtOnce + 1 }, () => ({ flag: 'flag' }))
    const tooMany = await organizer.addFlags(game.id, challenge.id, endless)
    expect(tooMany).toMatchObject({ status: 400, body: { code: 'validation.tooMany' } })
  })

  it('takes none', async () => {
    const { game, challenge } = await organizer.made()
    expect((await organizer.addFlags(game.id, challenge.id, [])).status).toBe(200)
    expect(await flagsOf(game.id, challenge.id)).toEqual([])
  })

  it('counts from then on, also for a challenge that is being played', async () => {
    const open = await createOpenGame(world)
    const challenge = await open.challenge({ flags: ['flag{first}'] })
    const { player } = await open.team()
    await organizer.addFlags(open.game.id, challenge.id, [{ flag: 'flag{second}' }])
    const id = await open.submit(player, challenge, 'flag{second}')
    const { status } = await world.db
      .selectFrom('submission')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(status).toBe('Accepted')
  })

  it.each([
    ['no flag', [{}]],
    ['an empty one', [{ flag: '' }]],
    ['a blank one', [{ flag: ' \t ' }]],
    ['one that is too long', [{ flag: 'x'.repeat(128) }]],
    ['one that is no text', [{ flag: 7 }]],
    ['one that is no object', ['flag{a}']],
    ['an object in place of the list', { flag: 'flag{a}' }],
    ['an unknown kind of attachment', [{ flag: 'flag{a}', attachmentType: 'Tape' }]],
  ])('is refused with %s among them, and then adds none', async (_what, wrong) => {
    const { game, challenge } = await organizer.made()
    const body = Array.isArray(wrong) ? [{ flag: 'flag{right}' }, ...wrong] : wrong
    expect((await organizer.addFlags(game.id, challenge.id, body)).status).toBe(400)
    expect(await rowsOf(challenge.id)).toEqual([])
  })

  it('takes one of 127 UTF-16 units', async () => {
    const { game, challenge } = await organizer.made()
    const flag = `${'😀'.repeat(63)}x`
    expect((await organizer.addFlags(game.id, challenge.id, [{ flag }])).status).toBe(200)
    expect(await flagsOf(game.id, challenge.id)).toEqual([flag])
  })

  it('needs a challenge of the game', async () => {
    const { game, challenge } = await organizer.made()
    const other = await organizer.made()
    const flags = [{ flag: 'flag{a}' }]
    expect(await organizer.addFlags(game.id, nothing, flags)).toMatchObject({
      status: 404,
      body: { code: 'challenge.notFound' },
    })
    expect((await organizer.addFlags(other.game.id, challenge.id, flags)).status).toBe(404)
    expect(await organizer.addFlags(nothing, challenge.id, flags)).toMatchObject({
      status: 404,
      body: { code: 'game.notFound' },
    })
    expect(await rowsOf(challenge.id)).toEqual([])
  })

  it('never writes one into the log', async () => {
    const { game, challenge } = await organizer.made()
    await organizer.addFlags(game.id, challenge.id, [{ flag: 'flag{very secret}' }])
    const { text, body } = await organizer.admin.get<{ msg: string }[]>('/api/admin/logs?count=1000')
    expect(body.map(({ msg }) => msg)).toContain(
      `Flags added to challenge ${challenge.id} in game ${game.id}: 1`,
    )
    expect(text + world.said.join('\n')).not.toContain('very secret')
  })
})

describe('removing a flag', () => {
  it('answers Success, as a JSON string', async () => {
    const { game, challenge } = await organizer.made()
    const [id, kept] = [await insertFlag(world.db, challenge), await insertFlag(world.db, challenge)]
    const answer = await organizer.removeFlag(game.id, challenge.id, id)
    expect(answer).toMatchObject({ status: 200, text: '"Success"' })
    expect((await rowsOf(challenge.id)).map((row) => row.id)).toEqual([kept])
  })

  it('answers NotFound, with 200, where there is none, also to the second who asks', async () => {
    const { game, challenge } = await organizer.made()
    const other = await organizer.made()
    const foreign = await insertFlag(world.db, other.challenge)
    for (const id of [nothing, 0, -1, foreign])
      expect(await organizer.removeFlag(game.id, challenge.id, id)).toMatchObject({
        status: 200,
        text: '"NotFound"',
      })
    expect(await rowsOf(other.challenge.id)).toHaveLength(1)
    const id = await insertFlag(world.db, challenge)
    const answers = await Promise.all([1, 2, 3].map(() => organizer.removeFlag(game.id, challenge.id, id)))
    expect(answers.map(({ body }) => body).toSorted()).toEqual(['NotFound', 'NotFound', 'Success'])
  })

  it('needs a challenge of the game', async () => {
    const { game, challenge } = await organizer.made()
    const id = await insertFlag(world.db, challenge)
    const other = await organizer.made()
    expect(await organizer.removeFlag(game.id, nothing, id)).toMatchObject({
      status: 404,
      body: { code: 'challenge.notFound' },
    })
    expect((await organizer.removeFlag(other.game.id, challenge.id, id)).status).toBe(404)
    expect(await organizer.removeFlag(nothing, challenge.id, id)).toMatchObject({
      status: 404,
      body: { code: 'game.notFound' },
    })
    expect(await rowsOf(challenge.id)).toHaveLength(1)
  })

  it('disables the challenge with the last, and has its containers stopped', async () => {
    const open = await createOpenGame(world)
    const challenge = await open.challenge({ type: 'StaticContainer', flags: ['flag{a}', 'flag{b}'] })
    const { participation } = await open.team()
    await insertContainer(world.db, { participation, challenge })
    const [first, second] = await rowsOf(challenge.id)
    await organizer.removeFlag(open.game.id, challenge.id, first?.id ?? 0)
    expect(await enabled(open.game.id, challenge.id)).toBe(true)
    await organizer.removeFlag(open.game.id, challenge.id, second?.id ?? 0)
    expect(await enabled(open.game.id, challenge.id)).toBe(false)
    const containers = world.db.selectFrom('container').select('id').where('challenge_id', '=', challenge.id)
    await expect.poll(() => containers.execute(), patient).toEqual([])
    const game = await world.core.games.must(open.game.id)
    expect(game.challenges.get(challenge.id)?.isEnabled).toBe(false)
  })

  it('leaves a challenge enabled whose flags are made for each team', async () => {
    const open = await createOpenGame(world)
    const challenge = await open.challenge({ type: 'DynamicContainer', flags: ['flag{listed}'] })
    const [flag] = await rowsOf(challenge.id)
    await organizer.removeFlag(open.game.id, challenge.id, flag?.id ?? 0)
    expect(await enabled(open.game.id, challenge.id)).toBe(true)
  })

  it('is refused while a team has the flag', async () => {
    const open = await createOpenGame(world)
    const challenge = await open.challenge({ type: 'DynamicAttachment', flags: [] })
    const flag_id = await insertFlag(world.db, challenge, 'flag{handed out}')
    const { participation } = await open.team()
    await world.db
      .updateTable('game_instance')
      .set({ flag: 'flag{handed out}', flag_id })
      .where('participation_id', '=', participation.id)
      .execute()
    expect(await organizer.removeFlag(open.game.id, challenge.id, flag_id)).toMatchObject({
      status: 400,
      body: { code: 'challenge.flagInUse' },
    })
    expect(await rowsOf(challenge.id)).toHaveLength(1)
    expect(await enabled(open.game.id, challenge.id)).toBe(true)
  })

  it('waits for a transaction that is just handing the flag out', async () => {
    const open = await createOpenGame(world)
    const challenge = await open.challenge({ type: 'DynamicAttachment', is_enabled: false, flags: [] })
    const flag_id = await insertFlag(world.db, challenge, 'flag{handed out}')
    const { participation } = await open.team()
    await insertInstance(world.db, { participation, challenge })
    const removal = await world.db.transaction().execute(async (tx) => {
      await tx
        .updateTable('game_instance')
        .set({ flag: 'flag{handed out}', flag_id })
        .where('challenge_id', '=', challenge.id)
        .execute()
      const asked = organizer.removeFlag(open.game.id, challenge.id, flag_id)
      const blocked = async (): Promise<number> => {
        const { rows } = await sql`
          select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
        `.execute(world.db)
        return rows.length
      }
      await expect.poll(blocked, { interval: 5, timeout: 10_000 }).toBeGreaterThan(0)
      return { asked }
    })
    expect(await removal.asked).toMatchObject({ status: 400, body: { code: 'challenge.flagInUse' } })
    expect(await rowsOf(challenge.id)).toHaveLength(1)
  })

  it('is for administrators, as is adding', async () => {
    const { game, challenge } = await organizer.made()
    const id = await insertFlag(world.db, challenge)
    const monitor = await world.person('Monitor')
    const path = `${organizer.pathOf(game.id, challenge.id)}/flags`
    expect((await monitor.delete(`${path}/${id}`)).status).toBe(403)
    expect((await monitor.post(path, [{ flag: 'flag{a}' }])).status).toBe(403)
    expect((await world.visitor().delete(`${path}/${id}`)).status).toBe(401)
    expect(await rowsOf(challenge.id)).toHaveLength(1)
  })
})
