import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serve } from '@pennant/load/worker'

export type BareAnswer = { status: number; headers: Record<string, string>; body: Uint8Array }

/** Given in turn, whatever is asked. */
export type BareJob = readonly BareAnswer[]

let answers: BareJob = []
let given = 0

const server = createServer((_request, response) => {
  const answer = answers[given++ % answers.length]
  response.writeHead(answer?.status ?? 404, answer?.headers ?? {})
  response.end(answer?.body)
})

// A proxy keeps its connections for longer than Node's 5 seconds.
server.keepAliveTimeout = 75_000

serve(async (next: BareJob): Promise<number> => {
  answers = next.map((answer) => ({ ...answer, body: Buffer.from(answer.body) }))
  if (!server.listening) {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  }
  return (server.address() as AddressInfo).port
})
