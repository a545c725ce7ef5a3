import { lstat, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  clusterPids,
  type EmbeddedPlace,
  makePlace,
  type PlaceOptions,
  query,
} from '../../../../../../tests/kit/embedded-setup.ts'
import { StartFault } from '../../data-folder/start-fault.ts'

const WAIT = 30_000
const root = process.geteuid?.() === 0

let template: EmbeddedPlace
let place: EmbeddedPlace

beforeAll(async () => {
  template = await makePlace()
  await (await template.start()).stop()
}, WAIT)

afterAll(() => template.remove())

beforeEach(async () => {
  place = await makePlace({ like: template })
})

afterEach(() => place.remove(), WAIT)

async function replacePlace(options: PlaceOptions): Promise<void> {
  await place.remove()
  place = await makePlace(options)
}

describe('the embedded database', { timeout: WAIT }, () => {
  it('is made at the first start and keeps its rows, its password and its place over a restart', async () => {
    await replacePlace({})
    const first = await place.start({ durability: 'full' })
    await query(first.connection, 'create table note (text text)')
    await query(first.connection, 'insert into note values ($1)', ['Grüße, 世界'])
    await first.stop()
    expect(await clusterPids(place.cluster)).toEqual([])

    const second = await place.start({ durability: 'full' })
    expect(second.connection).toEqual(first.connection)
    expect(await query(second.connection, 'select text from note')).toEqual([['Grüße, 世界']])
    expect(place.said.filter((message) => message.startsWith('Making the database'))).toHaveLength(1)
  })

  it('is set up to lose nothing, in UTF-8, with an order that no system library changes', async () => {
    const { connection } = await place.start({ durability: 'full' })
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
    const { connection } = await place.start({ durability: 'none' })
    expect(await query(connection, 'show fsync')).toEqual([['off']])
  })

  it('is open to nobody else on the machine', async () => {
    const { connection } = await place.start()
    expect(await query(connection, 'show listen_addresses')).toEqual([['']])
    expect((await stat(connection.host)).mode & 0o777).toBe(0o700)
    expect((await stat(join(connection.host, `.s.PGSQL.${connection.port}`))).mode & 0o077).toBe(0)
    expect((await stat(place.cluster)).mode & 0o777).toBe(0o700)
    expect((await stat(join(dirname(place.cluster), 'password'))).mode & 0o777).toBe(0o600)
    await expect(query({ ...connection, password: 'guess' }, 'select 1')).rejects.toMatchObject({
      code: '28P01',
    })
    await expect(query({ ...connection, user: 'postgres' }, 'select 1')).rejects.toMatchObject({
      code: '28000',
    })
    if (root) {
      expect((await stat(place.dataFolder)).mode & 0o067).toBe(0)
      expect((await stat(place.cluster)).uid).not.toBe(0)
    } else {
      expect((await stat(place.dataFolder)).mode & 0o077).toBe(0)
    }
  })

  it('writes neither statements nor rejected rows to its log', async () => {
    const { connection, stop } = await place.start()
    await query(connection, 'create table secret (flag text primary key)')
    await query(connection, `insert into secret values ('flag{hidden}')`)
    await expect(query(connection, `insert into secret values ('flag{hidden}')`)).rejects.toThrow(
      'duplicate key',
    )
    await expect(query(connection, `select 'flag{hidden}' from nowhere`)).rejects.toThrow('does not exist')
    await stop()
    const log = await readFile(join(dirname(place.cluster), 'server.log'), 'utf8')
    expect(log).toContain('ready to accept connections')
    expect(log).not.toMatch(/flag|secret|nowhere/)
  })

  it('keeps the log of the start before and no more', async () => {
    for (let starts = 0; starts < 3; starts += 1) await (await place.start()).stop()
    const logs = (await readdir(dirname(place.cluster))).filter((name) => name.startsWith('server.log'))
    expect(logs.toSorted()).toEqual(['server.log', 'server.log.1'])
    const log = await readFile(join(dirname(place.cluster), 'server.log'), 'utf8')
    expect(log.match(/ready to accept connections/g)).toHaveLength(1)
  })

  it('stops once, however often and by whomever it is asked', async () => {
    const { connection, stop } = await place.start()
    await Promise.all([stop(), stop()])
    await stop()
    expect(await clusterPids(place.cluster)).toEqual([])
    await expect(query(connection, 'select 1')).rejects.toThrow('ENOENT')
    expect(await readFile(join(dirname(place.cluster), 'server.log'), 'utf8')).toContain(
      'database system is shut down',
    )
  })

  it('gives up a start that is called off, and leaves nothing running', async () => {
    await (await place.start()).stop()
    const abort = new AbortController()
    const starting = place.start({ signal: abort.signal })
    abort.abort(new Error('called off'))
    await expect(starting).rejects.toThrow('called off')
    expect(await clusterPids(place.cluster)).toEqual([])
  })

  it('refuses a cluster of another major version in words', async () => {
    await (await place.start()).stop()
    await writeFile(join(place.cluster, 'PG_VERSION'), '14\n')
    const fault = await place.fault()
    expect(fault).toBeInstanceOf(StartFault)
    expect(fault.message).toMatch(
      /made by PostgreSQL 14, and this server brings PostgreSQL \d+.*DATABASE_URL/,
    )
  })

  it('quotes PostgreSQL when it does not start', async () => {
    await (await place.start()).stop()
    await rm(join(place.cluster, 'global', 'pg_control'))
    const fault = await place.fault()
    expect(fault).toBeInstanceOf(StartFault)
    expect(fault.message).toContain('could not find the database system')
  })

  it('sets a new password when the old one got lost', async () => {
    const first = await place.start()
    await query(first.connection, 'create table kept ()')
    await first.stop()
    await rm(join(dirname(place.cluster), 'password'))
    const second = await place.start()
    expect(second.connection.password).not.toBe(first.connection.password)
    expect(await query(second.connection, `select to_regclass('kept')::text`)).toEqual([['kept']])
  })

  it('says what to do when the password is wrong', async () => {
    await (await place.start()).stop()
    await writeFile(join(dirname(place.cluster), 'password'), '0123abcd')
    const fault = await place.fault()
    expect(fault).toBeInstanceOf(StartFault)
    expect(fault.message).toMatch(/password authentication failed.*delete ".*password"/)
    expect(await clusterPids(place.cluster)).toEqual([])
  })

  it('moves with its data folder', async () => {
    const first = await place.start()
    await query(first.connection, 'create table kept ()')
    await first.stop()
    const dataFolder = join(place.path, 'moved')
    await rename(place.dataFolder, dataFolder)
    const { connection } = await place.start({ dataFolder })
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
    await replacePlace({ name })
    const first = await place.start()
    await query(first.connection, 'create table kept ()')
    await first.stop()
    const { connection } = await place.start()
    expect(await query(connection, `select to_regclass('kept')::text`)).toEqual([['kept']])
  })

  it('may be longer than the path of a socket', async () => {
    await replacePlace({ name: join('x'.repeat(120), 'y'.repeat(120)), like: template })
    const { connection, stop } = await place.start()
    expect(Buffer.byteLength(connection.host)).toBeLessThan(80)
    const info = await lstat(connection.host)
    expect([info.mode & 0o777, info.uid]).toEqual([0o700, (await stat(place.cluster)).uid])
    expect(await query(connection, 'select 1')).toEqual([[1]])
    await stop()
    await expect(lstat(connection.host)).rejects.toMatchObject({ code: 'ENOENT' })
  })
})
