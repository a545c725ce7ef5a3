import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { readFile } from 'node:fs/promises'
import { connect as connectHttp2 } from 'node:http2'
import { request } from 'node:https'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limits } from '@pennant/contract/limit'
import { shippedCaddy, shippedCaddyMissing, startShippedCaddy } from '../kit/caddy.ts'
import { insertGame } from '../kit/factories.ts'
import { callHttps, type HttpsAnswer } from '../kit/https-call.ts'
import { handshake, joinRaw, separator } from '../kit/hub-client.ts'
import { withSkipReason } from '../kit/skip-reason.ts'
import { manualBlocks, manualPage } from '../kit/manual.ts'
import { serverLine, shippedNginx, shippedNginxMissing, startShippedNginx } from '../kit/nginx.ts'
import type { Proxy } from '../kit/proxy-process.ts'
import { createWorld, type Person, testPassword, type World } from '../kit/world.ts'

it.each([
  ['Use nginx', 'nginx', shippedNginx],
  ['Use Caddy', 'caddyfile', shippedCaddy],
])('"%s" of the manual shows the file that is shipped', async (heading, language, file) => {
  expect(await manualBlocks(heading, language, 'operator/proxy.md')).toContain(await readFile(file, 'utf8'))
})

it('servers stand in the manual as they are tested', async () => {
  expect(await manualPage('operator/proxy.md')).toContain(`   ${serverLine}\n`)
})

type Start = (servers: readonly [number]) => Promise<Proxy>

const describeProxy = (title: string, missing: string | null, start: Start): void => {
  describe.skipIf(missing !== null)(withSkipReason(title, missing), () => {
    let world: World
    let proxy: Proxy
    let player: Person
    let admin: Person
    let cookie: string
    beforeAll(async () => {
      world = await createWorld()
      ;[admin, player] = [await world.person('Admin'), await world.person()]
      proxy = await start([Number(new URL(world.origin).port)])
      cookie = await loggedIn(admin)
    })
    afterAll(async () => {
      await proxy.stop()
      await world.close()
    })

    type Options = Omit<Parameters<typeof callHttps>[2], 'ca'>
    const call = (method: string, path: string, options: Options = {}): Promise<HttpsAnswer> =>
      callHttps(method, proxy.origin + path, { ca: proxy.ca, ...options })

    const logIn = (userName: string, options: Options = {}): Promise<HttpsAnswer> =>
      call('POST', '/api/account/login', {
        ...options,
        body: JSON.stringify({ userName, password: testPassword }),
      })

    const loggedIn = async ({ userName }: Person): Promise<string> => {
      const { headers } = await logIn(userName)
      return /__Host-pennant_session=[^;]+/.exec(String(headers['set-cookie']))?.[0] ?? ''
    }

    const notify = async (game: number): Promise<void> => {
      const answer = await admin.post(`/api/edit/games/${game}/notices`, { content: 'Tides turn.' })
      expect(answer.status).toBe(200)
    }

    it('is HTTPS to the server', async () => {
      expect(cookie).toMatch(/^__Host-/)
      expect((await call('GET', '/api/account/profile', { headers: { cookie } })).status).toBe(200)
    })

    it('speaks HTTP/2', async () => {
      const session = connectHttp2(proxy.origin, { ca: proxy.ca })
      const asked = session.request({ ':path': '/api/config' })
      const [headers] = await once(asked, 'response')
      asked.resume()
      expect(headers).toMatchObject({ ':status': 200 })
      expect(session.alpnProtocol).toBe('h2')
      session.close()
    })

    it('hands answers on as the server has compressed them', async () => {
      const { id } = await insertGame(world.db, { content: 'Tides turn. '.repeat(500) })
      const headers = { 'accept-encoding': 'br, gzip' }
      const through = await call('GET', `/api/game/${id}`, { headers })
      expect(through.headers['content-encoding']).toBe('br')
      const plain = await call('GET', `/api/game/${id}`)
      expect(plain.headers['content-encoding']).toBeUndefined()
      expect(plain.text).toContain('Tides turn. Tides turn.')
    })

    it('lets live updates through', async () => {
      const { id } = await insertGame(world.db)
      const hub = await joinRaw(proxy.origin, `/hub/user?game=${id}`, { ca: proxy.ca })
      await notify(id)
      expect(await hub.hear()).toMatchObject({ target: 'ReceivedGameNotice' })
      hub.socket.close()
      await hub.closed
    })

    const negotiated = async (game: number): Promise<string> => {
      const { text } = await call('POST', `/hub/user/negotiate?negotiateVersion=1&game=${game}`)
      const { connectionToken } = JSON.parse(text) as { connectionToken: string }
      return `/hub/user?game=${game}&id=${connectionToken}`
    }
    const greet = (path: string): Promise<HttpsAnswer> =>
      call('POST', path, { body: JSON.stringify(handshake) + separator })

    it('lets events through as they happen', async () => {
      const { id } = await insertGame(world.db)
      const path = await negotiated(id)
      const asked = request(proxy.origin + path, { ca: proxy.ca, headers: { accept: 'text/event-stream' } })
      asked.end()
      const [stream] = (await once(asked, 'response')) as [IncomingMessage]
      let heard = ''
      stream.on('data', (chunk: Buffer) => (heard += chunk.toString()))
      await greet(path)
      await expect.poll(() => heard).toContain(`data: {}${separator}`)
      await notify(id)
      await expect.poll(() => heard).toContain('ReceivedGameNotice')
      asked.destroy()
    })

    it('lets polls wait', async () => {
      const { id } = await insertGame(world.db)
      const path = await negotiated(id)
      await call('GET', path)
      await greet(path)
      expect((await call('GET', path)).text).toBe(`{}${separator}`)
      const waiting = call('GET', path)
      await notify(id)
      expect((await waiting).text).toContain('ReceivedGameNotice')
      await call('DELETE', path)
    })

    const addressesOf = async ({ userName }: Person): Promise<Set<string>> => {
      const { body } = await admin.get<{ ip: string; name: string }[]>('/api/admin/logs')
      return new Set(body.filter(({ name }) => name === userName).map(({ ip }) => ip))
    }

    it('says who calls, whatever the caller says', async () => {
      const headers = { 'x-forwarded-for': '203.0.113.9', forwarded: 'for=203.0.113.9' }
      const answer = await logIn(player.userName, { localAddress: '127.0.0.7', headers })
      expect(answer.status).toBe(200)
      expect((await addressesOf(player)).has('127.0.0.7')).toBe(true)
      expect((await addressesOf(player)).has('203.0.113.9')).toBe(false)
    })

    it.each(['x-forwarded-host', 'x-forwarded-proto'])('believes no visitor its %s', async (header) => {
      const stranger = { origin: 'https://elsewhere.example', [header]: 'elsewhere.example' }
      expect((await logIn(player.userName, { headers: stranger })).status).toBe(403)
      const own = { origin: proxy.origin, [header]: 'elsewhere.example' }
      expect((await logIn(player.userName, { headers: own })).status).toBe(200)
    })

    it('hands a large package on', async () => {
      const body = new FormData()
      body.append('file', new Blob([new Uint8Array(40_000_000)]), 'game.zip')
      const answer = await call('POST', '/api/edit/games/import', { headers: { cookie }, body })
      expect(answer.status).toBe(400)
      expect(JSON.parse(answer.text)).toMatchObject({ code: 'transfer.notZip' })
    })

    it('leaves it to the server to refuse what is too large elsewhere', async () => {
      const body = new FormData()
      body.append('files', new Blob([new Uint8Array(limits.bodyBytes + 1)]), 'large.bin')
      const answer = await call('POST', '/api/assets', { headers: { cookie }, body })
      expect(answer.status).toBe(413)
      expect(JSON.parse(answer.text)).toMatchObject({ status: 413 })
    })
  })
}

describeProxy('nginx as it is shipped', shippedNginxMissing(), startShippedNginx)
describeProxy('Caddy as it is shipped', shippedCaddyMissing(), startShippedCaddy)
