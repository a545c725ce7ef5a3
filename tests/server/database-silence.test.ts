import { once } from 'node:events'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { connect } from '../../apps/server/src/adapters/sql/connect.ts'
import { watchSilence } from '../../apps/server/src/adapters/sql/silence.ts'
import { faultOf } from '../../apps/server/src/http/error.ts'
import { createCutDatabase, type CutDatabase } from '../kit/cut-database.ts'

let database: CutDatabase
beforeAll(async () => {
  database = await createCutDatabase()
})
afterAll(() => database.drop())

it('waits for a slow query as long as the database answers others', async () => {
  if ('url' in database.address) throw new Error('the line has host and port')
  const pool = new pg.Pool(database.address)
  const holder = await pool.connect()
  await holder.query('select pg_advisory_lock(7)')
  const asked = new EventTarget()
  const watched = watchSilence({ suspectMs: 15 }, async () => asked.dispatchEvent(new Event('asked')))
  const waiter = await pool.connect()
  watched.watch(waiter)
  const questions = once(asked, 'asked').then(() => once(asked, 'asked'))
  const waits = waiter.query('select pg_advisory_lock(7)')
  await questions
  await holder.query('select pg_advisory_unlock(7)')
  await expect(waits).resolves.toMatchObject({ rowCount: 1 })
  watched.close()
  waiter.release()
  holder.release()
  await pool.end()
})

it('refuses queries, as when the connection broke, if the database has fallen silent', async () => {
  const connection = connect(database.address, {
    poolSize: 2,
    onError: () => undefined,
    silence: { suspectMs: 15, answerMs: 1_000 },
  })
  const one = sql`select 1 as one`
  await expect(one.execute(connection.db)).resolves.toMatchObject({ rows: [{ one: 1 }] })
  const transaction = connection.db.transaction().execute(async (tx) => {
    await one.execute(tx)
    database.hush()
    await one.execute(tx)
  })
  const error: unknown = await transaction.catch((reason: unknown) => reason)
  expect(faultOf(error)).toMatchObject({ code: 'server.unavailable' })
  // The pool gives the connection to nobody else.
  expect(connection.pool.totalCount).toBe(0)
  await connection.close()
})

it('ends while a query waits for a database that has fallen silent', async () => {
  const silent = await createCutDatabase()
  onTestFinished(() => silent.drop())
  const connection = connect(silent.address, {
    poolSize: 1,
    onError: () => undefined,
    silence: { suspectMs: 15, answerMs: 100 },
  })
  const one = sql`select 1`
  let closed = Promise.resolve()
  const transaction = connection.db.transaction().execute(async (tx) => {
    await one.execute(tx)
    silent.hush()
    closed = connection.close()
    await one.execute(tx)
  })
  const error: unknown = await transaction.catch((reason: unknown) => reason)
  expect(faultOf(error)).toMatchObject({ code: 'server.unavailable' })
  await closed
})
