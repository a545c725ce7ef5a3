import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer as createHttpServer, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { dial, endpointOf } from './dial.ts'

const never = new AbortController().signal
const landing = Buffer.alloc(1_000)
const deaf = { landing, heard: () => undefined }

let child: ChildProcess | undefined
const waiting: Socket[] = []
afterEach(() => {
  child?.kill('SIGKILL')
  for (const socket of waiting.splice(0)) socket.destroy()
})

const deafPort = async (): Promise<number> => {
  const program = `
    const server = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
      require('node:fs').writeSync(1, String(server.address().port))
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
    })`
  child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'ignore'] })
  const [said] = (await once(child.stdout ?? child, 'data')) as [Buffer]
  const port = Number(said.toString())
  for (let each = 0; each < 4; each++) {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    waiting.push(socket)
  }
  await Promise.all(waiting.slice(0, 2).map((socket) => once(socket, 'connect')))
  return port
}

describe('calling a container', () => {
  it('answers the open connection', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const socket = await dial({ host: '127.0.0.1', port }, null, { ...deaf, limitMs: 10_000, signal: never })
    expect(socket.readyState).toBe('open')
    socket.destroy()
    server.close()
  })

  it('tells what the container says once somebody wants to hear it', async () => {
    const server = createServer((socket) => socket.end('welcome')).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    let heard = ''
    const listening = { landing, heard: (bytes: Buffer) => (heard += bytes.toString()) }
    const socket = await dial({ host: '127.0.0.1', port }, null, {
      ...listening,
      limitMs: 10_000,
      signal: never,
    })
    // By now a later connection has received all of it.
    const other = await dial({ host: '127.0.0.1', port }, null, { ...deaf, limitMs: 10_000, signal: never })
    other.resume()
    await once(other, 'end')
    other.destroy()
    expect(heard).toBe('')
    socket.resume()
    await once(socket, 'end')
    expect(heard).toBe('welcome')
    socket.destroy()
    server.close()
  })

  it('is given up after a while', async () => {
    const port = await deafPort()
    const refusal = dial({ host: '127.0.0.1', port }, null, { ...deaf, limitMs: 100, signal: never })
    await expect(refusal).rejects.toMatchObject({ code: 'proxy.unreachable', params: { error: 'TimedOut' } })
  })

  it('is given up when nobody wants it any more', async () => {
    const port = await deafPort()
    const unwanted = new AbortController()
    const refusal = dial({ host: '127.0.0.1', port }, null, {
      ...deaf,
      limitMs: 60_000,
      signal: unwanted.signal,
    })
    unwanted.abort(new Error('no more'))
    await expect(refusal).rejects.toThrow('no more')
    const late = dial({ host: '127.0.0.1', port }, null, {
      ...deaf,
      limitMs: 60_000,
      signal: unwanted.signal,
    })
    await expect(late).rejects.toThrow('no more')
  })

  describe('through a gate', () => {
    const gateThat = async (answer: (asked: IncomingMessage, socket: Socket) => void): Promise<string> => {
      const folder = await mkdtemp(join(tmpdir(), 'gate-'))
      const gate = createHttpServer().on('upgrade', answer).listen(join(folder, 'socket'))
      await once(gate, 'listening')
      onTestFinished(async () => {
        gate.close()
        await rm(folder, { recursive: true })
      })
      return join(folder, 'socket')
    }
    const target = { host: '172.18.0.2', port: 7000 }
    const accepted = 'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: pennant\r\n\r\n'

    it('hears what the container says, from its first byte on', async () => {
      const gate = await gateThat(({ url }, socket) => void socket.end(`${accepted}welcome at ${url}`))
      let heard = ''
      const listening = { landing, heard: (bytes: Buffer) => (heard += bytes.toString()) }
      const socket = await dial(target, gate, { ...listening, limitMs: 10_000, signal: never })
      expect(heard).toBe('')
      expect(endpointOf(socket, target)).toEqual({ address: target.host, port: target.port })
      socket.resume()
      await once(socket, 'end')
      expect(heard).toBe('welcome at /pennant/dial/172.18.0.2:7000')
      // A Unix socket knows no reset.
      socket.resetAndDestroy()
      expect(socket.destroyed).toBe(true)
    })

    it('is refused as it would be directly', async () => {
      const body = JSON.stringify({ message: 'no', code: 'ECONNREFUSED' })
      const gate = await gateThat(
        (_asked, socket) =>
          void socket.end(
            `HTTP/1.1 503 Refused\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
          ),
      )
      await expect(dial(target, gate, { ...deaf, limitMs: 10_000, signal: never })).rejects.toMatchObject({
        code: 'proxy.unreachable',
        params: { error: 'ConnectionRefused' },
      })
      await expect(
        dial(target, `${gate}-none`, { ...deaf, limitMs: 10_000, signal: never }),
      ).rejects.toMatchObject({
        code: 'proxy.unreachable',
      })
    })

    it('is given up after a while, and when nobody wants it any more', async () => {
      const gate = await gateThat((_asked, socket) => void waiting.push(socket))
      await expect(dial(target, gate, { ...deaf, limitMs: 50, signal: never })).rejects.toMatchObject({
        params: { error: 'TimedOut' },
      })
      const unwanted = new AbortController()
      const refusal = dial(target, gate, { ...deaf, limitMs: 60_000, signal: unwanted.signal })
      unwanted.abort(new Error('no more'))
      await expect(refusal).rejects.toThrow('no more')
    })
  })
})
