import { once } from 'node:events'
import { rename, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCutDatabase, type CutDatabase } from '../kit/cut-database.ts'
import { createClient } from '../kit/client.ts'
import { createOpenGame } from '../kit/open-game.ts'
import { createWorld, type World } from '../kit/world.ts'

let world: World
let database: CutDatabase
beforeAll(async () => {
  database = await createCutDatabase()
  world = await createWorld({ database })
})
afterAll(() => world.close())

const health = (method = 'GET', path = '/healthz') => createClient(world.healthOrigin).call(method, path)
/** Polls, because results are cached for a moment. */
const verdictOnce = async (status: number): Promise<string> => {
  let answer = await health()
  const isThere = async (): Promise<number> => {
    answer = await health()
    return answer.status
  }
  await expect.poll(isThere).toBe(status)
  return answer.text
}

describe('the health', () => {
  it.each(['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS'])('is told to %s as plain text', async (method) => {
    const answer = await health(method)
    expect([answer.status, answer.text]).toEqual([200, 'Healthy'])
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/)
    expect(answer.headers.get('cache-control')).toContain('no-store')
  })

  it('is told to HEAD without a body, and under any writing of its path', async () => {
    expect(await health('HEAD')).toMatchObject({ status: 200, text: '' })
    for (const path of ['/HEALTHZ', '/healthz/', '/healthz?x=1'])
      expect((await health('GET', path)).text).toBe('Healthy')
  })

  it('is bad while the storage cannot be written, and good again afterwards', async () => {
    const store = join(world.dataFolder, 'files')
    await rename(store, `${store}.away`)
    await writeFile(store, 'in the way')
    expect(await verdictOnce(503)).toBe('Unhealthy')
    expect(world.said.some((line) => line.includes('"part":"storage"'))).toBe(true)
    await rename(store, `${store}.gone`)
    await rename(`${store}.away`, store)
    expect(await verdictOnce(200)).toBe('Healthy')
  })

  it('is bad while the database is away, when the site says so as well, and good again afterwards', async () => {
    const admin = await world.person('Admin')
    await database.cut()
    expect(await verdictOnce(503)).toBe('Unhealthy')
    const answer = await admin.get<{ status: number; title: string }>('/api/admin/users')
    expect([answer.status, answer.body.status]).toEqual([503, 503])
    expect(answer.body.title).not.toBe('')
    expect((await world.visitor().get('/api/config')).status).toBe(200)
    await database.mend()
    expect(await verdictOnce(200)).toBe('Healthy')
    expect((await admin.get('/api/admin/users')).status).toBe(200)
  })

  it('is bad when the database is not that of this program', async () => {
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', 'now')`.execute(world.db)
    expect(await verdictOnce(503)).toBe('Unhealthy')
    await sql`delete from kysely_migration where name = '9999-later'`.execute(world.db)
    expect(await verdictOnce(200)).toBe('Healthy')
  })
})

describe('the metrics', () => {
  it('hold the times of requests, by route and not by path', async () => {
    await world.visitor().get('/api/config')
    await world.visitor().get(`/assets/${'f'.repeat(64)}/secret-name`)
    const answer = await health('GET', '/metrics')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
    expect(answer.text).toMatch(
      /pennant_http_request_duration_seconds_count\{route="\/api\/config",method="GET",status="2xx"\} \d+/,
    )
    expect(answer.text).toContain('route="/assets/:hash/:filename"')
    expect(answer.text).toMatch(/^# TYPE pennant_http_request_duration_seconds histogram$/m)
    expect(answer.text).toMatch(/^pennant_process_resident_memory_bytes \d+$/m)
    expect(answer.text).toMatch(/^pennant_nodejs_eventloop_lag_p99_seconds [\d.e-]+$/m)
    expect(answer.text).not.toContain('secret-name')
  })

  it('are not there when they are turned off', async () => {
    const quiet = await createWorld({ settings: { TELEMETRY__PROMETHEUS__ENABLE: 'false' } })
    try {
      expect((await createClient(quiet.healthOrigin).get('/metrics')).status).toBe(404)
    } finally {
      await quiet.close()
    }
  })
})

describe('the probes', () => {
  it('say that the process lives, is ready and has started', async () => {
    for (const [path, said] of [
      ['/livez', 'Alive'],
      ['/readyz', 'Ready'],
      ['/startupz', 'Started'],
    ] as const) {
      const answer = await health('GET', path)
      expect([path, answer.status, answer.text]).toEqual([path, 200, said])
      expect(answer.headers.get('cache-control')).toContain('no-store')
      expect((await world.visitor().get(path)).status).toBe(404)
    }
  })

  it('take a process without its database out of service, but do not end it', async () => {
    await database.cut()
    expect((await health('GET', '/readyz')).status).toBe(503)
    expect((await health('GET', '/livez')).status).toBe(200)
    expect((await health('GET', '/startupz')).status).toBe(200)
    await database.mend()
    await expect.poll(async () => (await health('GET', '/readyz')).status).toBe(200)
  })

  it('keep a process in service that answers players from memory', async () => {
    const { path } = await createOpenGame(world)
    expect((await world.visitor().get(`${path}/scoreboard`)).status).toBe(200)
    await database.cut()
    expect((await world.visitor().get(`${path}/scoreboard`)).status).toBe(200)
    expect((await health('GET', '/readyz')).text).toBe('Ready')
    await database.mend()
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', 'now')`.execute(world.db)
    expect((await health('GET', '/readyz')).text).toBe('Not ready')
    await sql`delete from kysely_migration where name = '9999-later'`.execute(world.db)
    expect((await health('GET', '/readyz')).text).toBe('Ready')
  })

  it('do not ask the storage', async () => {
    const store = join(world.dataFolder, 'files')
    await rename(store, `${store}.away`)
    await writeFile(store, 'in the way')
    expect((await health('GET', '/readyz')).status).toBe(200)
    await rename(store, `${store}.gone`)
    await rename(`${store}.away`, store)
  })

  it('say at once that a process which stops is not ready, while it still lives', async () => {
    const ending = await createWorld()
    const body = JSON.stringify({ userName: 'Nobody', password: 'Passw0rd' })
    const [busy, probe] = [ending.origin, ending.healthOrigin].map((origin) =>
      connect(Number(new URL(origin).port), '127.0.0.1'),
    )
    if (busy === undefined || probe === undefined) throw new Error('no connections')
    // Keeps the server from ending before the probe is answered.
    busy.write(
      `POST /api/account/login HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`,
    )
    probe.write('GET /startupz HTTP/1.1\r\nhost: x\r\n\r\n')
    await once(probe, 'data')
    const closed = ending.close()
    for (const [path, status] of [
      ['/readyz', 503],
      ['/healthz', 503],
      ['/livez', 200],
    ] as const) {
      probe.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`)
      const [answer] = await once(probe, 'data')
      expect(String(answer)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    }
    const said = text(busy)
    busy.write(body)
    expect(await said).toMatch(/^HTTP\/1\.1 (401|503) /)
    await closed
  })
})
