import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { createRequestScheduler } from './request-scheduler.ts'

const server = createServer()
afterEach(() => void server.close())

it('requests that come together are all served, in their order, and not all in one turn', async () => {
  const served: number[] = []
  let turns = 0
  let counting = false
  const countTurn = (): void => {
    turns++
    counting = false
  }
  const serve = createRequestScheduler((request: IncomingMessage, response: ServerResponse) => {
    served.push(Number(request.url?.slice(1)))
    if (!counting) setImmediate(countTurn)
    counting = true
    const until = performance.now() + 5
    while (performance.now() < until);
    response.end()
  })
  const waiting: (() => void)[] = []
  server.on('request', (request, response) => {
    waiting.push(() => serve(request, response))
    if (waiting.length === 20) for (const go of waiting) go()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const answers: Promise<unknown>[] = []
  for (let each = 0; each < 20; each++) {
    answers.push(fetch(`http://127.0.0.1:${port}/${each}`).then((answer) => answer.text()))
    while (waiting.length < Math.min(each + 1, 19)) await new Promise((resolve) => setTimeout(resolve, 1))
  }
  await Promise.all(answers)
  expect(served).toEqual(Array.from({ length: 20 }, (_, each) => each))
  expect(turns).toBeGreaterThan(3)
})
