import { rename, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { joinRaw } from '../kit/hub-client.ts'
import { createCutDatabase, type CutDatabase } from '../kit/cut-database.ts'
import { createClient } from '../kit/client.ts'
import { createWorld, type World } from '../kit/world.ts'

let world: World
let database: CutDatabase
beforeAll(async () => {
  database = await createCutDatabase()
  world = await createWorld({ database })
})
afterAll(() => world.close())

const health = (method = 'GET', path = '/healthz') => createClient(world.healthOrigin).call(method, path)
/** What is said as soon as the status is that: a look counts for a moment. */
const verdictOnce = async (status: number): Promise<string> => {
  let answer = await health()
  const isThere = async (): Promise<number> => {
    answer = await health()
    return answer.status
  }
  await expect.poll(isThere, { timeout: 15_000 }).toBe(status)
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

describe('the second port', () => {
  it('is the whole site as well', async () => {
    const person = await world.person()
    const there = createClient(world.healthOrigin)
    const login = await there.post('/api/account/login', {
      userName: person.userName,
      password: person.password,
    })
    expect(login.status).toBe(200)
    expect((await there.get<{ userName: string }>('/api/account/profile')).body.userName).toBe(
      person.userName,
    )
    expect((await there.get('/api/nothing')).status).toBe(404)
  })

  it('connects hubs, too', async () => {
    const admin = await world.person('Admin')
    const hub = await joinRaw(world.healthOrigin, '/hub/admin', {
      headers: { cookie: `pennant_session=${admin.cookie()}` },
    })
    world.app.log.journal.write({ message: 'heard over there', status: 'Success' })
    expect(await hub.hear()).toMatchObject({
      target: 'ReceivedLog',
      arguments: [{ msg: 'heard over there' }],
    })
    hub.socket.close()
    await hub.closed
  })

  it('finishes what it has begun when the server ends, and says that it is not well', async () => {
    const ending = await createWorld()
    const { hostname, port } = new URL(ending.healthOrigin)
    const socket = connect(Number(port), hostname)
    const body = JSON.stringify({ userName: 'Nobody', password: 'Passw0rd' })
    socket.write(
      `POST /api/account/login HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`,
    )
    await expect
      .poll(() =>
        createClient(ending.healthOrigin)
          .get('/healthz')
          .then(({ status }) => status),
      )
      .toBe(200)
    const answer = text(socket)
    const closed = ending.close()
    socket.write(body)
    expect(await answer).toMatch(/^HTTP\/1\.1 (401|503) /)
    await closed
  })
})
