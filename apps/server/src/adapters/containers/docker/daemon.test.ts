import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { dockerNeeds } from '../../../../../../tests/kit/shared-docker.ts'
import { asBody, createDaemon, openAgent } from './daemon.ts'

describe('the agent of a connection to a daemon', () => {
  it.each([true, false])('is described in a word, whatever it has open (secure: %s)', (secure) => {
    const agent = openAgent(secure)
    expect(inspect({ agent }, { showHidden: true, depth: null })).toBe('{ agent: Agent }')
  })

  it('still carries requests', async () => {
    const server = createServer((_asked, answer) => answer.end('yes')).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const agent = openAgent(false)
    const asked = request({ host: '127.0.0.1', port, agent }).end()
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    expect(answer.statusCode).toBe(200)
    expect(inspect(agent, { showHidden: true, depth: null })).toBe('Agent')
    answer.resume()
  })
})

describe('a call with a body', () => {
  it('has nothing of it in its address', async () => {
    const asked: string[] = []
    const server = createServer((call, answer) => {
      asked.push(call.url ?? '')
      call.on('data', (part: Buffer) => asked.push(part.toString()))
      answer.writeHead(201, { 'content-type': 'application/json' }).end('{"Id":"1"}')
    }).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const daemon = createDaemon(dockerNeeds(`tcp://127.0.0.1:${port}`).settings)
    await daemon.ask((docker) => docker.createContainer(asBody({ Env: ['FLAG=x'] }, { name: 'web_1' })))
    await daemon.ask((docker) => docker.createNetwork(asBody({ Name: 'pennant-open' })))
    expect(asked).toEqual([
      ...['/containers/create?name=web_1', '{"Env":["FLAG=x"]}'],
      ...['/networks/create?', '{"Name":"pennant-open"}'],
    ])
  })
})
