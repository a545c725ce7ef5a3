import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Agent, request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import WebSocket from 'ws'

/** The site behind TLS, for callers that can't be told to trust a certificate. */
export type TlsSite = {
  readonly site: string
  /** Sends words to an instance through the relay, and resolves to all that it says. */
  exchange(entry: string, words: string): Promise<string>
  close(): void
}

export async function openTlsSite(address: string, name: string, ca: string, port = 443): Promise<TlsSite> {
  const trust = { ca, servername: name }
  const agent = new Agent({ ...trust, keepAlive: true })
  const pass = (asked: IncomingMessage, answer: ServerResponse): void => {
    const headers = { ...asked.headers, host: name }
    const { method, url: target } = asked
    const passed = request(
      { agent, host: address, port, path: target, method, headers, ...trust },
      (said) => {
        answer.writeHead(said.statusCode ?? 500, said.headers)
        said.on('error', () => answer.destroy()).pipe(answer)
      },
    )
    passed.on('error', () => asked.destroy())
    asked.pipe(passed)
  }
  const server = createServer(pass)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const own = (server.address() as AddressInfo).port
  return {
    site: `http://127.0.0.1:${own}`,
    async exchange(entry, words) {
      const socket = new WebSocket(`wss://${address}:${port}/api/proxy/${entry}`, {
        ...trust,
        headers: { host: name },
      })
      let said = ''
      await new Promise<void>((resolve, reject) => {
        socket.on('open', () => socket.send(words))
        socket.on('message', (bytes: Buffer) => (said += bytes.toString()))
        socket.on('error', reject).on('close', () => resolve())
        socket.on('unexpected-response', (_, answer) =>
          text(answer).then((body) => reject(new Error(`${answer.statusCode} ${body}`)), reject),
        )
      })
      return said
    },
    close() {
      server.close()
      server.closeAllConnections()
      agent.destroy()
    },
  }
}
