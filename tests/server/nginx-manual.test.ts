import { connect } from 'node:net'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limits } from '@pennant/contract/limit'
import { insertGame } from '../kit/factories.ts'
import { createClient } from '../kit/client.ts'
import { joinRaw } from '../kit/hub-client.ts'
import { withSkipReason } from '../kit/skip-reason.ts'
import { manualCode, manualText } from '../kit/manual.ts'
import { nginxMissing, startNginxWith, type Nginx } from '../kit/nginx.ts'
import { createWorld, type Person, type World } from '../kit/world.ts'

const page = 'operator/README.md'
const missing = nginxMissing()

const configuration = async (origin: string): Promise<{ http: string; server: string }> => {
  const block = await manualCode('Going to production', 'nginx', page)
  const text = await manualText(page)
  const http = /`(map \$http_upgrade [^`]+)`/.exec(text)?.[1]
  const [, place, size] = /repeat the block for `([^`]+)` with `(client_max_body_size \w+)`/.exec(text) ?? []
  if (http === undefined || place === undefined || size === undefined)
    throw new Error('the manual says nothing of packages, or has no map')
  const here = block.replace('http://127.0.0.1:8080', origin)
  const packages = here
    .replace('location / {', `location ${place} {`)
    .replace(/client_max_body_size \w+/, size)
  expect(packages).toContain(place)
  return { http, server: `${here}\n${packages}` }
}

describe.skipIf(missing !== null)(withSkipReason('the nginx of the manual', missing), () => {
  let world: World
  let admin: Person
  let nginx: Nginx
  beforeAll(async () => {
    world = await createWorld()
    admin = await world.person('Admin')
    nginx = await startNginxWith(await configuration(world.origin))
  })
  afterAll(async () => {
    await nginx.stop()
    await world.close()
  })

  const through = (headers: Record<string, string> = {}) => {
    const client = createClient(nginx.origin, headers)
    client.setCookie(admin.cookie() ?? '')
    return client
  }

  it('lets live updates through', async () => {
    const { id } = await insertGame(world.db)
    const hub = await joinRaw(nginx.origin, `/hub/user?game=${id}`)
    await through().post(`/api/edit/games/${id}/notices`, { content: 'Tides turn.' })
    expect(await hub.hear()).toMatchObject({ target: 'ReceivedGameNotice' })
    hub.socket.close()
    await hub.closed
  })

  it('says who calls, whatever the caller says', async () => {
    const player = await world.person()
    const client = createClient(nginx.origin, { 'x-forwarded-for': '203.0.113.9' })
    const { userName, password } = player
    expect((await client.post('/api/account/login', { userName, password })).status).toBe(200)
    const { body } = await admin.get<{ ip: string; name: string }[]>('/api/admin/logs')
    const own = body.filter(({ name }) => name === userName)
    expect(new Set(own.map(({ ip }) => ip))).toEqual(new Set(['127.0.0.1']))
  })

  const asked = async (path: string, bytes: number): Promise<string | undefined> => {
    const socket = connect(Number(new URL(nginx.origin).port), '127.0.0.1')
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: ${bytes}\r\n\r\n`,
    )
    const [answer] = await once(socket, 'data')
    socket.destroy()
    return /^HTTP\/1\.1 (\d+)/.exec(String(answer))?.[1]
  }
  // With the overhead of a form.
  const wholePackage = limits.packageBytes + 4096

  it('takes packages of every size that the server takes, and only them', async () => {
    for (const path of ['/api/edit/games/import', '/api/edit/games/import/report'])
      expect(await asked(path, wholePackage)).toBe('100')
    for (const path of ['/api/assets', '/api/edit/games']) expect(await asked(path, wholePackage)).toBe('413')
  })

  it('hands a large package on', async () => {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(40_000_000)]), 'game.zip')
    const answer = await through().call('POST', '/api/edit/games/import', { form })
    expect(answer).toMatchObject({ status: 400, body: { code: 'transfer.notZip' } })
  })

  it('leaves it to the server to refuse what is too large elsewhere', async () => {
    const form = new FormData()
    form.append('files', new Blob([new Uint8Array(limits.bodyBytes + 1)]), 'large.bin')
    const answer = await through().call('POST', '/api/assets', { form })
    expect(answer).toMatchObject({ status: 413, body: { status: 413 } })
  })
})
