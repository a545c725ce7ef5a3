import type { IncomingMessage, ServerResponse } from 'node:http'

type Serve = (request: IncomingMessage, response: ServerResponse) => void
type Waiting = readonly [IncomingMessage, ServerResponse]

const mostMs = 15
const mostAtOnce = 64
const leastDropped = 64

// Some of many simultaneous requests wait for the next turn, so that timers and database results get theirs.
export const createRequestScheduler = (serve: Serve): Serve => {
  let waiting: Waiting[] = []
  let next = 0
  let turnBegan: number | undefined

  const mayServe = (): boolean => {
    const now = performance.now()
    if (turnBegan === undefined) {
      turnBegan = now
      setImmediate(endTurn)
    }
    return now - turnBegan < mostMs
  }

  const endTurn = (): void => {
    turnBegan = undefined
    const left = waiting.length - next
    if (left === 0) return
    // Separate callbacks: what a request causes right away runs before the clock is read again.
    for (let each = Math.min(left, mostAtOnce); each > 0; each--) setImmediate(serveNext)
  }

  const serveNext = (): void => {
    const first = waiting[next]
    if (first === undefined || !mayServe()) return
    next++
    // Under constant load the queue never empties, and what was served would stay in memory with its sockets.
    if (next === waiting.length || (next >= leastDropped && 2 * next >= waiting.length)) {
      waiting = waiting.slice(next)
      next = 0
    }
    serve(...first)
  }

  return (request, response) => {
    if (next === waiting.length && mayServe()) serve(request, response)
    else waiting.push([request, response])
  }
}
