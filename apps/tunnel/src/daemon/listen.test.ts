import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { listenOrMove } from './listen.ts'

const open: Server[] = []
afterEach(async () => {
  for (const server of open.splice(0)) await new Promise((resolve) => server.close(resolve))
})

const taken = async (status: number, program: string): Promise<number> => {
  const server = createServer((_, response) => {
    response.writeHead(status, { server: program }).end()
  })
  open.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port // listening on TCP, it is no path and not null
}

describe('a port that is taken', () => {
  it('is left to a tunnel of the same user', async () => {
    const listening = await listenOrMove(
      createServer(),
      '127.0.0.1',
      await taken(200, 'pennant-tunnel/0.1.0'),
    )
    expect(listening).toEqual({ kind: 'tunnel there' })
  })

  it.each([
    ['a tunnel of another user, which refuses to speak', 403, 'pennant-tunnel/0.1.0'],
    ['another program', 200, 'nginx'],
  ])('by %s is left for a free one', async (_, status, program) => {
    const port = await taken(status, program)
    const server = createServer()
    open.push(server)
    const listening = await listenOrMove(server, '127.0.0.1', port)
    expect(listening).toMatchObject({ kind: 'listening', isAsked: false })
    expect(listening).not.toMatchObject({ address: `http://127.0.0.1:${port}` })
  })
})
