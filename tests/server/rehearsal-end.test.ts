import { Problem } from '@pennant/contract/problem'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Removing } from '../../apps/server/src/modules/rehearsal/clean.ts'
import { createOwnRun } from '../../apps/server/src/modules/rehearsal/own-run.ts'
import { createRehearsals } from '../../apps/server/src/modules/rehearsal/service.ts'
import { begin, callerOf, createGate, dump, end, read, sweep } from '../kit/rehearsal.ts'
import { createWorld, type Person, type World } from '../kit/world.ts'

const calm = {
  sameMachine: true,
  figures: {
    ...{ pages: null, submissions: null, news: null, instances: null },
    answers: { requests: 1, failed: 0, lost: 0, refused: 0, unexpected: 0 },
    generator: { processor: 0, line: 0 },
  },
  server: { samples: [], pagesP99Ms: null, requests: 1, connections: 1 },
}

describe('the end of a rehearsal', () => {
  let world: World
  let admin: Person
  beforeAll(async () => {
    world = await createWorld()
    admin = await world.person('Admin')
  })
  afterAll(() => world.close())

  const rehearsals = (removing: Partial<Removing>, core: Partial<World['core']> = {}) => {
    const { discard } = world.app.modules.game.removal
    const { sweep: sweepInstances } = world.app.modules.instances
    return createRehearsals(
      { ...world.core, ...core },
      { discardGame: discard, sweepInstances, ...removing },
      'test',
    )
  }

  /** Plays until it's stopped. */
  const endless = (renewEveryMs?: number) => {
    const playing: { signal: AbortSignal; end(error: Error): void }[] = []
    const ownRun = createOwnRun(
      world.core,
      rehearsals({}),
      (_cast, { signal }) =>
        new Promise((_resolve, reject) => {
          playing.push({ signal, end: reject })
          signal.addEventListener('abort', () => reject(signal.reason))
        }),
      renewEveryMs,
    )
    const play = async (): Promise<string> => {
      const before = playing.length
      const { id } = await ownRun.begin({ teams: 1 }, callerOf(admin))
      await expect.poll(() => playing.length).toBe(before + 1)
      return id
    }
    return { ownRun, play, playing }
  }

  it('is left to the one who is at it', async () => {
    const before = await dump(world)
    const cast = await begin(admin)
    const gate = createGate()
    const { discard } = world.app.modules.game.removal
    const slow = rehearsals({
      async discardGame(id, settle) {
        await gate.pass()
        await discard(id, settle)
      },
    })
    const ending = slow.end(cast.id, calm, callerOf(admin))
    await gate.reached
    await sweep(world)
    expect((await read(admin)).running).toMatchObject({ id: cast.id, step: 'clean' })
    const again = end(admin, cast)
    gate.open()
    const { left, report } = await ending
    expect([left, report?.verdict]).toEqual([[], 'green'])
    expect(await again).toEqual({ left, report })
    expect(await dump(world)).toEqual(before)
  })

  it('keeps what was measured when it fails, and answers with it afterwards', async () => {
    const cast = await begin(admin)
    const broken = rehearsals({ discardGame: () => Promise.reject(new Error('broken')) })
    await expect(broken.end(cast.id, calm, callerOf(admin))).rejects.toThrow('broken')
    expect((await read(admin)).report?.startedAt).not.toBe((await read(admin)).running?.begunAt)
    await sweep(world)
    const { running, report } = await read(admin)
    expect([running, report?.verdict, report?.figures.left]).toEqual([null, 'green', []])
    expect(await end(admin, cast, calm)).toEqual({ left: [], report })
  })

  it.each(['hasher', 'ledger'] as const)('stops one that is being prepared, at its %s', async (part) => {
    const colleague = await world.person('Admin')
    const before = await dump(world)
    const gate = createGate()
    const { hasher, ledger } = world.core
    const parts = {
      hasher: { ...hasher, hash: (password: string) => gate.pass().then(() => hasher.hash(password)) },
      ledger: {
        ...ledger,
        touch: (...given: Parameters<typeof ledger.touch>) => gate.pass().then(() => ledger.touch(...given)),
      },
    }
    const beginning = rehearsals({}, { [part]: parts[part] }).begin({ teams: 2 }, callerOf(admin))
    const refused = beginning.then(({ prepared }) => prepared).catch((error: unknown) => error)
    await gate.reached
    const { running } = await read(admin)
    const ending = end(colleague, { id: running?.id ?? '' })
    await expect.poll(async () => (await read(admin)).running?.step ?? 'clean').toBe('clean')
    gate.open()
    expect(await refused).toMatchObject({ code: 'rehearsal.notFound' })
    expect(await ending).toEqual({ left: [], report: null })
    const acts = await world.db
      .selectFrom('audit')
      .select(['action', 'actor_name'])
      .where('object', '=', `rehearsal:${running?.id}`)
      .orderBy('id')
      .execute()
    expect(acts).toEqual([
      { action: 'rehearsal.begin', actor_name: admin.userName },
      { action: 'rehearsal.end', actor_name: colleague.userName },
    ])
    expect(world.core.rehearsing.isStated('198.18.0.0')).toBe(false)
    expect(await dump(world)).toEqual(before)
  })

  it('elsewhere keeps none from being stopped that this process plays', async () => {
    const { ownRun, play, playing } = endless()
    const isStopped = () => playing.map(({ signal }) => signal.aborted)
    const first = await play()
    await end(admin, { id: first })
    const next = await play()
    playing[0]?.end(new Problem('rehearsal.notFound'))
    await ownRun.stop(first)
    expect(isStopped().at(-1)).toBe(false)
    await ownRun.stop(next)
    expect(isStopped().at(-1)).toBe(true)
    await end(admin, { id: next })

    const third = await play()
    await end(admin, { id: third })
    await play()
    await ownRun.close()
    expect(isStopped().slice(2)).toEqual([true, true])
    await sweep(world)
    expect((await read(admin)).running).toBeNull()
  })

  it('comes a minute after the server that plays it is gone, by the clock of the database, and not while it plays', async () => {
    const before = await dump(world)
    const idOfRunning = async () => (await read(admin)).running?.id
    const alive = endless(5)
    const first = await alive.play()
    const leaseIsOver = (id: string) =>
      world.db.updateTable('rehearsal').set({ leased_until: sql`now()` }).where('id', '=', id).execute()
    const leasedFor = async () => {
      const left = sql<number>`extract(epoch from leased_until - now())::float8`
      const row = await world.db
        .selectFrom('rehearsal')
        .select(left.as('seconds'))
        .where('id', '=', first)
        .executeTakeFirstOrThrow()
      return row.seconds
    }
    for (let minutes = 0; minutes < 2; minutes++) {
      await leaseIsOver(first)
      await expect.poll(leasedFor).toBeGreaterThan(30)
      await sweep(world)
      expect(await idOfRunning()).toBe(first)
    }
    // Another process has ended it.
    await end(admin, { id: first })
    await expect.poll(() => alive.playing.map(({ signal }) => signal.aborted)).toEqual([true])

    const gone = endless(3_600_000)
    const second = await gone.play()
    // The clock of this process is far ahead of the one that plays.
    world.clock.advance(600_000)
    await sweep(world)
    expect(await idOfRunning()).toBe(second)
    await leaseIsOver(second)
    await sweep(world)
    expect(await idOfRunning()).toBeUndefined()
    const next = await begin(admin)
    await end(admin, next)
    await gone.ownRun.close()
    expect(await dump(world)).toEqual(before)
  })

  it('is told to others in portions', async () => {
    const { sessions } = world.core
    let now = 0
    let most = 0
    const changed = async (userId: string): Promise<void> => {
      most = Math.max(most, ++now)
      await sessions.changed(userId)
      now--
    }
    const cast = await begin(admin, { teams: 120 })
    await rehearsals({}, { sessions: { ...sessions, changed } }).end(cast.id, null, callerOf(admin))
    expect(most).toBe(100)
  })

  it('is made up for by the leader, while the next one goes on', async () => {
    const cast = await begin(admin)
    await end(admin, cast)
    const late = await world.person()
    await world.db.updateTable('user').set({ rehearsal_id: cast.id }).where('id', '=', late.id).execute()
    const next = await begin(admin)
    await sweep(world)
    expect(await world.db.selectFrom('user').select('id').where('id', '=', late.id).execute()).toEqual([])
    expect((await read(admin)).running?.id).toBe(next.id)
    expect(world.core.rehearsing.isStated('198.18.0.0')).toBe(true)
    await end(admin, next)
  })
})
