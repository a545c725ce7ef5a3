import type { IncomingMessage, ServerResponse } from 'node:http'

type Serve = (request: IncomingMessage, response: ServerResponse) => void
type Waiting = readonly [IncomingMessage, ServerResponse]

/** So long the event loop is busy with requests that came together, before it looks after everything else. */
const mostMs = 15
const mostAtOnce = 64

/**
 * When hundreds ask in the same moment, some of them wait for the next turn of the event loop: timers, live
 * connections and answers of the database are not to stand behind all of them. Nobody is overtaken.
 */
export const createTurns = (serve: Serve): Serve => {
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
    // Each by itself: what a request brings with it is then done before the clock is looked at again.
    for (let each = Math.min(left, mostAtOnce); each > 0; each--) setImmediate(serveNext)
  }

  const serveNext = (): void => {
    const first = waiting[next]
    if (first === undefined || !mayServe()) return
    next++
    if (next === waiting.length) {
      waiting = []
      next = 0
    }
    serve(...first)
  }

  return (request, response) => {
    if (next === waiting.length && mayServe()) serve(request, response)
    else waiting.push([request, response])
  }
}
