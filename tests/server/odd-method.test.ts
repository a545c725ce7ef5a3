import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, type World } from '../kit/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const ask = (start: string, ...lines: readonly string[]): Promise<string> => {
  const socket = connect(Number(new URL(world.origin).port), '127.0.0.1')
  socket.write([start, 'Host: localhost', ...lines, '', ''].join('\r\n'))
  return text(socket)
}
const bodyOf = (said: string): unknown => JSON.parse(said.slice(said.indexOf('\r\n\r\n') + 4))

describe('CONNECT', () => {
  it.each([
    ['/api/config', 'GET, HEAD'],
    ['/api/account/login', 'POST'],
    ['/games', 'GET, HEAD'],
    ['example.com:443', 'GET, HEAD'],
    ['localhost:8080', 'GET, HEAD'],
  ])('%s is refused like every method that a path does not know, and ends', async (target, allow) => {
    const said = await ask(`CONNECT ${target} HTTP/1.1`)
    expect(said).toMatch(/^HTTP\/1\.1 405 /)
    expect(said).toMatch(new RegExp(`^allow: ${allow}\r$`, 'im'))
    expect(said).toMatch(/^connection: close\r$/im)
    expect(bodyOf(said)).toEqual({
      title: expect.stringMatching(/\w/),
      status: 405,
      code: 'request.methodNotAllowed',
    })
  })

  it('opens no tunnel for what is sent along', async () => {
    const socket = connect(Number(new URL(world.origin).port), '127.0.0.1')
    socket.write('CONNECT 127.0.0.1:1 HTTP/1.1\r\nHost: x\r\n\r\nGET /api/config HTTP/1.1\r\nHost: x\r\n\r\n')
    expect((await text(socket)).match(/^HTTP\/1\.1 /gm)).toEqual(['HTTP/1.1 '])
  })
})

describe('other methods that nothing knows', () => {
  it.each([
    ['TRACE', '/api/config'],
    ['TRACE', '/games'],
    ['OPTIONS', '*'],
    ['PROPFIND', '/api/config'],
    ['PURGE', '/games'],
  ])('%s %s gets 405 with the methods there are', async (method, target) => {
    const said = await ask(`${method} ${target} HTTP/1.1`, 'Connection: close')
    expect(said).toMatch(/^HTTP\/1\.1 405 /)
    expect(said).toMatch(/^allow: GET, HEAD\r$/im)
    expect(bodyOf(said)).toMatchObject({ status: 405, code: 'request.methodNotAllowed' })
  })
})

describe('a target with the address of the server in it', () => {
  it.each(['http://localhost/api/config', 'HTTP://elsewhere.example:99/api/config?x=1'])(
    '%s is answered like its path',
    async (target) => {
      const said = await ask(`GET ${target} HTTP/1.1`, 'Connection: close')
      expect(said).toMatch(/^HTTP\/1\.1 200 [\s\S]*"slogan"/)
    },
  )

  it('leads to the hubs, too', async () => {
    const lines = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 12']
    const said = await ask('GET http://localhost/hub/user?id=x HTTP/1.1', ...lines)
    expect(said).toMatch(/^HTTP\/1\.1 404 [\s\S]*no connection with this id/)
  })
})
