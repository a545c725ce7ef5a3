import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { askFor, openConnection } from './connection.ts'
import { getRequest } from './request.ts'

/** Writes the pieces one after the other, each as a packet. */
const answering = async (pieces: readonly string[], { closes = false } = {}) => {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.setNoDelay(true))
    socket.on('data', () => {
      const next = (index: number): void => {
        const piece = pieces[index]
        if (piece !== undefined) socket.write(piece, () => setImmediate(next, index + 1))
        else if (closes) socket.end()
      }
      next(0)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, secure: false }
}

const head = 'HTTP/1.1 200 OK\r\n'
const request = getRequest('/')

it.each([
  ['whole', ['5\r\nhello\r\n6;name=value\r\n world\r\n0\r\n\r\n']],
  ['byte by byte', [...'5\r\nhello\r\n6\r\n world\r\n0\r\nTrailer: yes\r\n\r\n']],
])('reads a chunked body, %s, and then the next', async (_how, body) => {
  const site = await answering([`${head}Transfer-Encoding: chunked\r\n\r\n`, ...body])
  const connection = await openConnection(site, { keepBodies: true })
  for (let time = 0; time < 2; time++) {
    const { status, bytes } = await askFor(connection, request)
    expect([status, bytes.toString()]).toEqual([200, 'hello world'])
  }
  expect(connection.isOpen).toBe(true)
  connection.close()
  expect(connection.isOpen).toBe(false)
})

it('reads a body without a length up to the end of the connection', async () => {
  const site = await answering([`${head}\r\n`, 'hello', ' world'], { closes: true })
  const connection = await openConnection(site, { keepBodies: true })
  const { status, bytes } = await askFor(connection, request)
  expect([status, bytes.toString()]).toEqual([200, 'hello world'])
})

it('tells a lost answer from an empty one', async () => {
  const empty = await openConnection(await answering(['HTTP/1.1 204 No Content\r\n\r\n']))
  expect((await askFor(empty, request)).status).toBe(204)
  empty.close()
  const lost = await openConnection(
    await answering([`${head}Content-Length: 5\r\n\r\n`, 'hel'], { closes: true }),
  )
  expect((await askFor(lost, request)).status).toBe(0)
  expect((await askFor(lost, request)).status).toBe(0)
})
