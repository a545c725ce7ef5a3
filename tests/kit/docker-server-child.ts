import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { createDockerContainers } from '../../apps/server/src/adapters/containers/docker/create.ts'
import type { ContainerOrder } from '../../apps/server/src/ports/containers.ts'
import type { ChildNeeds } from './docker-server.ts'
import { readyFile } from './ready-file.ts'
import { openThrough } from '../../apps/server/src/kit/gate.ts'
import { exchange } from './exchange.ts'

/** A separate process, so that it can run inside a container or namespace. */
const { control, needs } = JSON.parse(process.argv[2] ?? '{}') as ChildNeeds
const notes: string[] = []
const containers = createDockerContainers({
  ...needs,
  siteHost: () => '',
  onNote: (note) => notes.push(note),
})
const stopping = new AbortController()

const calls: Record<string, (...args: never[]) => Promise<unknown>> = {
  start: (order: ContainerOrder) =>
    containers.start(order, { signal: stopping.signal, onProgress: () => undefined }),
  destroy: (id: string) => containers.destroy(id),
  limits: () => containers.limits(),
  notes: async () => notes,
  list: () => containers.list(),
  log: (id: string) => containers.log(id, 20),
  exchange: async (host: string, port: number, words: string) => {
    const gate = await containers.gate()
    if (gate === null) return exchange(host, port, words, Number.POSITIVE_INFINITY)
    const socket = await openThrough(gate, { host, port }, stopping.signal)
    socket.write(words)
    return text(socket)
  },
  async guard() {
    void containers.guard(stopping.signal)
  },
}

const server = createServer((request, response) => {
  const answer = async (): Promise<unknown> => {
    const { call, args }: { call: string; args: never[] } = JSON.parse(await text(request))
    return calls[call]?.(...args)
  }
  answer().then(
    (value) => response.end(JSON.stringify({ value: value ?? null })),
    (error: unknown) => response.end(JSON.stringify({ fault: String(error) })),
  )
})
server.listen(control, () => void writeFile(readyFile(control), ''))
process.on('SIGTERM', () => {
  stopping.abort()
  server.close()
  server.closeAllConnections()
  void containers.close()
})
