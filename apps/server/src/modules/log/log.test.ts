import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { LogMessage } from '@pennant/contract/log'
import { createCutDatabase } from '../../../../../tests/kit/cut-database.ts'
import { createTestDatabase } from '../../../../../tests/kit/test-database.ts'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'
import type { Journal } from '../../telemetry/journal.ts'

let world: World
let admin: Person
let journal: Journal
beforeAll(async () => {
  world = await createWorld()
  admin = await world.person('Admin')
  journal = world.core.log.journal
})
beforeEach(async () => {
  await world.core.log.flush()
  await world.db.deleteFrom('log').execute()
})
afterAll(() => world.close())

const logs = async (query = '', by: Person = admin): Promise<LogMessage[]> => {
  const answer = await by.get<LogMessage[]>(`/api/admin/logs${query}`)
  expect(answer.status).toBe(200)
  return answer.body
}
const messages = async (query = ''): Promise<string[]> => (await logs(query)).map(({ msg }) => msg)
const messagesOf = async (name: string, query = ''): Promise<string[]> =>
  (await logs(query)).filter((record) => record.name === name).map(({ msg }) => msg)
// Background jobs never write for a caller.
const rowsOfCallers = async (): Promise<number> => {
  await world.core.log.flush()
  return (await world.db.selectFrom('log').select('id').where('ip', 'is not', null).execute()).length
}

describe('the log', () => {
  it('shows the newest record at once, with exactly the fields of the wire', async () => {
    const before = Date.now()
    journal.write({ message: 'Something', name: 'somebody', address: '192.0.2.1', status: 'Success' })
    const [record, ...others] = (await logs()).filter(({ name }) => name === 'somebody')
    expect(record).toStrictEqual({
      time: expect.any(Number),
      name: 'somebody',
      level: 'Information',
      ip: '192.0.2.1',
      msg: 'Something',
      status: 'Success',
    })
    expect(record?.time).toBeGreaterThanOrEqual(before)
    expect(others).toEqual([])
  })

  it('says Failed of what has no status of its own or an error, and Anonymous of nobody', async () => {
    journal.write({ message: 'No status' })
    const cause = new TypeError('inner\u0000')
    journal.write({
      message: 'Broken',
      level: 'Error',
      status: 'Success',
      name: 'Somebody',
      error: new Error('outer', { cause }),
    })
    expect((await logs()).filter(({ name }) => ['Somebody', 'Anonymous'].includes(name ?? ''))).toMatchObject(
      [
        {
          name: 'Somebody',
          level: 'Error',
          status: 'Failed',
          ip: null,
          msg: 'Broken\nError: outer\nTypeError: inner',
        },
        { name: 'Anonymous', level: 'Information', status: 'Failed', msg: 'No status' },
      ],
    )
    const { exception } = await world.db
      .selectFrom('log')
      .select('exception')
      .where('name', '=', 'Somebody')
      .executeTakeFirstOrThrow()
    expect(exception).toContain('at ')
  })

  it('is the newest first, in pages', async () => {
    // Nothing else writes this level, so the pages hold nothing else.
    for (let at = 0; at < 60; at++) journal.write({ message: `${at}`, level: 'Fatal' })
    const newestFirst = Array.from({ length: 60 }, (_, at) => `${59 - at}`)
    expect(await messages('?level=Fatal')).toEqual(newestFirst.slice(0, 50))
    expect(await messages('?level=Fatal&count=1000')).toEqual(newestFirst)
    expect(await messages('?level=Fatal&count=3&skip=2')).toEqual(['57', '56', '55'])
    expect(await messages('?level=Fatal&skip=58')).toEqual(['1', '0'])
    expect(await messages('?level=Fatal&skip=60')).toEqual([])
    expect(await messages('?level=Fatal&count=0')).toEqual([])
  })

  it.each(['count=1001', 'count=-1', 'skip=-1', 'skip=x'])('refuses %s', async (query) => {
    expect((await admin.get(`/api/admin/logs?${query}`)).status).toBe(400)
  })

  it('is filtered by the exact name of a level', async () => {
    for (const level of ['Information', 'Warning', 'Error', 'Fatal'] as const)
      journal.write({ level, message: level, name: 'Filtered' })
    for (const level of ['Information', 'Warning', 'Error', 'Fatal'])
      expect(await messagesOf('Filtered', `?level=${level}`)).toEqual([level])
    for (const everything of ['', '?level=', '?level=All'])
      expect(await messagesOf('Filtered', everything)).toHaveLength(4)
    for (const nothing of ['all', 'warning', 'WARNING', 'Debug', 'Warn', '%25', "'"])
      expect([nothing, await messages(`?level=${nothing}`)]).toEqual([nothing, []])
  })

  it('tells of refused access, to whom and from where', async () => {
    const [person, monitor] = [
      await world.person('User', 'Curious'),
      await world.person('Monitor', 'Watcher'),
    ]
    await person.get('/api/admin/users')
    await monitor.delete('/api/tokens/00000000-0000-0000-0000-000000000000')
    await world.visitor().get('/api/admin/users')
    const denied = (await logs('?level=Warning')).filter(({ status }) => status === 'Denied')
    expect(denied).toMatchObject([
      { name: 'Watcher', ip: '127.0.0.1', msg: expect.stringContaining('DELETE /api/tokens') },
      { name: 'Curious', ip: '127.0.0.1', msg: expect.stringContaining('GET /api/admin/users') },
    ])
    expect((await person.get('/api/admin/logs')).status).toBe(403)
  })

  it('tells what people do, but none of their secrets', async () => {
    const person = await world.person('User', 'Discreet')
    await person.put('/api/account/changepassword', { old: person.password, new: 'N3wSecret' })
    await world.visitor().post('/api/account/login', { userName: 'Discreet', password: 'Wr0ngGuess' })
    await admin.call('DELETE', `/api/admin/users/${person.id}/password`)
    const told = JSON.stringify(await logs('?count=1000')) + world.said.join('')
    expect(told).toContain('Discreet')
    for (const secret of ['N3wSecret', 'Wr0ngGuess', person.password, person.cookie() ?? '?'])
      expect(told).not.toContain(secret)
  })

  it('holds nothing of health checks, files, hubs and pages', async () => {
    const calls = [
      '/assets/x/y',
      `/assets/${'f'.repeat(64)}/y`,
      `/assets/${'F'.repeat(64)}/y`,
      '/hub/nothing',
      '/api/nothing',
      '/some/page',
      '/favicon.webp',
    ]
    const before = await rowsOfCallers()
    for (const path of calls) await world.visitor().get(path)
    for (const path of ['/healthz', '/metrics']) await fetch(world.healthOrigin + path)
    await world.visitor().post('/hub/admin/negotiate?negotiateVersion=1')
    expect(await rowsOfCallers()).toBe(before)
  })
})

describe('writing the log', () => {
  it('makes nobody wait, while the table cannot be written', async () => {
    const person = await world.person()
    await world.core.log.flush()
    await world.db.transaction().execute(async (tx) => {
      await sql`lock table log in access exclusive mode`.execute(tx)
      for (let at = 0; at < 30; at++) {
        const answer = await world
          .visitor()
          .post('/api/account/login', { userName: person.userName, password: person.password })
        expect(answer.status).toBe(200)
      }
    })
    expect((await messages('?count=100')).filter((msg) => msg === 'Logged in')).toHaveLength(30)
  })

  it('loses nothing and keeps the order, while the database is away', async () => {
    const database = await createCutDatabase()
    const other = await createWorld({ database })
    try {
      const boss = await other.person('Admin')
      await other.core.log.flush()
      await database.cut()
      for (let at = 0; at < 700; at++) other.core.log.journal.write({ message: `away ${at}` })
      await other.core.log.flush()
      expect(other.said.some((line) => line.includes("couldn't write log records"))).toBe(true)
      await database.mend()
      const kept = async (): Promise<string[]> =>
        (
          await database.db
            .selectFrom('log')
            .select('msg')
            .where('msg', 'like', 'away %')
            .orderBy('time')
            .orderBy('id')
            .execute()
        ).map(({ msg }) => msg)
      await expect.poll(async () => (await kept()).length).toBe(700)
      expect(await kept()).toEqual(Array.from({ length: 700 }, (_, at) => `away ${at}`))
      // Failing jobs may have written before, between and after these.
      const shown = (await logs('?count=1000', boss)).map(({ msg }) => msg)
      expect(shown.find((msg) => msg.startsWith('away '))).toBe('away 699')
    } finally {
      await other.close()
    }
  })

  it('is finished before the server ends', async () => {
    const database = await createTestDatabase()
    const other = await createWorld({ database: { ...database, drop: async () => undefined } })
    for (let at = 0; at < 1200; at++) other.core.log.journal.write({ message: `last ${at}` })
    await other.close()
    const { count } = await database.db
      .selectFrom('log')
      .select((is) => is.fn.countAll<number>().as('count'))
      .where('msg', 'like', 'last %')
      .executeTakeFirstOrThrow()
    await database.drop()
    expect(count).toBe(1200)
  })
})
