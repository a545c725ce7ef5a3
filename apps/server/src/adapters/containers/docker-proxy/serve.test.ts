import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join as joined } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  bodyOf,
  createOf,
  filters,
  idOf,
  knownOf,
  mine,
  ourLabel,
  rules,
  suffix,
  them,
  us,
} from '../../../../../../tests/kit/docker-call.ts'
import { openThrough } from '../../../kit/gate.ts'
import type { Known, Needs } from './known.ts'
import { createProxyServer } from './serve.ts'

type Asked = { method: string; url: string; headers: IncomingMessage['headers']; body: string }

let folder = ''
let daemon: ReturnType<typeof createServer>
let proxy: ReturnType<typeof createProxyServer>
let answer: (asked: Asked, response: ServerResponse) => void
const asked: Asked[] = []
const refused: string[] = []
const failed: unknown[] = []
const sockets = new Set<Socket>()
let instancePort = 0

const knownTo = async ({ container, networks, host, instance }: Needs): Promise<Known> => {
  const target = container === null ? '/_ping' : `/containers/${container}/json`
  const isInstance = instance?.port === instancePort
  return {
    ...knownOf({ method: 'GET', target, headers: [], body: '' }),
    ...(networks ? everything : {}),
    ...(host ? everything : {}),
    isInstance,
  }
}
const { networks, host } = knownOf(createOf(bodyOf()))
const everything = { networks, host }

beforeEach(async () => {
  folder = await mkdtemp(joined(tmpdir(), 'proxy-'))
  answer = (_asked, response) => void response.end('OK')
  daemon = createServer((request, response) => {
    void text(request).then((body) => {
      const { method = '', url = '', headers } = request
      const one = { method, url, headers, body }
      asked.push(one)
      answer(one, response)
    })
  }).listen(joined(folder, 'daemon'))
  proxy = createProxyServer({
    socketPath: joined(folder, 'daemon'),
    rules,
    look: knownTo,
    describe: () => ({ version: '1' }),
    refused: (method, target, why) => refused.push(`${method} ${target} ${why}`),
    report: (error) => failed.push(error),
  }).listen(joined(folder, 'proxy'))
  for (const server of [daemon, proxy]) server.on('connection', (socket: Socket) => sockets.add(socket))
  await Promise.all([once(daemon, 'listening'), once(proxy, 'listening')])
})
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  sockets.clear()
  for (const list of [asked, refused, failed]) list.length = 0
  for (const server of [daemon, proxy]) server.close()
  await rm(folder, { recursive: true })
})

const opened = (): Socket => {
  const socket = connect(joined(folder, 'proxy'))
  sockets.add(socket)
  return socket
}
const say = (words: string): Promise<string> => {
  const socket = opened()
  socket.on('error', () => undefined)
  let said = ''
  socket.setEncoding('utf8').on('data', (part: string) => (said += part))
  socket.write(words)
  return new Promise((resolve) => socket.on('close', () => resolve(said)))
}
const call = (method: string, target: string, body = '', more = ''): Promise<string> =>
  say(
    `${method} ${target} HTTP/1.1\r\nHost: x\r\n${more}${body === '' ? '' : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`}Connection: close\r\n\r\n${body}`,
  )

describe('the Docker proxy', () => {
  it('writes calls of its own: nothing that the caller sent reaches the daemon', async () => {
    const body = JSON.stringify(bodyOf())
    answer = (_asked, response) => void response.writeHead(201, { 'x-docker': '1' }).end(`{"Id":"${mine}"}`)
    const said = await call('POST', `/containers/create?name=web_${suffix}`, body, 'User-Agent: mine\r\n')
    expect(said).toContain('HTTP/1.1 201')
    expect(said).toContain(mine)
    expect(said).not.toContain('x-docker')
    expect(asked).toMatchObject([{ method: 'POST', url: `/containers/create?name=web_${suffix}`, body }])
    expect(Object.keys(asked[0]?.headers ?? {}).toSorted()).toEqual([
      ...['connection', 'content-length', 'content-type', 'host'],
    ])
  })

  it('refuses with the reason, counts, and tells nothing to the daemon', async () => {
    expect(await call('POST', '/build')).toMatch(
      /^HTTP\/1.1 403 [^]*The Docker proxy refuses this: this call/,
    )
    expect(await call('GET', `/containers/${idOf('b')}/json`)).toMatch(/^HTTP\/1.1 404 [^]*no such container/)
    expect(await call('GET', `/containers/${idOf('d')}/json`)).toMatch(/^HTTP\/1.1 404 [^]*no such container/)
    expect(refused).toEqual([
      'POST /build this call is not one of ours',
      `GET /containers/${idOf('b')}/json no such container`,
    ])
    expect(asked).toEqual([])
  })

  it.each([
    [
      'both a length and pieces',
      'POST /_ping HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /info HTTP/1.1\r\n\r\n',
    ],
    [
      'pieces',
      'GET /_ping HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n5\r\nhello\r\n0\r\n\r\n',
    ],
    [
      'pieces by another name',
      'GET /_ping HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\nConnection: close\r\n\r\n',
    ],
    ['two lengths', 'POST /_ping HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nContent-Length: 5\r\n\r\nhello'],
    ['a space before a colon', 'GET /_ping HTTP/1.1\r\nHost: x\r\nContent-Length : 5\r\n\r\nhello'],
    ['a bare line feed', 'GET /_ping HTTP/1.1\nHost: x\n\n'],
    [
      'an expectation',
      'POST /_ping HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n',
    ],
    ['a connection to elsewhere', 'CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['an upgrade of a call', 'GET /_ping HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: tcp\r\n\r\n'],
    ['a whole address', 'GET http://docker/_ping HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
    ['a line that is no HTTP', 'hello\r\n\r\n'],
  ])('refuses %s, and the daemon hears of it nothing', async (_what, words) => {
    expect(await say(words)).not.toContain('HTTP/1.1 200')
    expect(refused).toHaveLength(1)
    expect(asked).toEqual([])
  })

  it('takes one call from a connection', async () => {
    const two = 'GET /_ping HTTP/1.1\r\nHost: x\r\n\r\nGET /_ping HTTP/1.1\r\nHost: x\r\n\r\n'
    const said = await say(two)
    expect(said.match(/HTTP\/1.1 200/g)).toHaveLength(1)
    expect(asked).toHaveLength(1)
  })

  it('refuses bodies that are too long or no text', async () => {
    const long = JSON.stringify({ ...bodyOf(), Env: ['A='.padEnd(300_000, 'x')] })
    expect(await call('POST', `/containers/create?name=web_${suffix}`, long)).toMatch(/^HTTP\/1.1 413 /)
    const socket = opened()
    socket.write(
      Buffer.concat([
        Buffer.from('GET /_ping HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n'),
        Buffer.from([0xc0, 0x80]),
      ]),
    )
    expect(await text(socket)).toContain('not UTF-8')
    expect(asked).toEqual([])
  })

  it('shows only what is ours', async () => {
    const container = (id: string, installation: string): object => ({
      Id: id,
      Labels: { 'pennant.installation': installation },
    })
    const network = (Name: string, installation: string): object => ({
      ...{ Name, Id: idOf('1'), Labels: { 'pennant.installation': installation }, Scope: 'local' },
      Containers: { [idOf('c')]: { Name: 'postgres', IPv4Address: '172.19.0.2/16' } },
    })
    const answers: Record<string, unknown> = {
      '/info': {
        NCPU: 2,
        OperatingSystem: 'Debian',
        SecurityOptions: [],
        HttpProxy: 'http://ann:secret@proxy',
        Name: 'the-host',
      },
      '/containers/json': [container(mine, us), container(idOf('b'), them), { Id: idOf('c'), Labels: {} }],
      '/networks': [
        network('pennant-open', us),
        network('pennant-open', them),
        network('pennant-open-2', us),
        network('pennant-custom', ''),
      ],
      [`/networks/${idOf('1')}`]: network('pennant-open', us),
    }
    answer = ({ url }, response) => void response.end(JSON.stringify(answers[url.split('?')[0] ?? '']))
    const shown = async (target: string): Promise<unknown> =>
      JSON.parse((await call('GET', target)).split('\r\n\r\n')[1] ?? '') as unknown
    expect(await shown('/info')).toEqual({ NCPU: 2, OperatingSystem: 'Debian', SecurityOptions: [] })
    expect(await shown(`/containers/json?all=true&${filters({ label: [ourLabel] })}`)).toEqual([
      container(mine, us),
    ])
    const named = (await shown(`/networks?${filters({ name: ['pennant-open', 'pennant-custom'] })}`)) as {
      Name: string
    }[]
    expect(named.map(({ Name }) => Name)).toEqual(['pennant-open', 'pennant-custom'])
    const one = JSON.stringify([named, await shown(`/networks/${idOf('1')}`)])
    expect(one).not.toContain('postgres')
    expect(one).not.toContain(idOf('c'))
    expect(named[0]).toMatchObject({ Containers: { 0: {} } })
  })

  it('passes on what the daemon refuses, and breaks off with it', async () => {
    answer = (_asked, response) => void response.writeHead(409).end('{"message":"in use"}')
    expect(await call('POST', `/containers/${mine}/start`)).toMatch(/^HTTP\/1.1 409 [^]*in use/)
    answer = (_asked, response) => void response.destroy()
    expect(await call('POST', `/containers/${mine}/start`)).toBe('')
    answer = (_asked, response) => void response.write('half', () => response.destroy())
    expect(await call('GET', `/containers/${mine}/export`)).not.toMatch(/0\r\n\r\n$/)
    expect(failed).toEqual([])
  })

  it('says when the daemon is away', async () => {
    daemon.close()
    await once(daemon, 'close')
    expect(await call('GET', '/_ping')).toMatch(/^HTTP\/1.1 503 [^]*ENOENT/)
    expect(refused).toEqual([])
  })

  it('lets go of the daemon when the caller does', async () => {
    answer = (_asked, response) => void response.write('{}\n')
    const socket = opened()
    socket.write(
      `GET /events?${filters({ type: ['container'], event: ['die', 'destroy'], label: [ourLabel] })} HTTP/1.1\r\nHost: x\r\n\r\n`,
    )
    const [[atDaemon]] = await Promise.all([
      once(daemon, 'connection') as Promise<[Socket]>,
      once(socket, 'data'),
    ])
    socket.destroy()
    await expect.poll(() => atDaemon.destroyed).toBe(true)
  })
})

describe('a connection to an instance', () => {
  const serve = async (greet: (socket: Socket) => void): Promise<void> => {
    const service = createTcpServer({ allowHalfOpen: true }, (socket) => {
      sockets.add(socket)
      greet(socket.on('error', () => undefined))
    }).listen(0, '127.0.0.1')
    await once(service, 'listening')
    instancePort = (service.address() as AddressInfo).port
    proxy.once('close', () => service.close())
  }
  const open = (port = instancePort): Promise<Socket> =>
    openThrough(joined(folder, 'proxy'), { host: '127.0.0.1', port }, new AbortController().signal)

  it('carries both directions, and each may end before the other', async () => {
    await serve((socket) => {
      socket.write('welcome ')
      socket.on('data', (words) => void socket.write(words.toString().toUpperCase()))
      socket.on('end', () => void socket.end('!'))
    })
    const socket = await open()
    const heard = text(socket)
    socket.end('hello')
    expect(await heard).toBe('welcome HELLO!')
  })

  it('carries much, at the pace of its reader', async () => {
    const much = Buffer.alloc(5_000_000, 'x')
    await serve((socket) => void socket.end(much))
    const socket = await open()
    socket.end()
    expect((await text(socket)).length).toBe(much.length)
  })

  it('ends when the instance breaks off', async () => {
    await serve((socket) => void socket.once('data', () => socket.resetAndDestroy()))
    const socket = await open()
    socket.on('error', () => undefined).resume()
    socket.write('x')
    await once(socket, 'end')
    expect(socket.readableEnded).toBe(true)
  })

  it('is refused for what is no instance, and says why an instance refuses', async () => {
    await serve(() => undefined)
    await expect(open(instancePort + 1)).rejects.toThrow('no instance has this address and port')
    expect(refused).toHaveLength(1)
    const free = createTcpServer().listen(0, '127.0.0.1')
    await once(free, 'listening')
    instancePort = (free.address() as AddressInfo).port
    free.close()
    await once(free, 'close')
    await expect(open()).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    expect(refused).toHaveLength(1)
  })
})
