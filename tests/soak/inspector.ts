import { once } from 'node:events'
import WebSocket from 'ws'

export type Inside = {
  /** After a collection of garbage. */
  heapBytes: number
  externalBytes: number
  /** What keeps the process running, by kind: `Timeout`, `TCPSocketWrap`. */
  resources: Readonly<Record<string, number>>
}

export type Inspector = { look(): Promise<Inside>; close(): void }

const expression = `(() => {
  const { heapUsed, external } = process.memoryUsage()
  const resources = {}
  for (const kind of process.getActiveResourcesInfo()) resources[kind] = (resources[kind] ?? 0) + 1
  return JSON.stringify({ heapBytes: heapUsed, externalBytes: external, resources })
})()`

type Answer = { id?: number; error?: { message: string }; result?: { result?: { value?: string } } }

/** Of a Node.js process, which knows nothing of it: the product itself offers no collection of garbage. */
export const openInspector = async (address: string): Promise<Inspector> => {
  const socket = new WebSocket(address)
  await once(socket, 'open')
  const waiting = new Map<number, (answer: Answer) => void>()
  let asked = 0
  socket.on('message', (data: Buffer) => {
    // The protocol of the inspector.
    const answer = JSON.parse(data.toString()) as Answer
    if (answer.id === undefined) return
    waiting.get(answer.id)?.(answer)
    waiting.delete(answer.id)
  })
  const ask = async (method: string, params: object = {}): Promise<string> => {
    const id = ++asked
    const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve))
    socket.send(JSON.stringify({ id, method, params }))
    const { error, result } = await answered
    if (error !== undefined) throw new Error(`${method}: ${error.message}`)
    return result?.result?.value ?? ''
  }
  return {
    async look() {
      // What is only waiting for its finalizers goes with the second one.
      for (let each = 0; each < 2; each++) await ask('HeapProfiler.collectGarbage')
      // The expression's own type.
      return JSON.parse(await ask('Runtime.evaluate', { expression, returnByValue: true })) as Inside
    },
    close: () => socket.close(),
  }
}
