import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serve } from './hire.ts'

/** What the bare server answers from now on, whatever it is asked. */
export type BareJob = { status: number; headers: Record<string, string>; body: Uint8Array }

/** The yardstick of reads: Node's own server, which answers the same bytes and thinks of nothing. */
let answer: BareJob = { status: 404, headers: {}, body: new Uint8Array() }

const server = createServer((_request, response) => {
  response.writeHead(answer.status, answer.headers)
  response.end(answer.body)
})

serve(async (next: BareJob): Promise<number> => {
  answer = { ...next, body: Buffer.from(next.body) }
  if (!server.listening) {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  }
  return (server.address() as AddressInfo).port
})
