import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
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

it('lets go of what was served, even while more comes than can be served', async () => {
  // A bare call, as Node.js offers none.
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  const kept: WeakRef<object>[] = []
  const enough = 2_000
  let began = 0
  let served = 0
  let allServed = (): void => undefined
  const exchange = (): readonly [IncomingMessage, ServerResponse] => {
    const request = {}
    kept.push(new WeakRef(request))
    // The scheduler only passes them on.
    return [request as IncomingMessage, {} as ServerResponse]
  }
  await new Promise<void>((resolve) => {
    const serve = createRequestScheduler(() => {
      served++
      const until = performance.now() + 0.1
      while (performance.now() < until);
      if (served === enough) resolve()
      if (served === began) allServed()
      if (served >= enough) return
      // Two for each: the queue only grows, up to a thousand.
      for (let each = 0; each < 2 && began - served < 1_000; each++, began++) serve(...exchange())
    })
    began++
    serve(...exchange())
  })
  await new Promise((resolve) => setImmediate(resolve))
  collectGarbage()
  const waiting = kept.length - served
  expect(waiting).toBeGreaterThan(500)
  expect(kept.filter((one) => one.deref() !== undefined).length).toBeLessThan(2 * waiting + 100)
  // Nothing goes on into the next test.
  await new Promise<void>((resolve) => {
    allServed = resolve
  })
})
