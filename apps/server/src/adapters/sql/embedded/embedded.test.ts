import { lstat, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  clusterPids,
  type EmbeddedSetup,
  type EmbeddedSetupOptions,
  makeEmbeddedSetup,
  query,
} from '../../../../../../tests/kit/embedded-setup.ts'
import { StartFault } from '../../../kit/start-fault.ts'

const WAIT = 30_000
const root = process.geteuid?.() === 0

let template: EmbeddedSetup
let setup: EmbeddedSetup

beforeAll(async () => {
  template = await makeEmbeddedSetup()
  await (await template.start()).stop()
}, WAIT)

afterAll(() => template.remove())

beforeEach(async () => {
  setup = await makeEmbeddedSetup({ like: template })
})

afterEach(() => setup.remove(), WAIT)

async function replaceSetup(options: EmbeddedSetupOptions): Promise<void> {
  await setup.remove()
  setup = await makeEmbeddedSetup(options)
}

describe('the embedded database', { timeout: WAIT }, () => {
  it('is made at the first start and keeps its rows, its password and its place over a restart', async () => {
    await replaceSetup({})
    const first = await setup.start({ durability: 'full' })
    await query(first.connection, 'create table note (text text)')
    await query(first.connection, 'insert into note values ($1)', ['Grüße, 世界'])
    await first.stop()
    expect(await clusterPids(setup.cluster)).toEqual([])

    const second = await setup.start({ durability: 'full' })
    expect(second.connection).toEqual(first.connection)
    expect(await query(second.connection, 'select text from note')).toEqual([['Grüße, 世界']])
    expect(setup.said.filter((message) => message.startsWith('Creating the database'))).toHaveLength(1)
  })

  it('is set up to lose nothing, in UTF-8, with an order that no system library changes', async () => {
    const { connection } = await setup.start({ durability: 'full' })
    const settings = ['fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums']
    for (const name of settings)
      expect([name, await query(connection, `show ${name}`)]).toEqual([name, [['on']]])
    expect(await query(connection, 'show server_encoding')).toEqual([['UTF8']])
    expect(
      await query(
        connection,
        'select datname, datlocprovider, datlocale from pg_database where datname = current_database()',
      ),
    ).toEqual([['pennant', 'b', 'C.UTF-8']])
    expect(
      await query(
        connection,
        'select current_user, timezone from (select current_setting($1) as timezone) t',
        ['TimeZone'],
      ),
    ).toEqual([['pennant', 'UTC']])
  })

  it('skips the flushes only where a test asks for it', async () => {
    const { connection } = await setup.start({ durability: 'none' })
    expect(await query(connection, 'show fsync')).toEqual([['off']])
  })

  it('is open to nobody else on the machine', async () => {
    const { connection } = await setup.start()
    expect(await query(connection, 'show listen_addresses')).toEqual([['']])
    expect((await stat(connection.host)).mode & 0o777).toBe(0o700)
    expect((await stat(join(connection.host, `.s.PGSQL.${connection.port}`))).mode & 0o077).toBe(0)
    expect((await stat(setup.cluster)).mode & 0o777).toBe(0o700)
    expect((await stat(join(dirname(setup.cluster), 'password'))).mode & 0o777).toBe(0o600)
    await expect(query({ ...connection, password: 'guess' }, 'select 1')).rejects.toMatchObject({
      code: '28P01',
    })
    await expect(query({ ...connection, user: 'postgres' }, 'select 1')).rejects.toMatchObject({
      code: '28000',
    })
    if (root) {
      expect((await stat(setup.dataFolder)).mode & 0o067).toBe(0)
      expect((await stat(setup.cluster)).uid).not.toBe(0)
    } else {
      expect((await stat(setup.dataFolder)).mode & 0o077).toBe(0)
    }
  })

  it('writes neither statements nor rejected rows to its log', async () => {
    const { connection, stop } = await setup.start()
    await query(connection, 'create table secret (flag text primary key)')
    await query(connection, `insert into secret values ('flag{hidden}')`)
    await expect(query(connection, `insert into secret values ('flag{hidden}')`)).rejects.toThrow(
      'duplicate key',
    )
    await expect(query(connection, `select 'flag{hidden}' from nowhere`)).rejects.toThrow('does not exist')
    await stop()
    const log = await readFile(join(dirname(setup.cluster), 'server.log'), 'utf8')
    expect(log).toContain('ready to accept connections')
    expect(log).not.toMatch(/flag|secret|nowhere/)
  })

  it('keeps the log of the start before and no more', async () => {
    for (let starts = 0; starts < 3; starts += 1) await (await setup.start()).stop()
    const logs = (await readdir(dirname(setup.cluster))).filter((name) => name.startsWith('server.log'))
    expect(logs.toSorted()).toEqual(['server.log', 'server.log.1'])
    const log = await readFile(join(dirname(setup.cluster), 'server.log'), 'utf8')
    expect(log.match(/ready to accept connections/g)).toHaveLength(1)
  })

  it('stops once, however often and by whomever it is asked', async () => {
    const { connection, stop } = await setup.start()
    await Promise.all([stop(), stop()])
    await stop()
    expect(await clusterPids(setup.cluster)).toEqual([])
    await expect(query(connection, 'select 1')).rejects.toThrow('ENOENT')
    expect(await readFile(join(dirname(setup.cluster), 'server.log'), 'utf8')).toContain(
      'database system is shut down',
    )
  })

  it('gives up a start that is called off, and leaves nothing running', async () => {
    await (await setup.start()).stop()
    const abort = new AbortController()
    const starting = setup.start({ signal: abort.signal })
    abort.abort(new Error('called off'))
    await expect(starting).rejects.toThrow('called off')
    expect(await clusterPids(setup.cluster)).toEqual([])
  })

  it('refuses a cluster of another major version in words', async () => {
    await (await setup.start()).stop()
    await writeFile(join(setup.cluster, 'PG_VERSION'), '14\n')
    const fault = await setup.fault()
    expect(fault).toBeInstanceOf(StartFault)
    expect(fault.message).toMatch(
      /created by PostgreSQL 14, and this server comes with PostgreSQL \d+.*pennant restore proven --replace.*DATABASE_URL/,
    )
  })

  it('quotes PostgreSQL when it does not start', async () => {
    await (await setup.start()).stop()
    await rm(join(setup.cluster, 'global', 'pg_control'))
    const fault = await setup.fault()
    expect(fault).toBeInstanceOf(StartFault)
    expect(fault.message).toContain('could not find the database system')
  })

  it('sets a new password when the old one got lost', async () => {
    const first = await setup.start()
    await query(first.connection, 'create table kept ()')
    await first.stop()
    await rm(join(dirname(setup.cluster), 'password'))
    const second = await setup.start()
    expect(second.connection.password).not.toBe(first.connection.password)
    expect(await query(second.connection, `select to_regclass('kept')::text`)).toEqual([['kept']])
  })

  it('says what to do when the password is wrong', async () => {
    await (await setup.start()).stop()
    await writeFile(join(dirname(setup.cluster), 'password'), '0123abcd')
    const fault = await setup.fault()
    expect(fault).toBeInstanceOf(StartFault)
    expect(fault.message).toMatch(/password authentication failed.*delete ".*password"/)
    expect(await clusterPids(setup.cluster)).toEqual([])
  })

  it('moves with its data folder', async () => {
    const first = await setup.start()
    await query(first.connection, 'create table kept ()')
    await first.stop()
    const dataFolder = join(setup.path, 'moved')
    await rename(setup.dataFolder, dataFolder)
    const { connection } = await setup.start({ dataFolder })
    expect(connection.host.startsWith(dataFolder)).toBe(true)
    expect(await query(connection, `select to_regclass('kept')::text`)).toEqual([['kept']])
  })
})

describe('the path of the data folder', { timeout: WAIT }, () => {
  it.each([
    ['spaces and quotes', `it's a "data", folder; $HOME \`x\` 100% \\`],
    ['letters of other scripts', 'Daten für Übungen-数据-🚩'],
    ['the signs of a list of folders', 'a,b:c'],
  ])('may hold %s', async (_what, name) => {
    await replaceSetup({ name })
    const first = await setup.start()
    await query(first.connection, 'create table kept ()')
    await first.stop()
    const { connection } = await setup.start()
    expect(await query(connection, `select to_regclass('kept')::text`)).toEqual([['kept']])
  })

  it('may be longer than the path of a socket', async () => {
    await replaceSetup({ name: join('x'.repeat(120), 'y'.repeat(120)), like: template })
    const { connection, stop } = await setup.start()
    expect(Buffer.byteLength(connection.host)).toBeLessThan(80)
    const info = await lstat(connection.host)
    expect([info.mode & 0o777, info.uid]).toEqual([0o700, (await stat(setup.cluster)).uid])
    expect(await query(connection, 'select 1')).toEqual([[1]])
    await stop()
    await expect(lstat(connection.host)).rejects.toMatchObject({ code: 'ENOENT' })
  })
})
