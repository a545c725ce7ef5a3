import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { dial } from './dial.ts'

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
    const socket = await dial({ host: '127.0.0.1', port }, { ...deaf, limitMs: 10_000, signal: never })
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
    const socket = await dial({ host: '127.0.0.1', port }, { ...listening, limitMs: 10_000, signal: never })
    // By now a later connection has received all of it.
    const other = await dial({ host: '127.0.0.1', port }, { ...deaf, limitMs: 10_000, signal: never })
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
    const refusal = dial({ host: '127.0.0.1', port }, { ...deaf, limitMs: 100, signal: never })
    await expect(refusal).rejects.toMatchObject({ code: 'proxy.unreachable', params: { error: 'TimedOut' } })
  })

  it('is given up when nobody wants it any more', async () => {
    const port = await deafPort()
    const unwanted = new AbortController()
    const refusal = dial({ host: '127.0.0.1', port }, { ...deaf, limitMs: 60_000, signal: unwanted.signal })
    unwanted.abort(new Error('no more'))
    await expect(refusal).rejects.toThrow('no more')
    const late = dial({ host: '127.0.0.1', port }, { ...deaf, limitMs: 60_000, signal: unwanted.signal })
    await expect(late).rejects.toThrow('no more')
  })
})
