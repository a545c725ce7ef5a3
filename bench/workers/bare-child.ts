import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serve } from './worker.ts'

export type BareJob = { status: number; headers: Record<string, string>; body: Uint8Array }

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
