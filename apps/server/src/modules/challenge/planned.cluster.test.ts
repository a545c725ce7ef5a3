import type { GameNotice } from '@pennant/contract/hub'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listenToNotices } from '../../../../../tests/kit/notice-listener.ts'
import { createOpenGame, type OpenGame } from '../../../../../tests/kit/open-game.ts'
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

const hour = 3_600_000

const planned = async (given: Parameters<OpenGame['challenge']>[0] = {}) => {
  const open = await createOpenGame(world)
  const challenge = await open.challenge({ is_enabled: false, ...given })
  const enableAtUtc = world.clock.now() + hour
  const edit = (body: unknown) => organizer.edit(open.game.id, challenge.id, body)
  expect((await edit({ enableAtUtc })).body).toMatchObject({ isEnabled: false, enableAtUtc })
  const state = async () => {
    const { body } = await organizer.read(open.game.id, challenge.id)
    const listed = (await organizer.list(open.game.id)).body.find(({ id }) => id === challenge.id)
    expect([listed?.isEnabled, listed?.enableAtUtc]).toEqual([body.isEnabled, body.enableAtUtc])
    return [body.isEnabled, body.enableAtUtc]
  }
  return { open, challenge, enableAtUtc, edit, state }
}

const journalOf = async (id: number) => {
  const { body } = await organizer.admin.get<{ msg: string; level: string; name: string }[]>(
    '/api/admin/logs?count=1000',
  )
  return body.filter(({ msg }) => new RegExp(`^(Challenge|Couldn't enable challenge) ${id} `).test(msg))
}

describe('a challenge that is to enable itself', () => {
  it('does so when its time has come, as if somebody had enabled it', async () => {
    const { open, challenge, enableAtUtc, state } = await planned({ title: 'Late tide' })
    const { participation, player } = await open.team()
    const told = await listenToNotices(world, open.game)
    world.clock.advance(hour - 60_000)
    await organizer.edit(open.game.id, challenge.id, { content: 'still to come' })
    expect(await state()).toEqual([false, enableAtUtc])
    expect((await player.get(`${open.path}/challenges/${challenge.id}`)).status).toBe(404)
    world.clock.advance(60_000)
    await expect.poll(state, patient).toEqual([true, null])
    expect((await player.get(`${open.path}/challenges/${challenge.id}`)).status).toBe(200)
    const held = await world.core.games.must(open.game.id)
    expect(held.board.challengeOf(challenge.id)?.title).toBe('Late tide')
    const rows = await world.db
      .selectFrom('game_instance')
      .select('participation_id')
      .where('challenge_id', '=', challenge.id)
      .execute()
    expect(rows).toEqual([{ participation_id: participation.id }])
    const notice: Partial<GameNotice> = { type: 'NewChallenge', values: ['Late tide'] }
    await expect.poll(() => told.heard(), patient).toMatchObject([notice])
    expect((await world.visitor().get(`${open.path}/notices`)).body).toMatchObject([notice])
    await expect
      .poll(() => journalOf(challenge.id), patient)
      .toContainEqual(
        expect.objectContaining({
          msg: `Challenge ${challenge.id} in game ${open.game.id} enabled as planned`,
          level: 'Information',
          name: 'System',
        }),
      )
    told.close()
  })

  it('tells nobody in a game that does not run', async () => {
    const { open, edit, state } = await planned()
    await world.db
      .updateTable('game')
      .set({
        start_at: new Date(world.clock.now() + 48 * hour),
        end_at: new Date(world.clock.now() + 72 * hour),
      })
      .where('id', '=', open.game.id)
      .execute()
    await open.changed()
    await edit({ enableAtUtc: world.clock.now() - hour })
    await expect.poll(state, patient).toEqual([true, null])
    const notices = world.db.selectFrom('notice').select('id').where('game_id', '=', open.game.id)
    expect(await notices.execute()).toEqual([])
  })

  it('stays disabled without a flag, of which the journal warns, and others are enabled all the same', async () => {
    const { open, challenge, state } = await planned({ flags: [] })
    const other = await open.challenge({ is_enabled: false })
    await organizer.edit(open.game.id, other.id, { enableAtUtc: world.clock.now() + hour })
    world.clock.advance(hour + 1)
    await expect.poll(state, patient).toEqual([false, null])
    expect((await organizer.read(open.game.id, other.id)).body.isEnabled).toBe(true)
    await expect
      .poll(() => journalOf(challenge.id), patient)
      .toContainEqual(
        expect.objectContaining({
          msg: `Couldn't enable challenge ${challenge.id} in game ${open.game.id} as planned: challenge.noFlag`,
          level: 'Warning',
          name: 'System',
        }),
      )
  })

  it('is enabled though one of another game cannot be', async () => {
    const broken = await planned({ title: 'Broken' })
    const { state } = await planned()
    await sql`
      create function refuse() returns trigger language plpgsql as $$
        begin
          if new.title = 'Broken' and new.is_enabled then raise 'refused'; end if;
          return new;
        end
      $$;
      create trigger refuse before update on challenge for each row execute function refuse();
    `.execute(world.db)
    world.clock.advance(hour + 1)
    await expect.poll(state, patient).toEqual([true, null])
    expect(await broken.state()).toEqual([false, broken.enableAtUtc])
    await sql`drop trigger refuse on challenge`.execute(world.db)
    await expect.poll(broken.state, patient).toEqual([true, null])
  })

  it('is enabled once by several processes', async () => {
    const { open, challenge, state } = await planned()
    const other = await world.another()
    world.clock.advance(hour + 1)
    await expect.poll(state, patient).toEqual([true, null])
    await other.close()
    const notices = world.db.selectFrom('notice').select('type').where('game_id', '=', open.game.id)
    expect(await notices.execute()).toEqual([{ type: 'NewChallenge' }])
    await expect
      .poll(async () => (await journalOf(challenge.id)).filter(({ name }) => name === 'System'), patient)
      .toHaveLength(1)
  })
})

describe('the time', () => {
  it.each([
    ['enabling by hand', { isEnabled: true }, [true, null]],
    ['disabling by hand', { isEnabled: false }, [false, null]],
    ['the first second of 1970', { enableAtUtc: 0 }, [false, null]],
    ['enabling by hand, even with another time', { isEnabled: true, enableAtUtc: 9e12 }, [true, null]],
  ])('is cleared by %s', async (_how, body, after) => {
    const { edit, state } = await planned()
    expect((await edit(body)).status).toBe(200)
    expect(await state()).toEqual(after)
  })

  it('stays when nothing is said of it, and when it is null', async () => {
    const { edit, state, enableAtUtc } = await planned()
    await edit({ title: 'Another' })
    await edit({ enableAtUtc: null, isEnabled: null })
    expect(await state()).toEqual([false, enableAtUtc])
  })

  it('can be set while disabling, and is nothing to a challenge that is enabled', async () => {
    const { edit, state } = await planned()
    const later = world.clock.now() + 9 * hour
    await edit({ isEnabled: true })
    await edit({ enableAtUtc: later })
    expect(await state()).toEqual([true, null])
    await edit({ isEnabled: false, enableAtUtc: later })
    expect(await state()).toEqual([false, later])
  })

  it('is part of what an edit may be based on', async () => {
    const { open, challenge, edit } = await planned()
    const { headers } = await organizer.read(open.game.id, challenge.id)
    await edit({ enableAtUtc: world.clock.now() + 2 * hour })
    const stale = await organizer.edit(open.game.id, challenge.id, { title: 'x' }, headers.get('etag'))
    expect(stale.status).toBe(412)
  })

  it.each([['soon'], [9e15], [1.5]])('is not %j', async (enableAtUtc) => {
    const { edit } = await planned()
    expect((await edit({ enableAtUtc })).status).toBe(400)
  })
})
